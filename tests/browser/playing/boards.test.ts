import type { Page } from 'playwright'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Scoreboard } from '~/scoring/rules'
import { Client } from '../../support/api/client'
import { openBrowserSuite, SCRIPT_MODES } from '../../support/browser/browser-suite'
import { type PlayedGame, playGame, sendFlags, sessionOf } from '../../support/fixtures'
import { refreshBoard } from '../../support/scoring/refresh-board'
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
  await db.pool.query(
    `UPDATE teams SET country = CASE id % 4 WHEN 0 THEN 'DE' WHEN 1 THEN 'CZ' END WHERE id = ANY ($1)`,
    [game.teams.map(({ teamId }) => teamId)]
  )
  await refreshBoard(stage.platform.stores, game.id)
  const sent = game.teams.flatMap((team, place) =>
    game.challenges.filter((_, index) => (place + index) % 4 < 2).map((challenge) => ({ team, challenge }))
  )
  await sendFlags(db, game, sent)
  const client = new Client(stage.platform.url)
  const board = await until(async () => {
    const read = await client.ok<Scoreboard>('GET', `/api/game/${game.id}/scoreboard`)
    return (
      read.items.reduce((sum, { solvedCount }) => sum + solvedCount, 0) === sent.length &&
      read.items.some(({ country }) => country) &&
      read
    )
  })
  items = board.items
})

const names = (page: Page) => page.locator('tbody.rows .c-team a').allTextContents()

