import { idOf } from '~/app/request/ids'
import type { PageArgs } from '~/app/request/page'
import { loadGameHead } from '../game/head'
import { besideOf } from './Neighbours'

/** The challenge of the path, and the head of its pages. @throws AppError `challenge.not_found` 404 */
export async function loadChallengeHead(args: PageArgs) {
  const { services, ctx, params } = args
  const [gameId, id] = [idOf(params.id), idOf(params.chalId)]
  const [{ game, heading }, challenge, removal, list] = await Promise.all([
    loadGameHead(args),
    services.challenges.editOne(ctx, gameId, id),
    services.challenges.removal(ctx, gameId, id),
    services.challenges.editList(ctx, gameId)
  ])
  const { title, category, customCategory, type, isEnabled, block } = challenge
  const blocked = block !== null && block.until === null
  const info = list.find((one) => one.id === id)
  const { hasFlag = false, stock = null, room = null, image = null } = info ?? {}
  const head = {
    heading,
    challenge: { id, title, category, customCategory, type, isEnabled, blocked, hasFlag, stock, room, image },
    removal,
    beside: besideOf(list, id)
  }
  const score = info?.score ?? 0
  const others = list
    .filter((one) => one.id !== id)
    .map((one) => ({ id: one.id, title: one.title, isEnabled: one.isEnabled }))
  return { game, challenge, head, score, others }
}
