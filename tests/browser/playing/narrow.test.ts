import type { Page } from 'playwright'
import { beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '~/server/platform/time'
import { PHONE } from '../../support/browser/browser'
import { openBrowserSuite, SCRIPT_MODES } from '../../support/browser/browser-suite'
import { type OpenGame, type Player, solve } from '../../support/games/organiser'

const stage = openBrowserSuite()

const CHALLENGES = [
  ...['Alpha', 'Bravo', 'Charlie', 'Delta'].map((title) => ({ title, category: 'Web' })),
  ...['Echo', 'Foxtrot', 'Golf', 'Hotel', 'India', 'Juliett'].map((title) => ({ title, category: 'Pwn' })),
  ...['Kilo', 'Lima', 'Mike', 'November'].map((title) => ({ title, category: 'Crypto' }))
]

let running: OpenGame
let over: OpenGame
let coming: OpenGame
let player: Player
beforeAll(async () => {
  running = await stage.organiser.game({ challenges: CHALLENGES, organizations: ['Open', 'Student'] })
  player = await stage.organiser.player(running, { organization: 'Open' })
  await solve(player, running)
  over = await stage.organiser.game({ challenges: CHALLENGES })
  await stage.organiser.join(player, over)
  await solve(player, over, 4)
  await stage.organiser.change(over, { startsIn: -2 * HOUR_MS, endsIn: -1000 })
  coming = await stage.organiser.game({ startsIn: HOUR_MS, endsIn: 2 * HOUR_MS })
  await stage.organiser.join(player, coming)
})

/** Pixels that the page can be scrolled sideways. */
const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Edges of the first element, in pixels from the top of the screen. */
const edges = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((one) => {
      const { top, bottom } = one.getBoundingClientRect()
      return { top, bottom }
    })

describe.each(SCRIPT_MODES)('the tools of the challenges on a phone, %s', (_, options) => {
  it('stand at the lower edge, and filter and order from there', async () => {
    const { page, open, where, faults } = await stage.visit({
      ...{ ...options, size: PHONE, touch: true },
      cookie: player.client.cookie
    })
    await open(`/games/${running.id}/Challenges`)
    const tools = '.board-tools'
    expect((await edges(page, tools)).bottom).toBeCloseTo(PHONE.height, 0)
    await page.getByRole('searchbox', { name: 'Find a challenge' }).waitFor()
    const order = page.getByRole('link', { name: 'By score' })
    expect(await order.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Filter and order' }).click()
    await page.getByRole('navigation', { name: 'Show' }).waitFor()
    await order.click()
    await expect.poll(where).toBe(`/games/${running.id}/Challenges?sort=score`)
    await page.keyboard.press('Escape')
    await order.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Filter and order (in use)' }).waitFor()
    // At its end the list stands above them.
    const last = page.locator('a.chal').last()
    await last.scrollIntoViewIfNeeded()
    await page.locator('.rail').evaluate((rail) => rail.scrollIntoView({ block: 'end' }))
    const card = await last.evaluate((one) => one.getBoundingClientRect().bottom)
    expect(card).toBeLessThanOrEqual((await edges(page, tools)).top)
    expect(await sideways(page)).toBe(0)
    expect(faults).toEqual([])
  })
})

/** 1280 px at 400%, and 1440 px at 200%. */
const WINDOWS: [string, { width: number; height: number }][] = [
  ['320 px wide', { width: 320, height: 640 }],
  ['at 200% zoom', { width: 720, height: 450 }]
]
/** Most of the window's height that may stand still. */
const STILL = 0.35

describe.each(WINDOWS)('a window %s', (_, size) => {
  it('shows every page of a game without scrolling sideways, and what stands still leaves room', async () => {
    const { page, open, faults } = await stage.visit({ size, cookie: player.client.cookie })
    const pages = [
      ...['', '/Challenges', '/Scoreboard', '/Notices', '/Help', '/Workspace'].map(
        (path) => `/games/${running.id}${path}`
      ),
      `/games/${running.id}/Teams/${player.team.id}`,
      ...['', '/Scoreboard', '/Replay', '/Statistics'].map((path) => `/games/${over.id}${path}`),
      ...['', '/Scoreboard'].map((path) => `/games/${coming.id}${path}`),
      '/Teams'
    ]
    for (const path of pages) {
      await open(path)
      await page.locator('main').first().waitFor()
      expect(await sideways(page), path).toBe(0)
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      const still = await page.evaluate(() => {
        const bars = [...document.querySelectorAll('.gamebar, .board-tools, form.replay')]
        const shown = bars.map((bar) => {
          const { position } = getComputedStyle(bar)
          const { top, bottom } = bar.getBoundingClientRect()
          const height = Math.min(bottom, innerHeight) - Math.max(top, 0)
          return position === 'sticky' ? Math.max(0, height) : 0
        })
        return shown.reduce((sum, height) => sum + height, 0) / innerHeight
      })
      expect(still, path).toBeLessThan(STILL)
    }
    expect(faults).toEqual([])
  })

  it('shows a challenge with its field for a flag, and rows of the board beside what stands still', async () => {
    const { page, open } = await stage.visit({ size, cookie: player.client.cookie })
    await open(`/games/${running.id}/Challenges?c=${running.challenges[1]!.id}`)
    const dialog = page.getByRole('dialog', { name: 'Bravo' })
    const { top, bottom } = await edges(page, '.flag-form')
    expect(top).toBeGreaterThan(0)
    expect(bottom).toBeLessThanOrEqual(size.height)
    expect(await dialog.getByLabel('Flag').isVisible()).toBe(true)
    await open(`/games/${over.id}/Replay`)
    const still = await page.evaluate(() => {
      const row = document.querySelector('.matrix tbody tr')!
      const held = [...row.children].filter((cell) => getComputedStyle(cell).position === 'sticky')
      const wide = held.reduce((sum, cell) => sum + cell.getBoundingClientRect().width, 0)
      return wide / document.querySelector('.matrix-wrap')!.getBoundingClientRect().width
    })
    expect(still).toBeLessThan(0.65)
  })
})
