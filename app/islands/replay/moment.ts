import { challengeCard, type TeamState, teamCard } from '~/scoring/rules'
import type { ScoreEvent } from '~/server/ledger/contract'
import { rowOf, teamsOf, type View } from '../scoreboard/live/view'
import { placeOf } from '../scoreboard/marks'
import type { Division, Row } from '../scoreboard/props'
import { type BoardChange, CHANGE_KINDS } from './props'

const MOST_CHANGES = 5

export function changesIn({ board: { state, cards } }: View, entries: readonly ScoreEvent[]): BoardChange[] {
  const nameOf = (id: number) => {
    const team = state.teams.get(id)
    return team ? teamCard(cards, team).name : null
  }
  const changes = entries.flatMap((event): BoardChange[] => {
    if (!(CHANGE_KINDS as readonly string[]).includes(event.kind)) return []
    const kind = event.kind as BoardChange['kind']
    const challenge = 'challengeId' in event ? state.challenges.get(event.challengeId) : undefined
    const card = challenge && challengeCard(cards, challenge)
    const solve =
      event.kind === 'solve'
        ? challenge?.solves.find(({ submissionId }) => submissionId === event.submissionId)
        : undefined
    return [
      {
        ...{ seq: event.seq, at: event.at, kind },
        team: 'participationId' in event ? nameOf(event.participationId) : null,
        challenge: card?.title ?? null,
        category: card?.category ?? '',
        place: placeOf(solve?.kind ?? 'Normal'),
        points: solve?.points ?? (event.kind === 'award' ? event.payload.points : null)
      }
    ]
  })
  return changes.slice(-MOST_CHANGES).reverse()
}

export const ranked = (view: View, division: string | null): readonly TeamState[] =>
  teamsOf(view, { division, country: null, search: '' })

/** The reader's row; null when the team is not in the division. */
export function ownRowIn(view: View, own: number | null, division: string | null): Row | null {
  const team = own === null ? undefined : view.board.state.teams.get(own)
  const shown = team && team.rank > 0 && (division === null || team.division === division)
  return shown ? rowOf(team, view) : null
}

export function divisionsIn({ ranking }: View, names: readonly string[]): Division[] {
  const counts = new Map<string | null, number>()
  for (const { division } of ranking) counts.set(division, (counts.get(division) ?? 0) + 1)
  return names.map((name) => ({ name, teams: counts.get(name) ?? 0 }))
}
