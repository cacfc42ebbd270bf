import type { ChallengeView } from '~/server/challenges/contract'
import { mayBeFrozen } from '~/server/games/contract'
import type { ViewArgs } from './page'

/**
 * During a freeze its value is the board's, because the present one reveals hidden solves
 * (docs/rules/freeze.md#what-is-held-back).
 * @throws AppError as `challenges.play`; `board.unavailable` 503 while a frozen game has no board
 */
export async function playedChallenge(
  { services, ctx }: Pick<ViewArgs, 'services' | 'ctx'>,
  gameId: number,
  challengeId: number
): Promise<ChallengeView> {
  const view = await services.challenges.play(ctx, gameId, challengeId)
  if (!mayBeFrozen(await services.games.info(gameId), ctx.now)) return view
  const { challenges } = (await services.boards.snapshot(gameId)).head()
  const shown = Object.values(challenges)
    .flat()
    .find(({ id }) => id === challengeId)
  return { ...view, score: shown?.score ?? view.score }
}