describe.each(SCRIPT_MODES)('a scoreboard of many teams, %s', (_, options) => {
  const open = async (path = '') => {
    const visitor = await stage.visit(options)
    await visitor.open(`/games/${game.id}/Scoreboard${path}`)
    if (options.javaScript !== false) await visitor.page.getByText('Live', { exact: true }).waitFor()
    return visitor
  }

  it('shows divisions, each with ranks of its own', async () => {
    const { page, where, faults } = await open()
    const students = items.filter(({ organization }) => organization === 'Students')
    await page.getByRole('navigation', { name: 'Division' }).getByRole('link', { name: 'Students' }).click()
    const expected = students.slice(0, 10).map(({ name }) => name)
    await expect.poll(async () => (await names(page)).slice(0, 10)).toEqual(expected)
    await expect.poll(where).toBe(`/games/${game.id}/Scoreboard?division=Students`)
    const ranks = await page.locator('tbody.rows .c-rank b').allTextContents()
    expect(ranks.slice(0, 5)).toEqual(['1', '2', '3', '4', '5'])
    const overall = await page.locator('tbody.rows .c-all').allTextContents()
    expect(overall.slice(0, 5)).toEqual(students.slice(0, 5).map(({ rank }) => String(rank)))
    await page.goBack()
    await expect.poll(async () => (await names(page))[0]).toBe(items[0]!.name)
    expect(faults).toEqual([])
  })

  it('is chosen by country, which stays chosen with a division', async () => {
    const { page, where, faults } = await open()
    const of = (country: string, division?: string) =>
      items
        .filter((one) => one.country === country && (!division || one.organization === division))
        .slice(0, 10)
        .map(({ name }) => name)
    const first = async () => (await names(page)).slice(0, 10)
    const code = page.locator('tbody.rows .cc').first()
    expect(['Germany', 'Czechia']).toContain(await code.getAttribute('aria-label'))
    await page.getByLabel('Country').selectOption('DE')
    if (options.javaScript === false) await page.getByRole('button', { name: 'Filter' }).click()
    await expect.poll(first).toEqual(of('DE'))
    await expect.poll(where).toContain('country=DE')
    if (options.javaScript !== false) await page.getByText('Live', { exact: true }).waitFor()
    await page.getByRole('navigation', { name: 'Division' }).getByRole('link', { name: 'Students' }).click()
    await expect.poll(first).toEqual(of('DE', 'Students'))
    await expect.poll(where).toBe(`/games/${game.id}/Scoreboard?division=Students&country=DE`)
    expect(await page.getByLabel('Country').inputValue()).toBe('DE')
    expect(await page.locator('.chart .nm').count()).toBeGreaterThan(0)
    expect(faults).toEqual([])
  })

  it('a team is found by its name in a long scoreboard', async () => {
    const { page, where, faults } = await open()
    const wanted = items.at(-1)!
    await page.getByLabel('Find a team').fill(wanted.name.toUpperCase())
    await page.keyboard.press('Enter')
    await expect.poll(() => names(page)).toEqual([wanted.name])
    await expect.poll(where).toContain('q=')
    await expect.poll(() => page.locator('tbody.rows .c-rank b').textContent()).toBe(String(wanted.rank))
    await page.getByLabel('Find a team').fill('nobody has this name')
    await page.keyboard.press('Enter')
    await page.getByText('No teams match').waitFor()
    await page.getByRole('link', { name: 'Show all teams' }).click()
    await expect.poll(async () => (await names(page))[0]).toBe(items[0]!.name)
    expect(faults).toEqual([])

    const empty = await open('?q=nobody')
    await empty.page.getByText('No teams match').waitFor()
    await empty.page.getByRole('link', { name: 'Show all teams' }).click()
    await expect.poll(async () => (await names(empty.page))[0]).toBe(items[0]!.name)
  })

  it('reports that a division is empty, and links out of it', async () => {
    const { page, where, faults } = await open('?division=Guests')
    await page.getByText('No teams yet').waitFor()
    await page.getByRole('link', { name: 'Show all teams' }).click()
    await expect.poll(async () => (await names(page))[0]).toBe(items[0]!.name)
    await expect.poll(where).toBe(`/games/${game.id}/Scoreboard`)
    expect(faults).toEqual([])
  })

  it('shows what a team has solved, and closes again', async () => {
    const { page, where, faults } = await open()
    const team = items[2]!
    await page.locator('tbody.rows').getByRole('link', { name: team.name, exact: true }).click()
    const panel = page.getByRole('dialog', { name: team.name })
    await panel.waitFor()
    await expect.poll(where).toContain('team=')
    await expect.poll(() => panel.locator('tbody tr').count()).toBe(team.solvedCount)
    await panel.getByRole('link', { name: 'Close' }).click()
    await panel.waitFor({ state: 'detached' })
    await expect.poll(where).toBe(`/games/${game.id}/Scoreboard`)
    expect(faults).toEqual([])
  })

  it('has each column’s head above its cells, and each type above its challenges', async () => {
    const { page, faults } = await open()
    const edges = (row: string) =>
      page
        .locator(`.matrix ${row} > *`)
        .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().right)))
    const heads = await edges('thead tr:nth-child(2)')
    expect(heads.length).toBeGreaterThan(5)
    expect(await edges('tbody.rows tr:first-child')).toEqual(heads)
    const types = await edges('thead tr:first-child')
    expect(heads).toEqual(expect.arrayContaining(types))
    expect(types.at(-1)).toBe(heads.at(-1))
    expect(faults).toEqual([])
  })

  it('has every team, in order', async () => {
    const { page, faults } = await open()
    const all = items.map(({ name }) => name)
    if (options.javaScript === false) {
      const seen: string[] = []
      for (;;) {
        seen.push(...(await names(page)))
        const next = page.getByRole('link', { name: 'Next page' })
        if ((await next.count()) === 0) break
        const address = await next.getAttribute('href')
        await next.click()
        await page.waitForURL((url) => url.pathname + url.search === address)
      }
      expect(seen).toEqual(all)
    } else {
      const seen = new Set<string>()
      const wrap = page.locator('.matrix-wrap')
      const look = async (at: number) => {
        await wrap.evaluate((element, top) => element.scrollTo(0, top), at)
        const shown = await names(page)
        const first = all.indexOf(shown[0]!)
        expect(shown).toEqual(all.slice(first, first + shown.length))
        for (const name of shown) seen.add(name)
      }
      // The page adds rows when it is idle.
      await until(async () => {
        for (let at = 0; at <= TEAMS * 32 + 1000; at += 400) await look(at)
        return seen.size === TEAMS
      })
      expect(await page.locator('tbody.rows tr').count()).toBeLessThan(TEAMS)
    }
    expect(faults).toEqual([])
  })
})

it('a live scoreboard is printed with all its rows', async () => {
  const { page, open, faults } = await stage.visit()
  await open(`/games/${game.id}/Scoreboard`)
  await page.getByText('Live', { exact: true }).waitFor()
  const rows = page.locator('tbody.rows tr')
  await expect.poll(() => rows.count()).toBeLessThan(TEAMS)
  await page.evaluate(() => {
    const count = () => document.querySelectorAll('tbody.rows tr').length
    addEventListener('beforeprint', () => document.documentElement.setAttribute('data-printed', `${count()}`))
  })
  await page.pdf()
  expect(await page.locator('html').getAttribute('data-printed')).toBe(`${TEAMS}`)
  await expect.poll(() => rows.count()).toBeLessThan(TEAMS)
  expect(faults).toEqual([])
})

