import type { Page } from 'playwright'
import { beforeAll, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '~/server/platform/time'
import { PHONE } from '../support/browser/browser'
import { openBrowserSuite, SCRIPT_MODES } from '../support/browser/browser-suite'
import { type PlayedGame, playGame, sendFlags, sessionOf } from '../support/fixtures'

const PRIVACY = 'https://ctf.example.org/privacy'
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64'
)
const stage = openBrowserSuite({ PRIVACY_URL: PRIVACY })
let game: PlayedGame
/** Ends first, so the home page features it. */
let played: PlayedGame

beforeAll(async () => {
  const { db } = stage.platform.stores
  game = await playGame(db, {
    teams: 24,
    challenges: 6,
    startsIn: -60 * MINUTE_MS,
    endsIn: 60 * MINUTE_MS,
    divisionOf: (place) => (place % 2 === 0 ? 'Students' : 'Open')
  })
  await db.pool.query(`UPDATE games SET divisions = '{Students,Open}' WHERE id = $1`, [game.id])
  await sendFlags(
    db,
    game,
    game.teams.map((team) => ({ team, challenge: game.challenges[0]! }))
  )
  played = await playGame(db, { teams: 3, challenges: 2, startsIn: -60 * MINUTE_MS, endsIn: 30 * MINUTE_MS })
  const [first, second] = played.teams
  const [easy, hard] = played.challenges
  await sendFlags(db, played, [
    { team: first!, challenge: easy! },
    { team: first!, challenge: hard! },
    { team: second!, challenge: easy! }
  ])
})

describe.each(SCRIPT_MODES)('what every page has, %s', (_, options) => {
  it('is the product’s name until the platform has one, and links to read on', async () => {
    const { page, open, faults } = await stage.visit(options)
    await open('/games')
    expect(await page.title()).toBe('Games - Halyard')
    const foot = page.getByRole('contentinfo')
    await foot.getByText('Raise the flag.').waitFor()
    expect(await foot.getByRole('link', { name: 'Privacy' }).getAttribute('href')).toBe(PRIVACY)
    const version = foot.getByRole('link', { name: /^Version v\d+\.\d+\.\d+/ })
    expect(await version.getAttribute('href')).toBe('/About')
    expect(faults).toEqual([])
  })
})

describe('the list of games', () => {
  /** Each time range of the page, with its end by a clock in `zone`. */
  const endsOf = async (page: Page, zone: string) => {
    const clock = new Intl.DateTimeFormat('en-US', {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone: zone
    })
    const shown = await page
      .locator('.game-row time[data-local]')
      .evaluateAll((times) => times.map((time) => [time.getAttribute('data-local')!, time.textContent!]))
    return shown.map(([range, text]) => ({
      text: text!,
      end: clock.format(Number(range!.split(' ')[1]))
    }))
  }

  it.each(['/games', '/'])('has the times of the reader’s zone, and names it (%s)', async (path) => {
    // More games, so that the home page has a list beside the featured one.
    const { db } = stage.platform.stores
    await playGame(db, { teams: 1, challenges: 1, startsIn: -60 * MINUTE_MS, endsIn: 60 * MINUTE_MS })
    const { page, open, faults } = await stage.visit({ zone: 'Asia/Tokyo' })
    await open(path)
    await page.getByText('All times are in your time zone (Asia/Tokyo).').waitFor()
    const times = await endsOf(page, 'Asia/Tokyo')
    expect(times.length).toBeGreaterThan(0)
    for (const { text, end } of times) expect(text.endsWith(end), `${text} ends at ${end}`).toBe(true)
    expect(faults).toEqual([])
  })

  it.each(['/', 'game'])('no time of one game is of another zone than the rest (%s)', async (path) => {
    const { page, open, faults } = await stage.visit({ zone: 'Asia/Tokyo' })
    await open(path === 'game' ? `/games/${game.id}` : path)
    const times = page.locator('main time[data-local]')
    await expect.poll(() => times.allTextContents().then((texts) => texts.join(' '))).not.toContain('UTC')
    const ends = page.locator('.timebar .ends time')
    const at = Number(await ends.last().getAttribute('data-local'))
    const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'Asia/Tokyo' } as const
    expect(await ends.last().textContent()).toMatch(
      new RegExp(`${new Intl.DateTimeFormat('en-US', clock).format(at)} GMT\\+9$`)
    )
    expect(await ends.last().getAttribute('title')).toMatch(/ UTC$/)
    await page.getByText(/as of \d\d:\d\d:\d\d GMT\+9/).waitFor()
    expect(faults).toEqual([])
  })

  it('is in UTC without script, and names it', async () => {
    const { page, open } = await stage.visit({ javaScript: false, zone: 'Asia/Tokyo' })
    await open('/games')
    await page.getByText('All times are UTC.').waitFor()
    const times = await endsOf(page, 'UTC')
    expect(times.length).toBeGreaterThan(0)
    for (const { text, end } of times) expect(text.endsWith(end), `${text} ends at ${end}`).toBe(true)
  })

  it.each([
    ['a desk', undefined, 200],
    ['a phone', PHONE, 300]
  ])('shows a game with its poster, on %s', async (_, size, width) => {
    const { page, open } = await stage.visit({ size })
    await open('/games')
    const box = await page.locator('.game-row .poster').first().boundingBox()
    expect(box!.width).toBeGreaterThan(width)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })
})

