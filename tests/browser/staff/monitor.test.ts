import { beforeAll, expect, it } from 'vitest'
import { lockLedger } from '~/server/ledger'
import { recordEvents } from '~/server/monitoring'
import { violations } from '../../support/browser/browser'
import { openBrowserSuite } from '../../support/browser/browser-suite'
import { addUsers, type PlayedGame, playGame, sendFlags, sessionOf } from '../../support/fixtures'

const stage = openBrowserSuite()
let monitor: string

beforeAll(async () => {
  const [member] = await addUsers(stage.platform.stores.db, 1, 'watcher', 'Monitor')
  monitor = await sessionOf(stage.platform, member!)
})

const wrong = (game: PlayedGame, count: number, team = 0) =>
  Array.from({ length: count }, (_, place) => ({
    team: game.teams[team]!,
    challenge: game.challenges[0]!,
    answer: `flag{try ${place}}`
  }))

it('a new submission is at the top, marked, in the figures and the events, unless a filter excludes it', async () => {
  const game = await playGame(stage.platform.stores.db, { teams: 2 })
  await sendFlags(stage.platform.stores.db, game, wrong(game, 3))
  const path = `/games/${game.id}/monitor`
  const all = await stage.visit({ cookie: monitor })
  const accepted = await stage.visit({ cookie: monitor })
  const events = await stage.visit({ cookie: monitor })
  expect(await all.open(`${path}/Submissions`)).toBe(200)
  await accepted.open(`${path}/Submissions?type=Accepted&team=${game.teams[1]!.teamId}`)
  await events.open(`${path}/Events`)
  for (const { page } of [all, accepted, events])
    await expect.poll(() => page.locator('.live[role=status] b').textContent()).toBe('Live')
  const rows = (of: typeof all) => of.page.locator('tbody tr').count()
  await expect.poll(() => rows(all)).toBe(3)

  // The mark disappears by itself.
  const marked = all.page.locator('tbody tr.fresh').first().waitFor()
  const [first, other, second] = await sendFlags(stage.platform.stores.db, game, [
    { team: game.teams[0]!, challenge: game.challenges[0]! },
    ...wrong(game, 1, 1),
    { team: game.teams[1]!, challenge: game.challenges[0]! }
  ])
  const top = all.page.locator('tbody tr').first()
  await expect.poll(() => top.getAttribute('data-row')).toBe(String(second))
  await marked
  expect(await top.textContent()).toContain(game.challenges[0]!.flag)
  await expect.poll(() => top.getAttribute('class')).toBeNull()
  await expect.poll(() => rows(all)).toBe(6)
  const figure = (name: string) => all.page.locator(`[data-figure=${name}]`).textContent()
  await expect.poll(() => figure('all')).toBe('6')
  await expect.poll(() => figure('Accepted')).toBe('2')
  // Figures of a filtered list count its rows of any verdict.
  const filtered = (name: string) => accepted.page.locator(`[data-figure=${name}]`).textContent()
  await expect.poll(() => filtered('all')).toBe('2')
  expect([await filtered('Accepted'), await filtered('WrongAnswer')]).toEqual(['1', '1'])
  expect(
    await accepted.page
      .locator('tbody tr')
      .evaluateAll((list) => list.map((row) => row.getAttribute('data-row')))
  ).toEqual([String(second)])
  await expect.poll(() => rows(events)).toBe(6)
  expect(await events.page.locator(`[data-row=s${first}]`).count()).toBe(1)

  // Held back, then shown with what came meanwhile, each once.
  await all.page.getByRole('switch').uncheck()
  await sendFlags(stage.platform.stores.db, game, wrong(game, 2))
  await all.page.getByRole('button', { name: '2 new entries' }).click()
  await expect.poll(() => rows(all)).toBe(8)
  expect(await all.page.locator(`[data-row="${other}"]`).count()).toBe(1)
  expect([...all.faults, ...accepted.faults, ...events.faults]).toEqual([])
})

