import {
  type BoardState,
  type Cards,
  counts,
  type Solve,
  settle,
  type TeamCard,
  type TeamState,
  teamCard
} from '../rules'
import { fieldOf, memberOf, rowOf, weightOf } from './rows'

/** Members to remove from a sorted set, then pairs of weight and member; for the hash, fields, then pairs of field and row. */
export interface KeyChanges {
  gone: string[]
  pairs: string[]
}

/** How Redis is brought from the ranking it holds to that of the board. */
export interface RankingChanges {
  /** What Redis holds is not known: begin with nothing. */
  anew: boolean
  rows: KeyChanges
  /** The set of all teams first (null), then one for each division that has teams, or just lost its last one. */
  sets: Map<string | null, KeyChanges>
}

/** The ranking's part of a snapshot's meta. */
export function summaryOf(state: BoardState): {
  divisions: [name: string, teams: number][]
  scoredAt: number | null
} {
  const divisions = new Map<string, number>()
  let scoredAt: number | null = null
  for (const { division, lastSolve, awards } of settle(state)) {
    if (division !== null) divisions.set(division, (divisions.get(division) ?? 0) + 1)
    const newest = Math.max(lastSolve ?? 0, awards.at(-1)?.at ?? 0)
    if (newest > (scoredAt ?? 0)) scoredAt = newest
  }
  return { divisions: [...divisions], scoredAt }
}

/** What Redis holds of a team. */
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
  /** Run that met the team last. */
  run: number
}

/**
 * Follows a board and tells how the ranking in Redis differs from it. Costs a comparison for each team, and the text of a
 * row for each whose name, division, solves or awards changed.
 */
export class RankingWriter {
  #kept: Map<number, Kept> | null = null
  #run = 0

  /** Redis may hold anything, or names may have changed. */
  reset(): void {
    this.#kept = null
  }

  /** The caller has these changes made, or calls `reset`. */
  changes(state: BoardState, cards: Cards): RankingChanges {
    const changes: RankingChanges = {
      anew: this.#kept === null,
      rows: { gone: [], pairs: [] },
      sets: new Map([[null, { gone: [], pairs: [] }]])
    }
    this.#kept ??= new Map()
    this.#run++
    for (const team of settle(state)) this.#follow(team, cards, changes)
    for (const [id, known] of this.#kept) {
      if (known.run === this.#run) continue
      this.#kept.delete(id)
      changes.rows.gone.push(fieldOf(id))
      for (const set of setsOf(changes, known.division)) set.gone.push(known.member)
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
    const member = memberOf(team)
    if (known && (known.member !== member || known.division !== division))
      for (const set of setsOf(changes, known.division)) set.gone.push(known.member)
    if (known?.member !== member || known.division !== division || known.score !== score)
      for (const set of sets) set.pairs.push(weightOf(score), member)
    const solves = team.solves.filter(counts)
    const kinds = solves.map(({ kind }) => kind)
    const awards = team.awards.length
    const row = { team, revision, card, division, member, score, solves, kinds, awards, run: this.#run }
    if (!known || !sameRow(known, row)) changes.rows.pairs.push(fieldOf(id), rowOf(team, card, cards))
    kept.set(id, row)
  }
}

function setsOf({ sets }: RankingChanges, division: string | null): KeyChanges[] {
  const all = sets.get(null) as KeyChanges
  if (division === null) return [all]
  const known = sets.get(division)
  if (known) return [all, known]
  const made: KeyChanges = { gone: [], pairs: [] }
  sets.set(division, made)
  return [all, made]
}

/** A member contains the time of the last solve; a solve that was deleted and made again is another object. */
const sameRow = (one: Kept, other: Kept): boolean =>
  one.member === other.member &&
  one.card === other.card &&
  one.division === other.division &&
  one.awards === other.awards &&
  one.solves.length === other.solves.length &&
  one.solves.every((solve, at) => solve === other.solves[at] && one.kinds[at] === other.kinds[at])
