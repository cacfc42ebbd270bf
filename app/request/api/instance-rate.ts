import { RATES } from '~/server/limits/contract'
import type { HalyardContext } from '../context'

/**
 * Counts one start, extension or stop of the team's instance of a challenge, whoever of the team asks.
 * @throws AppError of the play guard; `rate.limited` 429
 */
export async function countInstanceCall(
  { services, ctx, limits }: Pick<HalyardContext, 'services' | 'ctx' | 'limits'>,
  gameId: number,
  challengeId: number
): Promise<void> {
  const { participationId } = await services.participations.guardPlay(ctx, gameId)
  const party = { userId: ctx.actor?.id ?? null, ip: ctx.ip, subject: `${participationId}:${challengeId}` }
  await limits.take(RATES.instance, party)
}
