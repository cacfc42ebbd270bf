import type { ViewArgs } from '~/app/request/page'
import type { ChallengeView } from '~/server/challenges/contract'
import { feedbackHtml } from './feedback-html'
import { solutionHtml } from './solution-html'

type Args = Pick<ViewArgs, 'services' | 'ctx'>

/** HTML below a challenge's text: once the game is over its published solution, and the form for feedback; '' else. */
export async function afterSolve(
  { services, ctx }: Args,
  gameId: number,
  { id, solved }: ChallengeView,
  t: Parameters<typeof feedbackHtml>[1]
): Promise<string> {
  const game = await services.games.info(gameId)
  const [published, own] = await Promise.all([
    services.solutions.text(ctx, gameId, id),
    game.feedback && solved ? services.feedback.own(ctx, id) : null
  ])
  const solution = published === null ? '' : solutionHtml(published, t)
  return solution + (game.feedback ? feedbackHtml({ gameId, challengeId: id, solved, own }, t) : '')
}
