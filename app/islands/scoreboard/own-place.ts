import { type TeamState, teamCard } from '~/scoring/rules'
import type { View } from './live/view'
import type { OwnPlace } from './props'

/** The place of a participation on the live board; null when it is not on it. */
export function placeIn({ board: { state, cards }, ranking }: View, own: number | null): OwnPlace | null {
  const team = own === null ? undefined : state.teams.get(own)
  if (!team || team.rank === 0) return null
  const { id, name, avatar } = teamCard(cards, team)
  const neighbour = (other: TeamState | undefined) =>
    other ? { name: teamCard(cards, other).name, score: other.score } : null
  return {
    ...{ team: id, name, avatar, rank: team.rank, teams: ranking.length, score: team.score },
    ahead: neighbour(ranking[team.rank - 2]),
    behind: neighbour(ranking[team.rank])
  }
}
