import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { confirm, press, showsText } from '../../support/browser/actions'
import { openBrowserSuite, SCRIPT_MODES } from '../../support/browser/browser-suite'
import { login } from '../../support/browser/sign-up'
import { tag } from '../../support/games/organiser'

const stage = openBrowserSuite()

const PASSWORD = 'a pass word'
const GONE = 'This invitation does not work. Ask whoever sent it for a new one.'
const panelOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Opens the folded form if needed, and returns the link that the answer shows. */
async function invite(page: Page, role: string): Promise<string> {
  const panel = panelOf(page, 'Invitations')
  await panel.getByText('New invitation').click()
  await panel.getByLabel('Role').selectOption(role)
  await panel.getByLabel('Validity in days').fill('3')
  await press(page, 'Create invitation')
  const link = panel.locator('code', { hasText: '/StaffInvitation/' })
  return (await link.textContent())!
}

it.each(SCRIPT_MODES)('a link makes another account staff, %s', async (_, options) => {
  const { organiser } = stage
  const game = await organiser.game({ title: `Regatta ${tag()}` })
  const owners = await stage.visit({ cookie: organiser.client.cookie, ...options })
  await owners.open(`/admin/games/${game.id}/Staff`)
  const link = await invite(owners.page, 'referee')
  expect(new URL(link).origin).toBe(stage.platform.url)
  expect(await panelOf(owners.page, 'Invitations').getByRole('row').count()).toBe(2)

  const player = await organiser.player()
  const invited = await stage.visit(options)
  await invited.page.goto(link)
  const main = invited.page.getByRole('main')
  expect(await main.textContent()).toMatch(new RegExp(`${game.title}.*Referee.*Admin`))
  await main.getByRole('link', { name: 'Log in' }).click()
  await showsText(invited.page, 'Log in to accept the invitation.')
  await login(invited.page, player.name, PASSWORD)
  await press(invited.page, 'Accept invitation')
  await showsText(invited.page, 'Invitation accepted. You are staff of this game.')
  expect(invited.where()).toBe(`/admin/games/${game.id}/Staff`)
  expect(await invited.page.getByRole('row', { name: player.name }).textContent()).toContain('Referee')
  // Only who may change the staff invites.
  expect(await panelOf(invited.page, 'Invitations').count()).toBe(0)

  const late = await stage.visit({ cookie: (await organiser.player()).client.cookie, ...options })
  const used = await late.page.goto(link)
  expect([used!.status(), await late.page.getByText(GONE).count()]).toEqual([404, 1])
  expect([...owners.faults, ...invited.faults]).toEqual([])
})

it.each(SCRIPT_MODES)('an open page of an invitation that was revoked says so, %s', async (_, options) => {
  const { organiser } = stage
  const game = await organiser.game({})
  const owners = await stage.visit({ cookie: organiser.client.cookie, ...options })
  await owners.open(`/admin/games/${game.id}/Staff`)
  const link = await invite(owners.page, 'author')
  const invited = await stage.visit({ cookie: (await organiser.player()).client.cookie, ...options })
  await invited.page.goto(link)
  const name = await owners.page
    .getByRole('button', { name: /^Revoke invitation/ })
    .getAttribute('aria-label')
  await confirm(owners.page, name!, 'Revoke')
  await showsText(owners.page, 'Invitation revoked.')
  expect(await owners.page.getByRole('button', { name: /^Revoke invitation/ }).count()).toBe(0)
  await press(invited.page, 'Accept invitation')
  await showsText(invited.page, GONE)
})

it.each(SCRIPT_MODES)('an invitation for another address offers no button, %s', async (_, options) => {
  const { organiser } = stage
  const game = await organiser.game({})
  const wish = { role: 'author', email: 'somebody@halyard.example' }
  const path = `/api/edit/games/${game.id}/staff/invitations`
  const { code, mailed } = await organiser.client.ok<{ code: string; mailed: boolean }>('POST', path, wish)
  expect(mailed).toBe(false)
  const { client } = await organiser.player()
  const other = await stage.visit({ cookie: client.cookie, ...options })
  await other.open(`/StaffInvitation/${code}`)
  await showsText(other.page, 'This invitation is for another email address.')
  expect(await other.page.getByRole('button', { name: 'Accept invitation' }).count()).toBe(0)
  expect((await client.call('POST', '/api/staff/accept', { code })).status).toBe(403)
})

it.each(SCRIPT_MODES)('the staff of another game is taken over, %s', async (_, options) => {
  const { organiser } = stage
  const [from, game] = [await organiser.game({ title: `Last ${tag()}` }), await organiser.game({})]
  const helper = await organiser.player()
  const wish = { who: helper.name, role: 'support' }
  await organiser.client.ok('POST', `/api/edit/games/${from.id}/staff`, wish)
  const { page, open, faults } = await stage.visit({ cookie: organiser.client.cookie, ...options })
  await open(`/admin/games/${game.id}/Staff`)
  await page.getByLabel('Other game', { exact: true }).selectOption(String(from.id))
  await press(page, 'Take over staff')
  await showsText(page, 'Staff taken over')
  const panel = panelOf(page, 'Take over the staff of another game')
  expect(await panel.textContent()).toContain('Added: 1')
  expect(await panel.textContent()).toContain('Skipped, already in this game: 1')
  await page.getByRole('row', { name: helper.name }).waitFor()
  expect((await helper.client.call('GET', `/api/edit/games/${game.id}/staff`)).status).toBe(200)
  expect(faults).toEqual([])
})
