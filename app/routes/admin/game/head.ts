import { idOf } from '~/app/request/ids'
import type { PageArgs } from '~/app/request/page'
import { ACTIONS, type GameAction } from '~/server/access/constants'
import { mayIn } from '~/server/access/contract'
import { type GameState, stateOf } from '../states'

export interface GameHeading {
  id: number
  title: string
  state: GameState
  hidden: boolean
  challenges: number
  pending: number
  /** What the reader may do here. */
  may: GameAction[]
}

/** The game of the path, and its heading. @throws AppError `game.not_found` 404 */
export async function loadGameHead({ services, ctx, params }: PageArgs) {
  const id = idOf(params.id)
  const [game, figures] = await Promise.all([
    services.games.editOne(ctx, id),
    services.games.figures(ctx, [id])
  ])
  const { challenges, pending, end } = figures[0] ?? { challenges: 0, pending: 0, end: new Date(game.end) }
  const { title, hidden } = game
  const state = stateOf(game, { end }, ctx.now)
  const may = ACTIONS.filter((action) => mayIn(ctx.actor, id, action))
  const heading: GameHeading = { id, title, hidden, state, challenges, pending, may }
  return { game, heading }
}
