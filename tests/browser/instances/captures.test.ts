import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { PHONE, violations } from '../../support/browser/browser'
import { openBrowserSuite } from '../../support/browser/browser-suite'
import { addUsers, playGame, sessionOf } from '../../support/fixtures'
import { addCapture } from '../../support/instances/captures'

const stage = openBrowserSuite()

const FILE = '5f3c2f0e-9d3c1c52-7a46-4a53-8b7c-1f3b9f0e2d11'

/** A game with three captures of its first team: finished, with lost bytes, and open. */
async function recorded() {
  const { stores, data } = stage.platform
  const { db } = stores
  const game = await playGame(db, { teams: 30, challenges: 2 })
  const user = game.teams[0]!.members[0].id
  const place = { gameId: game.id, challengeId: game.challenges[0]!.id }
  const first = { ...place, participationId: game.teams[0]!.participationId }
  const content = Buffer.alloc(70_000)
  await addCapture(db, data, { ...first, content, file: `${FILE}.pcap`, closed: 30, more: { user_id: user } })
  await addCapture(db, data, {
    ...first,
    content,
    file: `${FILE}-2.pcap`,
    closed: 20,
    more: { dropped: 5000 }
  })
  await addCapture(db, data, {
    ...{ ...first, content: null, file: '0c.pcap', closed: 10 },
    more: {
      closed_at: null,
      lease_until: new Date(Date.now() + 600_000),
      address: '2001:db8:85a3::8a2e:370:7334'
    }
  })
  for (const { participationId } of game.teams.slice(1))
    await addCapture(db, data, { ...place, participationId, content, file: '0a.pcap' })
  return { game, href: `/games/${game.id}/monitor/Traffic`, first }
}

const member = async (role: 'Monitor' | 'Admin') => {
  const [account] = await addUsers(stage.platform.stores.db, 1, `s${randomUUID().slice(0, 8)}x`, role)
  return sessionOf(stage.platform, account!)
}

it('monitors find, read and pin captures without script; administrators delete what is not pinned', async () => {
  const { game, href } = await recorded()
  const { page, open, where } = await stage.visit({ cookie: await member('Monitor'), javaScript: false })
  await open(href)
  await page.getByRole('link', { name: /challenge 001/ }).click()
  const team = game.teams[0]!
  await page.getByRole('searchbox').fill(team.name)
  await page.getByRole('searchbox').press('Enter')
  await page.locator('.tree details a', { hasText: team.name }).first().click()
  await expect.poll(where).toContain(`team=${team.participationId}`)
  const rows = page.locator('tbody tr')
  await expect.poll(() => rows.count()).toBe(3)
  expect(await rows.first().textContent()).toContain('recording')
  expect(await page.getByRole('button', { name: /Delete/ }).count()).toBe(0)
  const last = rows.last()
  await last.getByRole('button', { name: /Pin/ }).click()
  await page.getByLabel(/^Note/).locator('visible=true').fill('the <leak>')
  await page.getByRole('button', { name: 'Pin', exact: true }).locator('visible=true').click()
  await page.getByText('Pinned.').waitFor()
  expect(await rows.last().textContent()).toContain('the <leak>')

  const admin = await stage.visit({ cookie: await member('Admin'), javaScript: false })
  await admin.open(where())
  await admin.page.getByRole('button', { name: 'Delete all' }).click()
  await admin.page.getByRole('button', { name: 'Delete', exact: true }).locator('visible=true').click()
  await admin.page.getByText('Pinned captures were kept.').waitFor()
  expect(await admin.page.locator('tbody tr').count()).toBe(1)
  expect(await admin.page.getByRole('button', { name: 'Delete all' }).count()).toBe(0)
})

it('the page of a team fits a phone and works with a screen reader', async () => {
  const { href, first } = await recorded()
  const cookie = await member('Admin')
  const path = `${href}?challenge=${first.challengeId}&team=${first.participationId}`
  for (const options of [{}, { size: PHONE, touch: true }, { scheme: 'light' as const }]) {
    const { page, open, faults } = await stage.visit({ cookie, ...options })
    expect(await open(path)).toBe(200)
    expect(await violations(page)).toEqual([])
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    expect(wide).toBe(false)
    expect(faults).toEqual([])
  }
})
