import type { ViewArgs } from '~/app/request/page'
import type { ChallengeView } from '~/server/challenges/contract'
import { claimHtml, notesHtml } from './claim-html'
import { feedbackHtml } from './feedback-html'
import { solutionHtml } from './solution-html'

type Args = Pick<ViewArgs, 'services' | 'ctx'>

/**
 * HTML below a challenge's text: before the team has solved it who works on it, afterwards the way to its notes, once the game is
 * over its published solution, and the form for feedback; '' else.
 */
export async function belowText(
  { services, ctx }: Args,
  gameId: number,
  { id, solved }: ChallengeView,
  t: Parameters<typeof feedbackHtml>[1]
): Promise<string> {
  const game = await services.games.info(gameId)
  const [team, published, own] = await Promise.all([
    solved ? null : services.workspaces.at(ctx, gameId, id),
    services.solutions.text(ctx, gameId, id),
    game.feedback && solved ? services.feedback.own(ctx, id) : null
  ])
  const parts = [
    team && claimHtml({ gameId, challengeId: id, ...team }, t),
    solved && notesHtml({ gameId, challengeId: id }, t),
    published !== null && solutionHtml(published, t),
    game.feedback && feedbackHtml({ gameId, challengeId: id, solved, own }, t)
  ]
  return parts.filter(Boolean).join('')
}
