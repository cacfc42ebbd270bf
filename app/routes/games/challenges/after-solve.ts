import type { ViewArgs } from '~/app/request/page'
import type { ChallengeView } from '~/server/challenges/contract'
import { feedbackHtml } from './feedback-html'

type Args = Pick<ViewArgs, 'services' | 'ctx'>

/** What stands below a challenge's text: the form for a word of feedback, where the game asks for it; '' else. */
export async function afterSolve(
  { services, ctx }: Args,
  gameId: number,
  { id, solved }: ChallengeView,
  t: Parameters<typeof feedbackHtml>[1]
): Promise<string> {
  if (!(await services.games.info(gameId)).feedback) return ''
  const own = solved ? await services.feedback.own(ctx, id) : null
  return feedbackHtml({ gameId, challengeId: id, solved, own }, t)
}
