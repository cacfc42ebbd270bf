import { beforeAll, describe, expect, it } from 'vitest'
import type { Scoreboard } from '~/scoring/rules'
import { Client } from '../../support/api/client'
import { openBrowserSuite, SCRIPT_MODES } from '../../support/browser/browser-suite'
import { type PlayedGame, playGame, sendFlags } from '../../support/fixtures'
import { solve } from '../../support/games/organiser'
import { until } from '../../support/until'

const TEAMS = 130
const stage = openBrowserSuite()
let game: PlayedGame
let items: Scoreboard['items']

beforeAll(async () => {
  const { db } = stage.platform.stores
  game = await playGame(db, {
    teams: TEAMS,
    challenges: 5,
    divisionOf: (place) => (place % 3 === 0 ? 'Students' : 'Open')
  })
  await db.pool.query(`UPDATE games SET divisions = '{Students,Open,Guests}' WHERE id = $1`, [game.id])
  const sent = game.teams.flatMap((team, place) =>
    game.challenges.filter((_, index) => (place + index) % 4 < 2).map((challenge) => ({ team, challenge }))
  )
  await sendFlags(db, game, sent)
  const client = new Client(stage.platform.url)
  const board = await until(async () => {
    const read = await client.ok<Scoreboard>('GET', `/api/game/${game.id}/scoreboard`)
    return read.items.reduce((sum, { solvedCount }) => sum + solvedCount, 0) === sent.length && read
  })
  items = board.items
})

describe.each(SCRIPT_MODES)('challenges, %s', (_, options) => {
  it('are filtered, ordered, searched and hidden by links and forms', async () => {
    const open = await stage.organiser.game({
      challenges: [
        { title: 'Tide', category: 'Web' },
        { title: 'Anchor', category: 'Crypto' },
        { title: 'Keel', category: 'Crypto' }
      ]
    })
    const player = await stage.organiser.player(open)
    await solve(player, open, 1)
    const ownScore = () =>
      player.client
        .ok<{ rank: { score: number } }>('GET', `/api/game/${open.id}/details`)
        .then(({ rank }) => rank.score)
    await expect.poll(ownScore).toBeGreaterThan(0)
    const visitor = await stage.visit({ ...options, cookie: player.client.cookie })
    const { page, where, faults } = visitor
    const board = `/games/${open.id}/Challenges`
    const titles = () => page.locator('a.chal .t').allTextContents()
    await visitor.open(board)
    if (options.javaScript !== false) await page.getByText('Live', { exact: true }).waitFor()
    await expect.poll(titles).toEqual(['Anchor', 'Keel', 'Tide'])

    await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Crypto' }).click()
    await expect.poll(titles).toEqual(['Anchor', 'Keel'])
    await page.getByRole('switch', { name: 'Hide solved' }).click()
    await expect.poll(titles).toEqual(['Keel'])
    await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'All' }).click()
    await expect.poll(titles).toEqual(['Keel', 'Tide'])
    await page.getByLabel('Find a challenge').fill('tI')
    await page.keyboard.press('Enter')
    await expect.poll(titles).toEqual(['Tide'])
    await expect.poll(where).toBe(`${board}?q=tI&hide=1`)
    await page.reload()
    await expect.poll(titles).toEqual(['Tide'])

    await page.getByRole('link', { name: 'Tide' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Flag' }).fill('flag{no}')
    await page.getByRole('button', { name: 'Submit flag' }).click()
    await page.getByText('Wrong flag.').waitFor()
    await page.getByRole('link', { name: 'Close' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(where).toBe(`${board}?q=tI&hide=1`)
    expect(faults).toEqual([])
  })
})

it('typed letters stay while the challenges follow them', async () => {
  const open = await stage.organiser.game({ challenges: [{ title: 'High tide' }, { title: 'Low tide' }] })
  const player = await stage.organiser.player(open)
  const { page, where, ...visitor } = await stage.visit({ cookie: player.client.cookie })
  const board = `/games/${open.id}/Challenges`
  await visitor.open(board)
  const field = page.getByLabel('Find a challenge')
  await field.focus()
  await page.keyboard.type('low ')
  await expect.poll(where).toBe(`${board}?q=low`)
  await page.keyboard.type('tide')
  await expect.poll(where).toBe(`${board}?q=low+tide`)
  expect(await field.inputValue()).toBe('low tide')
  await page.keyboard.type('wrack')
  await page.getByRole('link', { name: 'Show all challenges' }).click()
  await expect.poll(() => field.inputValue()).toBe('')
})

it('a search stays when a panel opens over it, however quickly', async () => {
  const { page, where, ...visitor } = await stage.visit()
  const board = `/games/${game.id}/Scoreboard`
  await visitor.open('/games')
  await visitor.open(board)
  await page.getByText('Live', { exact: true }).waitFor()
  const wanted = items[0]!
  const row = page.locator('tbody.rows').getByRole('link', { name: wanted.name, exact: true })
  const panel = page.getByRole('dialog', { name: wanted.name })
  const field = page.getByLabel('Find a team')
  await field.fill(wanted.name)
  await row.click()
  await panel.waitFor()
  await page.goBack()
  await panel.waitFor({ state: 'detached' })
  expect(where()).toContain(board)
  expect(await field.inputValue()).toBe(wanted.name)

  await field.fill('')
  await row.click()
  await field.fill(wanted.name)
  await panel.getByRole('link', { name: 'Close' }).dblclick()
  await panel.waitFor({ state: 'detached' })
  await expect.poll(where).toContain('q=')
  expect(await field.inputValue()).toBe(wanted.name)
})

it('without script nothing is shown that needs script', async () => {
  const open = await stage.organiser.game()
  const player = await stage.organiser.player(open)
  const { page, ...visitor } = await stage.visit({ javaScript: false, cookie: player.client.cookie })
  const board = `/games/${open.id}`
  const paths = ['/', '/Teams', '/account/Profile', board, `${board}/Scoreboard`, `${board}/Challenges`]
  for (const path of [...paths, `${board}/Challenges?c=${open.challenges[0]!.id}`]) {
    await visitor.open(path)
    const dead = page
      .locator('.js-only, kbd, button[type=button]:not([popovertarget], :disabled)')
      .filter({ visible: true })
    expect([path, await dead.evaluateAll((all) => all.map(({ outerHTML }) => outerHTML))]).toEqual([path, []])
  }
  await visitor.open(`${board}/Scoreboard`)
  await page.getByRole('link', { name: 'Refresh' }).waitFor()
})
