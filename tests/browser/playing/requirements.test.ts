import { expect, it } from 'vitest'
import { openBrowserSuite, SCRIPT_MODES } from '../../support/browser/browser-suite'
import { solve } from '../../support/games/organiser'
import { until } from '../../support/until'

const stage = openBrowserSuite()

/** The second challenge requires the first; the third requires the second and is hidden until then. */
async function chain() {
  const titles = ['Alpha', 'Beta', 'Gamma']
  const game = await stage.organiser.game({ challenges: titles.map((title) => ({ title })) })
  const [alpha, beta, gamma] = game.challenges.map(({ id }) => id) as [number, number, number]
  const edit = (id: number, update: object) =>
    stage.organiser.client.ok('PUT', `/api/edit/games/${game.id}/challenges/${id}`, update)
  await edit(alpha, { level: 'Easy', tags: ['heap'] })
  await edit(beta, { requires: [alpha] })
  await edit(gamma, { requires: [beta], hideLocked: true })
  // A page without script stays as it is, and its board gets changes a little later.
  await until(async () => {
    const board = await stage.organiser.client.ok<object>('GET', `/api/game/${game.id}/scoreboard`)
    return JSON.stringify(board).includes('"hideLocked":true')
  })
  return { game, cards: { alpha: `#chal-${alpha}`, beta: `#chal-${beta}`, gamma: `#chal-${gamma}` } }
}

it('a locked card shows what opens it, and opens at once when the team solves that', async () => {
  const { game, cards } = await chain()
  const player = await stage.organiser.player(game)
  const { page, open, faults } = await stage.visit({ cookie: player.client.cookie })
  await open(`/games/${game.id}/Challenges`)
  await page.locator(cards.beta).getByText('Solve first: Alpha').waitFor()
  expect(await page.locator(cards.gamma).count()).toBe(0)
  await page.locator(cards.beta).click()
  await page.getByRole('dialog').getByText('Solve Alpha first.').waitFor()
  expect(await page.getByRole('dialog').getByRole('textbox').count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.evaluate(() => document.documentElement.setAttribute('data-stayed', ''))
  await solve(player, game, 0)
  await expect.poll(() => page.locator(cards.beta).getByText('Solve first').count()).toBe(0)
  expect(await page.locator(cards.gamma).count()).toBe(0)
  await solve(player, game, 1)
  await page.locator(cards.gamma).waitFor()
  expect(await page.locator('html[data-stayed]').count()).toBe(1)
  // The browser reports the refusal of the locked one.
  expect(faults).toEqual([expect.stringMatching(/status of 400 .*\/Challenges\/\d+$/)])
})

it.each(SCRIPT_MODES)('levels and tags filter the cards, %s', async (_, options) => {
  const { game, cards } = await chain()
  const player = await stage.organiser.player(game)
  const { page, open } = await stage.visit({ ...options, cookie: player.client.cookie })
  await open(`/games/${game.id}/Challenges`)
  await page.locator('nav.labels').getByRole('link', { name: 'heap' }).click()
  await expect.poll(() => page.locator(cards.beta).count()).toBe(0)
  expect(await page.locator(cards.alpha).textContent()).toContain('Easy · heap')
})

it('without script a locked challenge leads back to the cards, and shows why', async () => {
  const { game, cards } = await chain()
  const player = await stage.organiser.player(game)
  const { page, open } = await stage.visit({ javaScript: false, cookie: player.client.cookie })
  await open(`/games/${game.id}/Challenges`)
  await page.locator(cards.beta).click()
  await page.getByText('Solve Alpha first.').waitFor()
})
