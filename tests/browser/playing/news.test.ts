import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '~/server/platform/time'
import { violations } from '../../support/browser/browser'
import { openBrowserSuite } from '../../support/browser/browser-suite'
import { type OpenGame, type Player, tag } from '../../support/games/organiser'

const stage = openBrowserSuite()

/** Opens a page as the player; `stayed` is false when it was loaded again. */
async function openPage({ client }: Player, path: string) {
  const visitor = await stage.visit({ cookie: client.cookie! })
  await visitor.open(path)
  await visitor.page.evaluate(() => document.documentElement.setAttribute('data-stayed', ''))
  const stayed = async () => (await visitor.page.locator('html[data-stayed]').count()) === 1
  return { ...visitor, stayed }
}

const toasts = (page: Page) => page.locator('.toast').allTextContents()
const toasted = (page: Page, text: string) => page.locator('.toast', { hasText: text }).waitFor()
const tabs = (page: Page) =>
  page.getByRole('navigation', { name: 'Game', exact: true }).getByRole('link').allTextContents()

async function participation(game: OpenGame, { team }: Player): Promise<number> {
  const path = `/api/game/${game.id}/participations`
  const all = await stage.organiser.client.ok<{ id: number; team: { id: number } }[]>('GET', path)
  return all.find((one) => one.team.id === team.id)!.id
}
const review = async (game: OpenGame, player: Player, change: object) =>
  stage.organiser.client.ok('PUT', `/api/admin/participation/${await participation(game, player)}`, change)
const notify = (game: OpenGame, content: string) =>
  stage.organiser.client.ok('POST', `/api/edit/games/${game.id}/notices`, { content })

/** Pages of a running game without a socket of their own. */
const QUIET = ['Corrections', 'Decisions', 'Replay', 'Writeup', 'verify']

describe('a player who waits for a review', () => {
  it.each([
    ['before the start', { startsIn: HOUR_MS, endsIn: 2 * HOUR_MS }],
    ['in a running game', {}]
  ])('gets it on the game’s page at once, %s', async (_, times) => {
    const game = await stage.organiser.game({ acceptWithoutReview: false, ...times })
    const player = await stage.organiser.player(game)
    const { page, stayed, faults } = await openPage(player, `/games/${game.id}`)
    await page.getByText('This page shows the decision as soon as it is made.').waitFor()
    await review(game, player, { status: 'Accepted' })
    await toasted(page, 'Your team is accepted.')
    const panel = page.locator('.state-panel')
    await panel.getByText('Accepted', { exact: true }).waitFor()
    await review(game, player, { status: 'Suspended' })
    await toasted(page, 'Your team is suspended.')
    await panel.getByText('Suspended', { exact: true }).waitFor()
    expect(await toasts(page)).toHaveLength(1)
    expect(await violations(page)).toEqual([])
    expect(await stayed()).toBe(true)
    expect(faults).toEqual([])
  })

  it('learns how to check again without script', async () => {
    const game = await stage.organiser.game({ acceptWithoutReview: false })
    const player = await stage.organiser.player(game)
    const { page, open } = await stage.visit({ cookie: player.client.cookie!, javaScript: false })
    await open(`/games/${game.id}`)
    await page.getByText('Refresh this page to see the decision.').waitFor()
    await review(game, player, { status: 'Rejected' })
    await page.locator('.state-panel').getByRole('link', { name: 'Refresh' }).click()
    await page.locator('.state-panel').getByText('Rejected', { exact: true }).waitFor()
  })
})

describe('a registered player', () => {
  it('learns on the scoreboard of a suspension, its end, and the division', async () => {
    const game = await stage.organiser.game({ organizations: ['Open', 'Student'] })
    const player = await stage.organiser.player(game, { organization: 'Open' })
    await stage.organiser.player(game, { organization: 'Open' })
    const { page, stayed } = await openPage(player, `/games/${game.id}/Scoreboard`)
    await page.getByText('Live', { exact: true }).waitFor()
    await review(game, player, { status: 'Suspended' })
    await toasted(page, 'Your team is suspended.')
    await expect
      .poll(() => tabs(page))
      .toEqual([
        'Overview',
        'Challenges Your registration is not accepted, so you cannot see the challenges.',
        'Scoreboard',
        'Help'
      ])
    await review(game, player, { status: 'Accepted' })
    await toasted(page, 'Your team is reinstated.')
    await expect.poll(() => tabs(page)).toEqual(['Overview', 'Challenges', 'Scoreboard', 'Help'])
    await page.locator('tbody.rows tr.own-row').first().waitFor()
    await review(game, player, { organization: 'Student' })
    await toasted(page, 'Your team now plays in Student.')
    expect(await stayed()).toBe(true)
  })

  it('learns of another division on the challenges’ page, and leaves it when suspended', async () => {
    const game = await stage.organiser.game({ organizations: ['Open', 'Student'] })
    const player = await stage.organiser.player(game, { organization: 'Open' })
    const { page, where, stayed } = await openPage(player, `/games/${game.id}/Challenges`)
    await page.getByText('Live', { exact: true }).waitFor()
    await review(game, player, { organization: 'Student' })
    await toasted(page, 'Your team now plays in Student.')
    await page.locator('.rail').getByText('Student').first().waitFor()
    expect(await stayed()).toBe(true)
    await review(game, player, { status: 'Suspended' })
    await expect.poll(where).toBe(`/games/${game.id}`)
    await page
      .locator('.banner')
      .getByText('Your registration is not accepted, so you cannot see the challenges.')
      .waitFor()
  })
})

