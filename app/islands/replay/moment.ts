import { challengeCard, teamCard } from '~/scoring/rules'
import { shownCategory } from '~/server/categories/constants'
import type { ScoreEvent } from '~/server/ledger/contract'
import type { View } from '../scoreboard/live/view'
import { placeOf } from '../scoreboard/marks'
import { type BoardChange, CHANGE_KINDS } from './props'

const MAX_CHANGES = 5

/** What entries changed on the board, newest first, at most `MAX_CHANGES`. The view must have them folded in. */
export function changesIn({ board: { state, cards } }: View, entries: readonly ScoreEvent[]): BoardChange[] {
  const changes = entries.flatMap((event): BoardChange[] => {
    if (!(CHANGE_KINDS as readonly string[]).includes(event.kind)) return []
    const kind = event.kind as BoardChange['kind']
    const team = 'participationId' in event ? state.teams.get(event.participationId) : undefined
    const challenge = 'challengeId' in event ? state.challenges.get(event.challengeId) : undefined
    const card = challenge && challengeCard(cards, challenge)
    const solve =
      event.kind === 'solve'
        ? challenge?.solves.find(({ submissionId }) => submissionId === event.submissionId)
        : undefined
    return [
      {
        ...{ seq: event.seq, at: event.at, kind },
        team: team ? teamCard(cards, team).name : null,
        challenge: card?.title ?? null,
        category: card ? shownCategory(card) : '',
        place: placeOf(solve?.kind ?? 'Normal'),
        points: solve?.points ?? (event.kind === 'award' ? event.payload.points : null)
      }
    ]
  })
  return changes.slice(-MAX_CHANGES).reverse()
}