it.each([true, false])('hints of a shared entry are sentences, with script: %s', async (javaScript) => {
  const { db } = stage.platform.stores
  const game = await playGame(db, { teams: 2 })
  const [challenge] = game.challenges
  const { members, participationId } = game.teams[0]!
  const place = [String(challenge!.id), challenge!.title]
  await db.transaction(async (sql) => {
    await lockLedger(sql, game.id)
    const common = { type: 'Normal' as const, at: new Date(), userId: members[0].id, participationId }
    await recordEvents(sql, game.id, [
      { ...common, values: ['Entry shared?', 'account', ...place, 'Rook'] },
      { ...common, values: ['Entry shared?', 'networks', ...place, '4'] }
    ])
  })
  const { page, open, faults } = await stage.visit({ cookie: monitor, javaScript })
  await open(`/games/${game.id}/monitor/Events?kind=hints`)
  const rows = await page.locator('tbody tr').allTextContents()
  expect(rows).toHaveLength(2)
  expect(rows[0]).toMatch(/Hint.*One member’s address used from different networks: 4/)
  expect(rows[1]).toMatch(/Hint.*Address used by Rook, who is not on this team/)
  for (const row of rows) expect(row).toContain(challenge!.title)
  await open(`/games/${game.id}/monitor/Events?kind=cheating`)
  expect(await page.locator('tbody tr').count()).toBe(0)
  if (javaScript) expect(await violations(page)).toEqual([])
  expect(faults).toEqual([])
})

it('the monitor reconnects after the processes were killed, with everything that happened meanwhile, once', async () => {
  const game = await playGame(stage.platform.stores.db)
  const { page, open, faults } = await stage.visit({ cookie: monitor })
  await open(`/games/${game.id}/monitor/Submissions`)
  const state = () => page.locator('.live[role=status] b').textContent()
  await expect.poll(state).toBe('Live')
  await stage.platform.kill('scoring')
  await expect.poll(state).toBe('Reconnecting')
  const ids = await sendFlags(stage.platform.stores.db, game, wrong(game, 5))
  await stage.platform.restart('scoring')
  const shown = () =>
    page.locator('tbody tr').evaluateAll((list) => list.map((row) => Number(row.getAttribute('data-row'))))
  await expect.poll(shown).toEqual(ids.toReversed())
  expect(faults.filter((fault) => fault.startsWith('uncaught'))).toEqual([])
})

it('the monitor works without script: pages, filters, matches and links to files', async () => {
  const game = await playGame(stage.platform.stores.db, { teams: 2 })
  const { db } = stage.platform.stores
  const ids = await sendFlags(db, game, [...wrong(game, 55), ...wrong(game, 5, 1)])
  await expect
    .poll(
      async () => (await db.pool.query(`SELECT FROM submissions WHERE status = 'FlagSubmitted'`)).rowCount
    )
    .toBe(0)
  const [one, two] = game.teams.map(({ participationId }) => participationId)
  await db.pool.query('INSERT INTO cheats VALUES ($1, $2, $3, $4)', [ids[59], game.id, two, one])
  const { page, open, where } = await stage.visit({ cookie: monitor, javaScript: false })
  await open(`/games/${game.id}`)
  await page.getByRole('link', { name: 'Monitor', exact: true }).click()
  await page.getByRole('link', { name: 'Submissions', exact: true }).click()
  const rows = () => page.locator('tbody tr').count()
  await expect.poll(rows).toBe(50)
  await page.getByRole('link', { name: '2', exact: true }).click()
  await expect.poll(rows).toBe(10)
  await page.getByRole('link', { name: 'Wrong' }).click()
  await expect.poll(where).toContain('type=WrongAnswer')
  await page.getByRole('searchbox').fill(game.teams[1]!.name)
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect.poll(where).toContain('type=WrongAnswer&search=')
  await expect.poll(rows).toBe(5)
  await page.getByRole('link', { name: /Cheat info/ }).click()
  await expect.poll(() => page.locator('section.panel').count()).toBe(1)
  expect(await page.getByRole('button', { name: /Suspend/ }).count()).toBe(0)
  // axe needs script.
  const reader = await stage.visit({ cookie: monitor })
  for (const view of ['', '?view=table']) {
    await reader.open(`/games/${game.id}/monitor/CheatInfo${view}`)
    expect(await violations(reader.page)).toEqual([])
  }
  await page.getByRole('link', { name: 'Traffic' }).click()
  await page.locator('.empty strong', { hasText: 'No captures yet' }).waitFor()

  const player = await stage.visit({
    cookie: await sessionOf(stage.platform, game.teams[0]!.members[0]),
    javaScript: false
  })
  for (const tab of ['Events', 'Submissions', 'CheatInfo', 'Traffic'])
    expect(await player.open(`/games/${game.id}/monitor/${tab}`)).toBe(404)
})
