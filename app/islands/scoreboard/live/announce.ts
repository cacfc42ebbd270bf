import { challengeCard, teamCard } from '~/scoring/rules'
import type { View } from './view'

export type Remark =
  | { kind: 'first_blood'; team: string; challenge: string }
  | { kind: 'own'; rank: number; score: number }

export interface Spoken {
  rank: number
  score: number
}

/** First bloods of these challenges in a view that are not known yet. */
export function firstBloods(view: View, known: ReadonlySet<number>): { challenge: number; remark: Remark }[] {
  const { state, cards } = view.board
  const found: { challenge: number; remark: Remark }[] = []
  for (const [participation, { challenge: id }] of view.news) {
    const team = state.teams.get(participation)
    const solve = team?.solves.find(({ challenge }) => challenge.id === id)
    if (!team || solve?.kind !== 'FirstBlood' || known.has(id)) continue
    const remark: Remark = {
      kind: 'first_blood',
      team: teamCard(cards, team).name,
      challenge: challengeCard(cards, solve.challenge).title
    }
    found.push({ challenge: id, remark })
  }
  return found
}

/** The own team's state, if it differs from the last announcement. */
export function ownRemark(view: View, own: number | null, spoken: Spoken | null): Remark | null {
  const team = own === null ? undefined : view.board.state.teams.get(own)
  if (!team || !spoken || team.rank === 0) return null
  if (team.rank === spoken.rank && team.score === spoken.score) return null
  return { kind: 'own', rank: team.rank, score: team.score }
}
