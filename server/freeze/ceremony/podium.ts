import { type BoardState, bloodsOf } from '~/scoring/rules'
import type { CeremonyPodium } from './contract'
import type { Card } from './stage'

const PLACES = 3
const DIVISIONS = 6

function firstBloods(state: BoardState): Map<number, number> {
  const bloods = new Map<number, number>()
  for (const challenge of state.challenges.values()) {
    const [first] = bloodsOf(challenge)
    if (first) bloods.set(first.team.id, (bloods.get(first.team.id) ?? 0) + 1)
  }
  return bloods
}

/** First divisions by their winner's rank. `cardOf` a participation. */
export function podiumOf(state: BoardState, cardOf: (id: number) => Card): CeremonyPodium {
  const bloods = firstBloods(state)
  const divisions = new Map<string, string[]>()
  for (const { id, division } of state.ranking) {
    if (division === null) continue
    const best = divisions.get(division) ?? []
    if (best.length < PLACES) divisions.set(division, [...best, cardOf(id).name])
  }
  return {
    places: state.ranking.slice(0, PLACES).map(({ id, rank, score, division }) => ({
      ...cardOf(id),
      ...{ rank, score, division },
      bloods: bloods.get(id) ?? 0
    })),
    divisions: [...divisions].slice(0, DIVISIONS).map(([name, teams]) => ({ name, teams }))
  }
}