describe('the home page', () => {
  const figure = (page: Page, name: string) => page.locator('.figs > div', { hasText: name }).locator('.v')
  /** The featured game, and its captured flags once its board is loaded. */
  const shown = async (page: Page) => [
    await page.locator('#feature a').getAttribute('href'),
    (await figure(page, 'Flags captured').allTextContents())[0]
  ]
  const row = (page: Page, name: string) =>
    page.getByRole('region', { name: 'Leading' }).getByRole('listitem').filter({ hasText: name })

  it('shows how the scores of teams rose, also without script', async () => {
    const { page, open, faults } = await stage.visit({ javaScript: false })
    await expect
      .poll(async () => {
        await open('/')
        return shown(page)
      })
      .toEqual([`/games/${played.id}`, '3'])
    expect(await figure(page, 'First bloods').textContent()).toMatch(/^2\s*of 2$/)
    const best = row(page, played.teams[0]!.name)
    const [, gained, score] = /\+([\d,]+) in 1 h\s*([\d,]+)$/.exec((await best.textContent())!)!
    // All of it came within the hour.
    expect(gained).toBe(score)
    expect(await best.locator('> svg path').getAttribute('d')).toMatch(/^M0 20H[\d.]+V[\d.]+.*H96$/)
    expect(await best.getByRole('link').getAttribute('href')).toMatch(
      new RegExp(`^/games/${played.id}/Teams/\\d+$`)
    )
    await page.getByText(/as of \d\d:\d\d:\d\d UTC/).waitFor()
    const names = page.locator('.race-key li')
    expect(await names.first().isVisible()).toBe(false)
    await page.setViewportSize(PHONE)
    expect(await names.first().textContent()).toBe(`1 ${played.teams[0]!.name}`)
    expect(faults).toEqual([])
  })

  it('tells a player what is new, what the team has not solved, and where it stands; a visitor only the first', async () => {
    const { db } = stage.platform.stores
    const last = game.teams.at(-1)!
    await sendFlags(db, game, [{ team: game.teams[0]!, challenge: game.challenges[3]! }])
    const { page, open, faults } = await stage.visit({
      javaScript: false,
      cookie: await sessionOf(stage.platform, last.members[0]!)
    })
    const next = page.getByRole('region', { name: 'Next for you' })
    await expect
      .poll(async () => {
        await open('/')
        return next.getByRole('listitem').allTextContents()
      })
      .toEqual(['004', '002', '003', '005'].map((title) => expect.stringContaining(`challenge ${title}`)))
    expect(await next.getByRole('listitem').first().textContent()).toContain('1 team has it')
    expect(await next.getByRole('listitem').last().textContent()).toContain('Nobody has it yet')
    expect(await next.getByRole('link', { name: 'challenge 004' }).getAttribute('href')).toBe(
      `/games/${game.id}/Challenges?c=${game.challenges[3]!.id}`
    )
    expect(await row(page, last.name).textContent()).toMatch(/^24/)
    await page
      .getByRole('region', { name: 'Live' })
      .getByText(`${game.teams[0]!.name} drew first blood on challenge 004`)
      .waitFor()

    const visitor = await stage.visit({ javaScript: false })
    await visitor.open('/')
    await visitor.page.getByRole('region', { name: 'Live' }).waitFor()
    expect(await visitor.page.getByRole('region', { name: 'Next for you' }).count()).toBe(0)
    expect([...faults, ...visitor.faults]).toEqual([])
  })

  it('follows the game while it is open, and keeps the reader’s focus and place', async () => {
    const { page, open, faults } = await stage.visit({ zone: 'Asia/Tokyo' })
    await page.clock.install()
    await expect
      .poll(async () => {
        await open('/')
        return shown(page)
      })
      .toEqual([`/games/${played.id}`, '3'])
    const third = { team: played.teams[2]!, challenge: played.challenges[0]! }
    await sendFlags(stage.platform.stores.db, played, [third])
    const link = row(page, played.teams[0]!.name).getByRole('link')
    await link.focus()
    await expect
      .poll(async () => {
        await page.clock.fastForward(20_000)
        return figure(page, 'Flags captured').textContent()
      })
      .toBe('4')
    expect(await link.evaluate((element) => document.activeElement === element)).toBe(true)
    expect(faults).toEqual([])
  })
})