describe('a notice', () => {
  it('reaches every page of the game and home, once each', async () => {
    const game = await stage.organiser.game()
    const player = await stage.organiser.player(game)
    const base = `/games/${game.id}`
    const pages: Page[] = []
    const paths = [base, `${base}/Scoreboard`, `${base}/Challenges`, '/']
    for (const path of [
      ...paths,
      ...QUIET.map((name) => `${base}/${name}`),
      `${base}/Teams/${player.team.id}`
    ])
      pages.push((await openPage(player, path)).page)
    const projector = await stage.visit()
    await projector.open(`${base}/Scoreboard?view=projector`)
    await projector.page.getByText('Live', { exact: true }).waitFor()
    for (const page of pages.slice(1, 3)) await page.getByText('Live', { exact: true }).waitFor()
    // A received message proves that the socket is connected.
    const first = `First ${tag()}`
    await expect
      .poll(
        async () => {
          await notify(game, first)
          const unmarked = pages.filter((_, place) => place !== 1 && place !== 2)
          const heard = await Promise.all(unmarked.map(async (page) => (await toasts(page)).length > 0))
          return heard.every(Boolean)
        },
        // Each notice arrives within a second.
        { interval: 1500 }
      )
      .toBe(true)
    const text = `Lunch ${tag()}`
    await notify(game, `**${text}** is ready`)
    for (const page of pages) await toasted(page, text)
    for (const page of pages) {
      const told = (await toasts(page)).filter((toast) => toast.includes(text))
      expect(told).toHaveLength(1)
      expect(told[0]).not.toContain('**')
    }
    expect(await pages[3]!.locator('.toast', { hasText: text }).getByRole('link').textContent()).toBe(
      game.title
    )
    await projector.page.locator('.pj-notice', { hasText: text }).waitFor()
    expect(await violations(projector.page)).toEqual([])
    // The next page of this tab does not repeat it.
    await pages[0]!.goto(`${base}/Scoreboard`)
    await pages[0]!.getByText('Live', { exact: true }).waitFor()
    const last = `Dinner ${tag()}`
    await notify(game, last)
    await toasted(pages[0]!, last)
    expect((await toasts(pages[0]!)).join()).not.toContain(text)
  })

  it.each(['', '/Scoreboard', '/Challenges', '/Scoreboard?view=projector'])(
    'is never shown with the marks of Markdown, also while the server is too busy to render it: game%s',
    async (path) => {
      const game = await stage.organiser.game()
      const player = await stage.organiser.player(game)
      const { page, context, open } = await stage.visit({ cookie: player.client.cookie! })
      const shown = page.locator('.toast, .pj-notice .line')
      await open(`/games/${game.id}${path}`)
      await expect
        .poll(
          async () => {
            await notify(game, `First ${tag()}`)
            return shown.filter({ hasText: 'First' }).count()
          },
          { interval: 1500 }
        )
        .toBeGreaterThan(0)
      await page.evaluate(() => {
        const marks = () => {
          const texts = [...document.querySelectorAll('.toast, .pj-notice, .feed')]
          if (texts.some((one) => one.textContent?.includes('**'))) document.body.dataset.marks = ''
        }
        new MutationObserver(marks).observe(document.body, {
          subtree: true,
          childList: true,
          characterData: true
        })
      })
      let asked = 0
      await context.route('**/Challenges/Notices', async (route) => {
        asked++
        if (asked === 1) return route.abort()
        if (asked > 2) return route.continue()
        // Returns a list from just before the notice.
        const response = await route.fetch()
        await route.fulfill({ response, json: ((await response.json()) as unknown[]).slice(1) })
      })
      const text = `Lunch ${tag()}`
      await notify(game, `**${text}** is ready`)
      await shown
        .filter({ hasText: `${text} is ready` })
        .first()
        .waitFor()
      await page.locator('strong', { hasText: text }).first().waitFor()
      expect(asked).toBeGreaterThan(2)
      expect(await page.locator('body[data-marks]').count()).toBe(0)
    }
  )

  it('is on the projector without script', async () => {
    const game = await stage.organiser.game()
    await stage.organiser.player(game)
    await notify(game, 'The bar is open')
    const { page, open } = await stage.visit({ javaScript: false })
    await open(`/games/${game.id}/Scoreboard?view=projector`)
    await page.locator('.pj-notice', { hasText: 'The bar is open' }).waitFor()
  })
})
