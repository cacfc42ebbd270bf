import {
  type BoardState,
  type Cards,
  countAwards,
  isCounted,
  type Solve,
  settle,
  type TeamCard,
  type TeamState,
  teamCard
} from '../rules'
import { encodeTeamRow, rankingField, rankingMember, rankingScore } from './rows'

/** Removed members or fields; added pairs: weight and member of a set, field and row of the hash. */
export interface KeyChanges {
  removed: string[]
  pairs: string[]
}

export interface RankingChanges {
  /** Redis may hold anything: clear the ranking first. */
  anew: boolean
  rows: KeyChanges
  /** First the set of all teams (null), then divisions, also those that lost their last team. */
  sets: Map<string | null, KeyChanges>
}

/** Settles the board. `scoredAt`: the newest solve or award that counts, in Unix milliseconds; null without any. */
export function summaryOf(
  state: BoardState,
  cards: Cards
): {
  divisions: [name: string, teams: number][]
  countries: string[]
  scoredAt: number | null
} {
  const divisions = new Map<string, number>()
  const countries = new Set<string>()
  let scoredAt: number | null = null
  for (const team of settle(state)) {
    const { division, lastSolve, awards } = team
    const { country } = teamCard(cards, team)
    if (division !== null) divisions.set(division, (divisions.get(division) ?? 0) + 1)
    if (country !== null) countries.add(country)
    const newest = Math.max(lastSolve ?? 0, awards.at(-1)?.at ?? 0)
    if (newest > (scoredAt ?? 0)) scoredAt = newest
  }
  return { divisions: [...divisions], countries: [...countries], scoredAt }
}

interface Kept {
  team: TeamState
  revision: number
  card: TeamCard
  division: string | null
  member: string
  score: number
  solves: Solve[]
  kinds: Solve['kind'][]
  awards: number
  run: number
}

/** Computes how the ranking in Redis differs from a board, by a comparison for each team. */
export class RankingWriter {
  #kept: Map<number, Kept> | null = null
  #run = 0

  /** Call it when names changed, or Redis may hold anything. */
  reset(): void {
    this.#kept = null
  }

  /** The caller applies the changes, or calls `reset`. */
  changes(state: BoardState, cards: Cards): RankingChanges {
    const changes: RankingChanges = {
      anew: this.#kept === null,
      rows: { removed: [], pairs: [] },
      sets: new Map([[null, { removed: [], pairs: [] }]])
    }
    this.#kept ??= new Map()
    this.#run++
    for (const team of settle(state)) this.#follow(team, cards, changes)
    for (const [id, known] of this.#kept) {
      if (known.run === this.#run) continue
      this.#kept.delete(id)
      changes.rows.removed.push(rankingField(id))
      for (const set of setsOf(changes, known.division)) set.removed.push(known.member)
    }
    return changes
  }

  #follow(team: TeamState, cards: Cards, changes: RankingChanges): void {
    const { id, revision, division, score } = team
    const kept = this.#kept as Map<number, Kept>
    const card = teamCard(cards, team)
    const known = kept.get(id)
    const sets = setsOf(changes, division)
    if (known?.team === team && known.revision === revision && known.card === card) {
      known.run = this.#run
      if (known.division === division) return
    }
    const member = rankingMember(team)
    if (known && (known.member !== member || known.division !== division))
      for (const set of setsOf(changes, known.division)) set.removed.push(known.member)
    if (known?.member !== member || known.division !== division || known.score !== score)
      for (const set of sets) set.pairs.push(rankingScore(score), member)
    const solves = team.solves.filter(isCounted)
    const kinds = solves.map(({ kind }) => kind)
    const awards = countAwards(team.awards)
    const row = { team, revision, card, division, member, score, solves, kinds, awards, run: this.#run }
    if (!known || !sameRow(known, row))
      changes.rows.pairs.push(rankingField(id), encodeTeamRow(team, card, cards))
    kept.set(id, row)
  }
}

function setsOf({ sets }: RankingChanges, division: string | null): KeyChanges[] {
  const all = sets.get(null) as KeyChanges
  if (division === null) return [all]
  const known = sets.get(division)
  if (known) return [all, known]
  const made: KeyChanges = { removed: [], pairs: [] }
  sets.set(division, made)
  return [all, made]
}

/** A solve that was deleted and made again is another object. */
const sameRow = (one: Kept, other: Kept): boolean =>
  one.member === other.member &&
  one.card === other.card &&
  one.division === other.division &&
  one.awards === other.awards &&
  one.solves.length === other.solves.length &&
  one.solves.every((solve, at) => solve === other.solves[at] && one.kinds[at] === other.kinds[at])
