import { challengeCard, teamCard } from '~/scoring/rules'
import type { View } from './view'

/** Something worth hearing. */
export type Remark =
  | { kind: 'first_blood'; team: string; challenge: string }
  | { kind: 'own'; rank: number; score: number }

/** Where the own team stood when it was last spoken of. */
export interface Spoken {
  rank: number
  score: number
}

/** What the news in a view mean for those who listen: first bloods of these challenges. */
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

/** Where the own team stands, when that is not what was last said. */
export function ownRemark(view: View, own: number | null, spoken: Spoken | null): Remark | null {
  const team = own === null ? undefined : view.board.state.teams.get(own)
  if (!team || !spoken || team.rank === 0) return null
  if (team.rank === spoken.rank && team.score === spoken.score) return null
  return { kind: 'own', rank: team.rank, score: team.score }
}
