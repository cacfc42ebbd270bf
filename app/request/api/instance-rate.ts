import { RATES } from '~/server/limits/contract'
import type { HalyardContext } from '../context'

/** Counts for the whole team. @throws AppError of the play guard; `rate.limited` 429 */
export async function countInstanceCall(
  { services, ctx, limits }: Pick<HalyardContext, 'services' | 'ctx' | 'limits'>,
  gameId: number,
  challengeId: number
): Promise<void> {
  const { participationId } = await services.participations.guardPlay(ctx, gameId)
  const party = { userId: ctx.actor?.id ?? null, ip: ctx.ip, subject: `${participationId}:${challengeId}` }
  await limits.take(RATES.instance, party)
}
