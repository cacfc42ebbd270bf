import { describe, expect, it } from 'vitest'
import { openBrowserSuite } from '../../support/browser/browser-suite'
import { playGame } from '../../support/fixtures'
import { solve } from '../../support/games/organiser'

const stage = openBrowserSuite()

declare global {
  interface Window {
    strokes: number
  }
}

/** Counts strokes of the bell, which go on to sound. */
const COUNT = () => {
  window.strokes = 0
  const start = OscillatorNode.prototype.start
  OscillatorNode.prototype.start = function (...when) {
    window.strokes++
    start.apply(this, when)
  }
}

describe('the projector', () => {
  it('rings for a first blood once somebody asked for it, and for no other solve', async () => {
    const game = await stage.organiser.game({ challenges: [{ title: 'One' }, { title: 'Two' }] })
    const [first, second] = [await stage.organiser.player(game), await stage.organiser.player(game)]
    const { page, open } = await stage.visit()
    await page.addInitScript(COUNT)
    await open(`/games/${game.id}/Scoreboard?view=projector`)
    const strokes = () => page.evaluate(() => window.strokes)
    const bell = page.getByRole('button', { name: 'Bell for first bloods' })
    expect(await bell.getAttribute('aria-pressed')).toBe('false')
    const blood = page.locator('.pj-blood')
    await solve(first, game)
    await expect.poll(() => blood.textContent()).toContain('One')
    expect(await strokes()).toBe(0)

    await bell.click()
    await expect.poll(strokes).toBe(2)
    await solve(second, game)
    await solve(second, game, 1)
    await expect.poll(() => blood.textContent()).toContain('Two')
    await expect.poll(strokes).toBe(4)
    await page.keyboard.press('s')
    expect(await bell.getAttribute('aria-pressed')).toBe('false')
  })

  it('hides a pointer that rests, until it moves', async () => {
    const game = await playGame(stage.platform.stores.db)
    const { page, open } = await stage.visit()
    await page.clock.install()
    await open(`/games/${game.id}/Scoreboard?view=projector`)
    const cursor = () => page.locator('.pj-main').evaluate((main) => getComputedStyle(main).cursor)
    await page.mouse.move(200, 200)
    expect(await cursor()).not.toBe('none')
    await page.clock.runFor(3100)
    expect(await cursor()).toBe('none')
    await page.mouse.move(300, 300)
    expect(await cursor()).not.toBe('none')
  })

  it.each([
    [1280, 720],
    [3840, 2160]
  ])('shows everything on a screen of %i by %i, in full', async (width, height) => {
    const game = await playGame(stage.platform.stores.db, { teams: 20, challenges: 4 })
    const { page, open } = await stage.visit()
    await page.setViewportSize({ width, height })
    await open(`/games/${game.id}/Scoreboard?view=projector`)
    await page.getByRole('button', { name: 'Full screen' }).click()
    await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true)
    const cut = await page.evaluate(() => {
      const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.documentElement
      const rows = [...document.querySelectorAll('.pj-main tbody tr, .pj-main li')]
      const below = rows.filter((row) => row.getBoundingClientRect().bottom > innerHeight + 1)
      return { tall: scrollHeight > clientHeight, wide: scrollWidth > clientWidth, below: below.length }
    })
    expect(cut).toEqual({ tall: false, wide: false, below: 0 })
    await page.keyboard.press('f')
    await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull()
  })
})
