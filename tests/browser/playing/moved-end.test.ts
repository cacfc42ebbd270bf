import { expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '~/server/platform/time'
import { openBrowserSuite } from '../../support/browser/browser-suite'

const stage = openBrowserSuite()

it('a moved end reaches the open pages: game, challenges, scoreboard, projector', async () => {
  const { organiser } = stage
  const game = await organiser.game({ endsIn: 10 * HOUR_MS })
  const player = await organiser.player(game)
  const paths = [
    `/games/${game.id}`,
    `/games/${game.id}/Challenges`,
    `/games/${game.id}/Scoreboard`,
    `/games/${game.id}/Scoreboard?view=projector`
  ]
  const pages = await Promise.all(
    paths.map(async (path) => {
      const { page, open } = await stage.visit({ cookie: player.client.cookie })
      await open(path)
      return page
    })
  )
  const ends = () =>
    Promise.all(
      pages.map(async (page) => {
        const drawn = page.locator('[data-game-times]').first()
        return Number((await drawn.getAttribute('data-game-times').catch(() => null))?.split(' ')[2])
      })
    )
  const all = (fits: (left: number) => boolean) =>
    expect.poll(async () => (await ends()).map((end) => fits(end - Date.now())), { timeout: 20_000 })

  await all((left) => left > 9 * HOUR_MS).toEqual(paths.map(() => true))
  await organiser.change(game, { endsIn: 20 * HOUR_MS })
  await all((left) => left > 19 * HOUR_MS).toEqual(paths.map(() => true))
  await organiser.change(game, { endsIn: 30 * MINUTE_MS })
  await all((left) => left < HOUR_MS && left > 0).toEqual(paths.map(() => true))
  await organiser.change(game, { endsIn: -MINUTE_MS })
  await all((left) => left < 0).toEqual(paths.map(() => true))
  await pages[1]!.getByText('Practice').first().waitFor()
})
