import { describe, expect, it } from 'vitest'
import { violations } from '../../support/browser/browser'
import { openBrowserSuite, SCRIPT_MODES_AND_PHONE } from '../../support/browser/browser-suite'
import { type Player, solve } from '../../support/games/organiser'

const stage = openBrowserSuite()

/** An ended game: one team solved, the other did not. */
async function endedGame() {
  const { organiser } = stage
  const game = await organiser.game({ challenges: [{ title: 'Anchor' }] })
  const winner = await organiser.player(game)
  const other = await organiser.player(game)
  await solve(winner, game)
  await organiser.client.ok('PUT', `/api/edit/games/${game.id}`, { end: new Date().toISOString() })
  return { game, winner, other }
}

/** Names are isolated, since one may run from right to left. */
const solvedBy = ({ team }: Player) => `\u2068${team.name}\u2069 solved \u2068Anchor\u2069`

describe.each(SCRIPT_MODES_AND_PHONE)('a replay %s', (_, options) => {
  it('goes from the end to the start and to the first blood', async () => {
    const { game, winner } = await endedGame()
    const { page, open, faults } = await stage.visit(options)
    const score = () => page.getByRole('row', { name: winner.team.name }).locator('.c-score').textContent()
    await open(`/games/${game.id}/Scoreboard`)
    if (!options.size) await page.getByRole('link', { name: 'Watch replay' }).click()
    else await open(`/games/${game.id}/Replay`)
    await page.getByText('Final board', { exact: true }).waitFor()
    const final = await score()
    expect(Number(final?.replaceAll(',', ''))).toBeGreaterThan(0)
    await page.getByText(solvedBy(winner)).waitFor()
    // The style sheet of its list is that of another page.
    const line = page.locator('.feed > li').first()
    expect(await line.evaluate((one) => getComputedStyle(one).display)).toBe('grid')
    if (options.javaScript !== false) expect(await violations(page)).toEqual([])

    await page.getByRole('link', { name: 'Previous first blood' }).click()
    await page.getByText('Not the final board').waitFor()
    expect(await score()).toBe(final)
    if (options.javaScript === false) await open(`/games/${game.id}/Replay?at=${Date.now() - 3_500_000}`)
    else {
      const slider = page.getByRole('slider', { name: 'Time in the game' })
      await slider.focus()
      await slider.press('Home')
    }
    await page.getByText('Nothing has happened yet.').or(page.getByText('Anchor opened')).waitFor()
    await page.getByRole('link', { name: 'Next first blood' }).click()
    await page.getByText(solvedBy(winner)).waitFor()
    expect(await score()).toBe(final)
    expect(faults).toEqual([])
  })
})

describe('a replay that plays', () => {
  it('runs to the end by itself, and keeps its time in the address when it is stopped', async () => {
    const { game, winner } = await endedGame()
    const { page, open, faults } = await stage.visit({})
    await open(`/games/${game.id}/Replay`)
    await page.getByRole('button', { name: '1 h/s' }).click()
    await page.getByRole('button', { name: 'Play' }).click()
    await page.getByText('Not the final board').waitFor()
    await page.getByText('Final board', { exact: true }).waitFor()
    await page.getByText(solvedBy(winner)).waitFor()
    await page.keyboard.press('[')
    await page.waitForURL(/\?at=\d{4}-\d\d-\d\dT[\d%A.]+Z/)
    const shown = await page.locator('.replay .at').textContent()
    await page.reload()
    expect(await page.locator('.replay .at').textContent()).toBe(shown)
    expect(faults).toEqual([])
  })
})
