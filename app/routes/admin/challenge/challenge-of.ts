import { idOf } from '~/app/request/ids'
import type { PageArgs } from '~/app/request/page'
import { gameOf } from '../game/head'
import { besideOf } from './Neighbours'

/** The challenge of the path, and what both of its pages say above. @throws AppError `challenge.not_found` 404 */
export async function challengeOf(args: PageArgs) {
  const { services, ctx, params } = args
  const { game, heading } = await gameOf(args)
  const challenge = await services.challenges.editOne(ctx, game.id, idOf(params.chalId))
  const [removal, list] = await Promise.all([
    services.challenges.removal(ctx, game.id, challenge.id),
    services.challenges.editList(ctx, game.id)
  ])
  const { id, title, category, type, isEnabled } = challenge
  const info = list.find((one) => one.id === id)
  const head = {
    heading,
    challenge: { id, title, category, type, isEnabled, hasFlag: info?.hasFlag ?? false },
    removal,
    beside: besideOf(list, id)
  }
  const score = info?.score ?? 0
  return { game, challenge, head, score }
}