describe('the chart', () => {
  it('reads the scores of a time by keys and pointer, aloud too', async () => {
    const { page, open, faults } = await stage.visit()
    await open(`/games/${game.id}/Scoreboard`)
    await page.getByText('Live', { exact: true }).waitFor()
    const reader = page.getByRole('slider', { name: 'Scores at a time' })
    const spoken = () => reader.getAttribute('aria-valuetext')
    const shown = page.locator('.chart .scores')
    const leader = `${items[0]!.name} ${items[0]!.score.toLocaleString('en-US')}`
    await reader.focus()
    await expect.poll(spoken).toContain(leader)
    expect(await shown.locator('li').count()).toBe(5)
    expect(await shown.locator('li').first().textContent()).toContain(items[0]!.name)
    await page.keyboard.press('Home')
    await expect.poll(spoken).toContain(`${items[0]!.name} 0`)
    await page.keyboard.press('End')
    await expect.poll(spoken).toContain(leader)
    await page.keyboard.press('Escape')
    await expect.poll(() => shown.count()).toBe(0)

    const plot = (await page.locator('.chart > svg').boundingBox())!
    await page.mouse.move(plot.x + 2, plot.y + plot.height / 2)
    await shown.waitFor()
    expect(await page.locator('.chart .cross circle').count()).toBe(5)
    // The future has no scores.
    await page.mouse.move(plot.x + plot.width - 2, plot.y + plot.height / 2)
    await expect.poll(() => shown.count()).toBe(0)
    expect(faults).toEqual([])
  })

  it('zooms in by keys and mouse, and back to the whole', async () => {
    const { page, open, faults } = await stage.visit()
    await open(`/games/${game.id}/Scoreboard`)
    await page.getByText('Live', { exact: true }).waitFor()
    const tools = page.getByRole('group', { name: 'Time range' })
    const shown = tools.locator('output')
    const press = (name: string) => tools.getByRole('button', { name, exact: true }).press('Enter')
    const shownText = () => shown.textContent()
    expect(await shownText()).toBe('')
    await press('Zoom in')
    await expect.poll(shownText).not.toBe('')
    const closer = await shownText()
    await press('Earlier')
    await expect.poll(shownText).not.toBe(closer)
    await press('Earlier')
    const earlier = tools.getByRole('button', { name: 'Earlier' })
    await expect.poll(() => earlier.getAttribute('aria-disabled')).toBe('true')
    await tools.getByRole('link', { name: 'All' }).press('Enter')
    await expect.poll(shownText).toBe('')

    const plot = (await page.locator('.chart > svg').boundingBox())!
    await page.mouse.move(plot.x + 20, plot.y + 150)
    await page.mouse.down()
    await page.mouse.move(plot.x + plot.width / 4, plot.y + 150, { steps: 3 })
    await page.mouse.up()
    await expect.poll(shownText).not.toBe('')
    await page.mouse.dblclick(plot.x + plot.width / 2, plot.y + 150)
    await expect.poll(shownText).toBe('')
    expect(faults).toEqual([])
  })
})

it('a name of wide letters ends inside the chart', async () => {
  const { page, open } = await stage.visit()
  await open(`/games/${game.id}/Scoreboard`)
  const ends = await page
    .locator('.chart .nm')
    .first()
    .evaluate((name) => {
      name.textContent = 'W'.repeat(20)
      const right = (element: Element) => element.getBoundingClientRect().right
      return {
        cut: name.scrollWidth > name.clientWidth,
        inside: right(name) <= right(name.closest('.chart')!)
      }
    })
  expect(ends).toEqual({ cut: true, inside: true })
})

