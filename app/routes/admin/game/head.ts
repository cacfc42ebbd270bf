import { notFoundPage } from '~/app/request/errors'
import type { PageArgs } from '~/app/request/page'
import { idParam } from '~/server/platform/wire'
import { type GameState, stateOf } from '../states'

/** What stands above every page of a game's administration. */
export interface GameHeading {
  id: number
  title: string
  state: GameState
  hidden: boolean
  challenges: number
  /** Registrations that wait for a review. */
  pending: number
}

/** The number in a path such as `/admin/games/:id/Info`. @throws Response 404 for anything else */
export function pathId(params: PageArgs['params'], name = 'id'): number {
  const id = idParam.safeParse(params[name])
  if (!id.success) throw notFoundPage()
  return id.data
}

/** The game of the path, and its heading. @throws AppError `game.not_found` 404 */
export async function gameOf({ services, ctx, params }: PageArgs) {
  const id = pathId(params)
  const [game, figures] = await Promise.all([
    services.games.editOne(ctx, id),
    services.games.figures(ctx, [id])
  ])
  const { challenges = 0, pending = 0 } = figures[0] ?? {}
  const { title, hidden } = game
  const heading: GameHeading = { id, title, hidden, state: stateOf(game, ctx.now), challenges, pending }
  return { game, heading }
}
