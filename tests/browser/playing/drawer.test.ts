import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '~/server/platform/time'
import { overflow, PHONE, violations } from '../../support/browser/browser'
import { openBrowserSuite } from '../../support/browser/browser-suite'
import { type OpenGame, type Player, solve, tag } from '../../support/games/organiser'

const stage = openBrowserSuite()

const notify = (game: OpenGame, content: string) =>
  stage.organiser.client.ok('POST', `/api/edit/games/${game.id}/notices`, { content })
const bell = (page: Page) => page.locator('a.bell[role=button]')
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Notices' })
const numberOf = async (page: Page) => (await bell(page).getAttribute('aria-label')) ?? ''
const lines = (page: Page) => drawer(page).locator('.feed > li .body').allTextContents()

/** A page whose bell is alive; its game has told a notice before, so that the visit has something to have read. */
async function visit(player: Player, path: string, options = {}) {
  const visitor = await stage.visit({ cookie: player.client.cookie!, ...options })
  const first = visitor.page.waitForResponse((answer) => answer.url().includes('/Notices/Unread'))
  await visitor.open(path)
  await first
  await bell(visitor.page).waitFor()
  return visitor
}

async function toldGame() {
  const game = await stage.organiser.game()
  const player = await stage.organiser.player(game)
  await notify(game, `Welcome ${tag()}`)
  return { game, player, base: `/games/${game.id}` }
}

describe('the bell', () => {
  it('counts on every page of the browser what none of them has shown', async () => {
    const { game, player, base } = await toldGame()
    const { context, page, faults } = await visit(player, `${base}/Help`)
    const other = await context.newPage()
    await other.goto(`${base}/Scoreboard`)
    await bell(other).waitFor()
    await expect.poll(() => numberOf(page)).toBe('Notices')
    await other.getByText('Live', { exact: true }).waitFor()
    await notify(game, 'Lunch is ready')
    for (const one of [page, other]) await expect.poll(() => numberOf(one)).toBe('Notices, unread: 1')
    // A page that is opened later counts it too.
    const late = await context.newPage()
    await late.goto('/')
    await expect.poll(() => numberOf(late)).toBe('Notices, unread: 1')
    await bell(page).click()
    await drawer(page).getByText('Lunch is ready').waitFor()
    for (const one of [page, other, late]) await expect.poll(() => numberOf(one)).toBe('Notices')
    expect(faults).toEqual([])
  })

  it('shares what was read with the panel of the challenges', async () => {
    const { game, player, base } = await toldGame()
    const { page } = await visit(player, `${base}/Challenges`)
    await page.getByText('Live', { exact: true }).waitFor()
    const marked = page.locator('.board-side .feed > li[data-unread], #notices .feed > li[data-unread]')
    await notify(game, 'Rooms have moved')
    await expect.poll(() => marked.count()).toBe(1)
    await bell(page).click()
    await drawer(page).getByText('Rooms have moved').waitFor()
    await notify(game, 'Rooms are back')
    await drawer(page).getByText('Rooms are back').waitFor()
    await drawer(page).getByRole('button', { name: 'Mark all as read' }).click()
    await expect.poll(() => marked.count()).toBe(0)
    expect(await drawer(page).locator('[data-unread]').count()).toBe(0)
  })
})

