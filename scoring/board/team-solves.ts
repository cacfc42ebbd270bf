import type { LiveMessage } from '../gateway/bus'
import type { Judged } from '../judge'
import {
  bloodsOf,
  type ChallengeState,
  challengeCard,
  isCounted,
  kindAt,
  priceChallenge,
  solveOf
} from '../rules'
import type { GameBoard } from './game-board'

type Solves = NonNullable<LiveMessage['solves']>

/** The solves of a batch that the board shows, for the members of their teams: nothing behind a freeze. */
export function teamSolves(game: number, { state, cards }: GameBoard, judged: readonly Judged[]): Solves {
  const prices = new Map<ChallengeState, readonly number[]>()
  return judged.flatMap(({ id, solved, participationId, challengeId, userId }) => {
    const team = solved ? state.teams.get(participationId) : undefined
    const solve = team && solveOf(team, challengeId)
    if (solve?.submissionId !== id || !isCounted(solve)) return []
    const { challenge } = solve
    const points = prices.get(challenge) ?? priceChallenge(challenge, state.bonus).points
    prices.set(challenge, points)
    const blood = bloodsOf(challenge).indexOf(solve)
    const place = blood < 0 ? 3 : blood
    return {
      game,
      challenge: challengeId,
      title: challengeCard(cards, challenge).title,
      userName: cards.userName(userId),
      type: kindAt(place),
      points: points[place]!,
      participation: participationId,
      user: userId
    }
  })
}