describe.each(SCRIPT_MODES)('teams in the chart, %s', (_, options) => {
  const bold = (page: Page) => page.locator('.chart .pinned .nm').allTextContents()
  const address = (teams: number[]) => `/games/${game.id}/Scoreboard?teams=${teams.join()}`

  it('are compared by links, those beyond the leaders too, and told apart in a table', async () => {
    const { page, where, open, faults } = await stage.visit(options)
    const [leader, far] = [items[0]!, items[60]!]
    await open(`/games/${game.id}/Scoreboard?team=${far.id}`)
    if (options.javaScript !== false) await page.getByText('Live', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Compare in the chart' }).click()
    await page.getByRole('link', { name: 'Close' }).click()
    await expect.poll(() => bold(page)).toEqual([far.name])
    await expect.poll(where).toBe(address([far.id]))
    const key = page.getByRole('navigation', { name: 'Compare teams' })
    const link = key.locator(`[data-team="${leader.id}"]`)
    await key.locator('[aria-current]').focus()
    await link.press('Enter')
    await expect.poll(async () => (await bold(page)).toSorted()).toEqual([far.name, leader.name].toSorted())
    await expect.poll(where).toBe(address([far.id, leader.id]))
    await page.getByText('Comparison as a table').click()
    const rows = page.locator('.compared tbody tr')
    expect(await rows.locator('bdi').allTextContents()).toEqual([leader.name, far.name])
    expect(await rows.first().locator('td').last().textContent()).toBe(leader.score.toLocaleString('en-US'))

    await page.goBack()
    await expect.poll(() => bold(page)).toEqual([far.name])
    await key.getByRole('link', { name: 'Stop comparing' }).click()
    await expect.poll(() => bold(page)).toEqual([])
    await expect.poll(where).toBe(`/games/${game.id}/Scoreboard`)
    expect(faults).toEqual([])
  })

  it('are those of the address only; one that is no team of the board changes nothing', async () => {
    const { page, open, faults } = await stage.visit(options)
    await open(address([2147483647, items[3]!.id]))
    await expect.poll(() => bold(page)).toEqual([items[3]!.name])
    await open(address([2147483647]))
    expect(await page.locator('.chart .faded').count()).toBe(0)
    expect(faults).toEqual([])
  })
})

it('compared teams are remembered in the browser, and pressed at their lines', async () => {
  const { page, where, open, faults } = await stage.visit()
  await open(`/games/${game.id}/Scoreboard`)
  await page.getByText('Live', { exact: true }).waitFor()
  await page.locator('.chart .tag').filter({ hasText: items[2]!.name }).click()
  const compared = `/games/${game.id}/Scoreboard?teams=${items[2]!.id}`
  await expect.poll(where).toBe(compared)
  await open(`/games/${game.id}/Scoreboard`)
  await expect.poll(where).toBe(compared)
  // The address of somebody else is shown, and not remembered.
  await open(`/games/${game.id}/Scoreboard?teams=${items[5]!.id}`)
  await expect.poll(() => page.locator('.chart .pinned .nm').allTextContents()).toEqual([items[5]!.name])
  await open(`/games/${game.id}/Scoreboard`)
  await expect.poll(where).toBe(compared)
  await page.getByRole('link', { name: 'Stop comparing' }).click()
  await expect.poll(where).toBe(`/games/${game.id}/Scoreboard`)
  await open(`/games/${game.id}/Scoreboard`)
  await page.getByText('Live', { exact: true }).waitFor()
  expect(await page.locator('.chart .pinned').count()).toBe(0)
  expect(faults).toEqual([])
})

describe.each(SCRIPT_MODES)('a projector, %s', (_, options) => {
  const path = (rest = '') => `/games/${game.id}/Scoreboard?view=projector${rest}`
  const shown = (page: Page) => page.locator('.pj-table tbody th bdi').allTextContents()
  const teams = (from: number) => items.slice(from, from + 14).map(({ name }) => name)

  it('shows the teams page by page, without anything around them', async () => {
    const { page, open, faults } = await stage.visit(options)
    await open(path())
    expect(await shown(page)).toEqual(teams(0))
    expect(await page.getByRole('navigation').count()).toBe(0)
    expect(await page.locator('.pj-clock time').textContent()).toMatch(/^\d+:\d\d:\d\d$/)
    if (options.javaScript === false) {
      const next = await page.locator('noscript meta[http-equiv=refresh]').getAttribute('content')
      expect(next).toBe(`20;url=${path('&page=2')}`)
      await open(path('&page=2'))
    } else {
      await page.getByText('Live', { exact: true }).waitFor()
      // Otherwise the page might turn by itself in between.
      await page.getByRole('button', { name: 'Pause page turning' }).click()
      await page.getByRole('button', { name: 'Next page' }).click()
    }
    await expect.poll(() => shown(page)).toEqual(teams(14))
    await open(path('&division=Students&page=99'))
    const students = items.filter(({ organization }) => organization === 'Students').map(({ name }) => name)
    const last = students.slice(Math.floor((students.length - 1) / 14) * 14)
    expect(await shown(page)).toEqual(last)
    await page.getByRole('link', { name: 'Exit' }).click()
    await page.getByLabel('Find a team').waitFor()
    expect(faults).toEqual([])
  })
})

describe('a projector', () => {
  it('turns its pages by itself until it is stopped', async () => {
    const { page, open, faults } = await stage.visit()
    await page.clock.install()
    await open(`/games/${game.id}/Scoreboard?view=projector`)
    await page.getByText('Live', { exact: true }).waitFor()
    const place = () => page.locator('.pj-pages span').textContent()
    await page.clock.runFor(21_000)
    await expect.poll(place).toMatch(/^2 /)
    await page.getByRole('button', { name: 'Pause page turning' }).click()
    await page.clock.runFor(60_000)
    expect(await place()).toMatch(/^2 /)
    await page.getByRole('button', { name: 'Resume page turning' }).click()
    await page.clock.runFor(21_000)
    await expect.poll(place).toMatch(/^3 /)
    // The advanced clock times the socket out, and perhaps again while it reconnects.
    expect(faults.filter((fault) => !fault.includes('WebSocket'))).toEqual([])
  })

  it('reads the game again at its end, which may be later by now', async () => {
    const played = await stage.organiser.game({ endsIn: 600_000 })
    const { page, open } = await stage.visit()
    await page.clock.install()
    await open(`/games/${played.id}/Scoreboard?view=projector`)
    await stage.organiser.change(played, { endsIn: 7_200_000 })
    const left = () => page.locator('.pj-clock time').textContent()
    await expect.poll(left).toMatch(/^0:/)
    await page.clock.runFor(601_000)
    await expect.poll(left).toMatch(/^1:/)
  })
})

describe('a player without script', () => {
  it('sees the own team on every page of the board, and its rank on the page of the game', async () => {
    const place = 117
    const own = items[place - 1]!
    const member = game.teams.find(({ teamId }) => teamId === own.id)!.members[0]
    const cookie = await sessionOf(stage.platform, member)
    const { page, open, faults } = await stage.visit({ javaScript: false, cookie })
    const mine = page.locator('.matrix tr.own-row').filter({ hasText: own.name })
    for (const at of ['', '?page=2', '?page=3', `?division=${own.organization}`]) {
      await open(`/games/${game.id}/Scoreboard${at}`)
      expect(await mine.count()).toBeGreaterThan(0)
    }
    await open(`/games/${game.id}/Scoreboard?page=3`)
    expect(await names(page)).toEqual(items.slice(100).map(({ name }) => name))
    await open(`/games/${game.id}`)
    const panel = page.locator('.own-place')
    expect(await panel.locator('dd').first().textContent()).toBe(`${place} of ${TEAMS}`)
    expect(await panel.textContent()).toContain(items[place - 2]!.name)
    expect(faults).toEqual([])
  })
})

describe.each(SCRIPT_MODES)('a player, %s', (_, options) => {
  it.each([0, 60, TEAMS - 1])(
    'reads how far the neighbours of the place after %i are, and is led to the own page',
    async (at) => {
      const own = items[at]!
      const member = game.teams.find(({ teamId }) => teamId === own.id)!.members[0]
      const { page, open, faults } = await stage.visit({
        ...options,
        cookie: await sessionOf(stage.platform, member)
      })
      await open(`/games/${game.id}/Scoreboard?page=2`)
      if (options.javaScript !== false) await page.getByText('Live', { exact: true }).waitFor()
      const line = page.locator('.own-line')
      const number = (value: number) => value.toLocaleString('en-US')
      const [above, below] = [items[at - 1], items[at + 1]]
      const expected = [
        ...[`Rank${own.rank}of ${TEAMS}`, own.name, `${number(own.score)} pts`],
        ...(above ? [`${number(above.score - own.score)} behind ${above.name}`] : []),
        ...(below ? [`${number(own.score - below.score)} ahead of ${below.name}`] : [])
      ]
      expect(await line.textContent()).toBe(expected.join(''))
      await line.getByRole('link', { name: own.name }).click()
      await page.getByRole('heading', { level: 1, name: own.name }).waitFor()
      expect(faults).toEqual([])
    }
  )
})