describe('the drawer', () => {
  it('takes the focus, adds what arrives, and gives the focus back', async () => {
    const { game, player, base } = await toldGame()
    const { page, faults } = await visit(player, `${base}/Help`)
    await bell(page).focus()
    await page.keyboard.press('Space')
    await drawer(page).waitFor()
    expect(await bell(page).getAttribute('aria-expanded')).toBe('true')
    await drawer(page).getByRole('link', { name: 'All' }).focus()
    await notify(game, '**Soup** is out')
    await expect.poll(async () => (await lines(page))[0]).toContain('Soup is out')
    expect(await drawer(page).locator('li[data-unread]').count()).toBe(1)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('All')
    expect(await violations(page)).toEqual([])
    await drawer(page).getByRole('link', { name: 'Bloods' }).click()
    await drawer(page).getByText('No notices yet.').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => drawer(page).count()).toBe(0)
    expect(await bell(page).getAttribute('aria-expanded')).toBe('false')
    expect(await bell(page).evaluate((one) => one === document.activeElement)).toBe(true)
    await bell(page).click()
    await drawer(page).waitFor()
    await page.locator('main').click({ position: { x: 4, y: 4 } })
    await expect.poll(() => drawer(page).count()).toBe(0)
    expect(faults).toEqual([])
  })

  it('opens by a key that the list of keys names, shows what the own team solved, and leaves the key to fields', async () => {
    const { game, player, base } = await toldGame()
    await solve(player, game)
    const { page, faults } = await visit(player, `${base}/Scoreboard`)
    const search = page.getByRole('searchbox').first()
    await search.focus()
    await page.keyboard.press('n')
    expect(await search.inputValue()).toBe('n')
    expect(await drawer(page).count()).toBe(0)
    await search.evaluate((field: HTMLInputElement) => field.blur())
    await page.keyboard.press('?')
    await page.locator('#all-keys').getByText('notices').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('n')
    await drawer(page).waitFor()
    await drawer(page).getByRole('link', { name: 'My team' }).click()
    await drawer(page).locator('li[data-id^="solve-"]').waitFor()
    expect(await drawer(page).locator('[data-unread]').count()).toBe(0)
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect.poll(() => drawer(page).count()).toBe(0)
    await page.evaluate(() => localStorage.setItem('single-keys', 'off'))
    await page.keyboard.press('n')
    expect(await drawer(page).count()).toBe(0)
    expect(faults).toEqual([])
  })

  it('covers a phone, where the page behind it cannot be reached', async () => {
    const { player, base } = await toldGame()
    const { page } = await visit(player, `${base}/Scoreboard`, { size: PHONE, touch: true, scheme: 'light' })
    await bell(page).click()
    await drawer(page).waitFor()
    expect(await page.locator('dialog:modal').count()).toBe(1)
    expect(await overflow(page)).toEqual([])
    expect(await violations(page)).toEqual([])
    await drawer(page).getByRole('button', { name: 'Close the notices' }).click()
    expect(await bell(page).evaluate((one) => one === document.activeElement)).toBe(true)
  })
})

describe('the page of notices', () => {
  it('is where the bell leads without script, and for visitors', async () => {
    const { game, base } = await toldGame()
    await notify(game, 'Doors open at noon')
    const { page, open } = await stage.visit({ javaScript: false })
    await open(base)
    await page.getByRole('link', { name: 'Notices' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Doors open at noon' }).waitFor()
    expect(await page.getByRole('button', { name: 'Mark all as read' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Bloods' }).click()
    await page.getByText('No notices yet.').waitFor()
  })

  it('is empty before the start, when no bell leads to it, and none of a hidden game', async () => {
    const coming = await stage.organiser.game({ startsIn: HOUR_MS, endsIn: 7_200_000 })
    const { page, open } = await stage.visit()
    expect(await open(`/games/${coming.id}/Notices`)).toBe(200)
    await page.getByText('No notices yet.').waitFor()
    expect(await page.locator('.bell').count()).toBe(0)
    const hidden = await stage.organiser.game({ hidden: true })
    const player = await stage.organiser.player(await stage.organiser.game())
    const statusOf = async (path: string) => (await player.client.call('GET', path)).status
    expect(await statusOf(`/games/${hidden.id}/Notices`)).toBe(404)
    expect(await statusOf(`/games/${hidden.id}/Notices/Unread?after=0`)).toBe(404)
    expect(await statusOf(`/games/${coming.id}/Notices/Unread?after=-1`)).toBe(400)
  })
})