/** Rows of teams that are whole on the first screen. */
const wholeRows = (page: Page) =>
  page
    .locator('tbody.rows [data-team]')
    .evaluateAll((all) => all.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length)

it('a scoreboard has 14 teams on the first screen of a desk, and some at 200 % zoom', async () => {
  const cookie = await sessionOf(stage.platform, game.teams[3]!.members[0])
  const { page, open } = await stage.visit({ cookie })
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(`/games/${game.id}/Scoreboard`)
  await page.getByText('Live', { exact: true }).waitFor()
  expect(await wholeRows(page)).toBeGreaterThanOrEqual(14)
  // A screen of 1440 by 900 at 200 % has half as many CSS pixels.
  await page.setViewportSize({ width: 720, height: 450 })
  await expect.poll(() => wholeRows(page)).toBeGreaterThanOrEqual(1)
})

describe('a scoreboard on a phone', () => {
  it('has its first teams on the first screen, and a chart that a button shows and hides', async () => {
    const cookie = await sessionOf(stage.platform, game.teams[3]!.members[0])
    const { page, open, faults } = await stage.visit({ size: PHONE, touch: true, cookie })
    await open(`/games/${game.id}/Scoreboard`)
    await page.getByText('Live', { exact: true }).waitFor()
    const first = await page.locator('.matrix tbody tr').first().boundingBox()
    // Below the line of the own team.
    expect(first!.y).toBeLessThanOrEqual(400)
    expect(await wholeRows(page)).toBeGreaterThanOrEqual(10)
    const chart = page.getByRole('img', { name: /over the course of the game/ })
    await page.getByText('Show chart').click()
    await chart.waitFor()
    await page.getByText('Hide chart').click()
    await chart.waitFor({ state: 'hidden' })
    expect(faults).toEqual([])
  })
})

describe.each(SCRIPT_MODES)('a profile, %s', (_, options) => {
  it('shows its first day, and describes its picture', async () => {
    const [member] = game.teams[0]!.members
    const cookie = await sessionOf(stage.platform, member!)
    const { page, open, faults } = await stage.visit({ ...options, cookie })
    await open('/account/Profile')
    const { rows } = await stage.platform.stores.db.pool.query<{ at: Date }>(
      'SELECT registered_at AS at FROM users WHERE id = $1',
      [member!.id]
    )
    const since = page.getByText(/^joined /)
    expect(await since.getAttribute('datetime')).toBe(rows[0]!.at.toISOString())
    const field = page.locator('#person input[type=file]')
    const colour = () => field.evaluate((input) => getComputedStyle(input).color)
    const button = () => field.evaluate((input) => getComputedStyle(input, '::file-selector-button').display)
    expect(await button()).toBe('none')
    const before = await colour()
    await field.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PICTURE })
    expect(before).toBe('rgba(0, 0, 0, 0)')
    expect(await colour()).not.toBe(before)
    // A click anywhere on the label opens the picker; the field is a native one for the keyboard.
    await field.focus()
    expect(await field.evaluate((input) => document.activeElement === input)).toBe(true)
    expect(faults).toEqual([])
  })
})

// The last test of the file, because the platform keeps its name.
it('a slogan of the platform is no part of its name', async () => {
  const { client } = stage.organiser
  await client.ok('PUT', '/api/admin/config', { globalConfig: { slogan: 'All hands' } })
  const { page, open } = await stage.visit({ cookie: client.cookie })
  await open('/')
  await page.getByRole('contentinfo').getByText('All hands').waitFor()
  expect(await page.title()).toMatch(/ - Halyard$/)
  await open('/admin/Settings')
  expect(await page.locator('input[name=title]').inputValue()).toBe('Halyard')
  await client.ok('PUT', '/api/admin/config', { globalConfig: { title: 'Ebbtide' } })
  await expect
    .poll(async () => {
      await open('/')
      return page.title()
    })
    .toMatch(/ - Ebbtide$/)
})
