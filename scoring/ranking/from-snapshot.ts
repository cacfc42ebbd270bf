import type { BoardSnapshot } from '../board/snapshot'
import type { BoardItem } from '../rules'
import type { Around, DivisionBest, Part, PartQuery } from './contract'
import type { Standing } from './rows'

/** Reads the ranking from a whole board, while the sorted sets are missing or Redis is away. */

const standingIn = (board: BoardSnapshot, participation: number | null): Standing | null =>
  board.standings().find(({ participationId }) => participationId === participation) ?? null

const itemsOf = (board: BoardSnapshot, teams: Standing[]): BoardItem[] =>
  teams.map(({ rank }) => board.items(rank - 1, 1)[0] as BoardItem)

/** A team with up to `count` teams before and behind it; null when it is not on the board. */
export function aroundIn(board: BoardSnapshot, participation: number, count: number): Around | null {
  const own = standingIn(board, participation)
  if (!own) return null
  const from = Math.max(0, own.rank - 1 - count)
  return { facts: board.facts, own, teams: board.standings().slice(from, own.rank + count) }
}

/**
 * As the ranking in Redis answers, but out of a snapshot: for boards without Redis. `found`: how many teams fit in all.
 */
export function partIn(board: BoardSnapshot, query: PartQuery, own: number | null) {
  const { division, country = null, matches, from, count, leaders } = query
  const all = country === null ? board.standings() : (countriesIn(board).get(country) ?? [])
  const inDivision = division === null ? all : all.filter(({ organization }) => organization === division)
  const found = matches ? inDivision.filter(({ name }) => matches(name)) : inDivision
  const part: Part = {
    facts: board.facts,
    challenges: board.head().challenges,
    found: found.length,
    items: itemsOf(board, found.slice(from, from + count)),
    leaders: itemsOf(board, inDivision.slice(0, leaders))
  }
  const mine = standingIn(board, own)
  return { part, own: mine && (itemsOf(board, [mine])[0] ?? null) }
}

const byCountry = new WeakMap<BoardSnapshot, Map<string, Standing[]>>()

/** The teams of each country, found once for a version of a board. */
function countriesIn(board: BoardSnapshot): ReadonlyMap<string, Standing[]> {
  const known = byCountry.get(board)
  if (known) return known
  const found = new Map<string, Standing[]>()
  for (const team of board.standings()) {
    if (team.country === null) continue
    const teams = found.get(team.country)
    if (teams) teams.push(team)
    else found.set(team.country, [team])
  }
  byCountry.set(board, found)
  return found
}

const PLACES = 3
const DIVISIONS = 24
const best = new WeakMap<BoardSnapshot, DivisionBest[]>()

/** Found once for a version of a board. */
export function divisionBestIn(board: BoardSnapshot): DivisionBest[] {
  const known = best.get(board)
  if (known) return known
  const { divisions, teams } = board.facts
  const found = divisions.some(([, count]) => count === teams) ? [] : bestOf(board.standings())
  best.set(board, found)
  return found
}

function bestOf(standings: Standing[]): DivisionBest[] {
  const byDivision = new Map<string, Standing[]>()
  for (const team of standings) {
    if (team.organization === null) continue
    const first = byDivision.get(team.organization)
    if (!first && byDivision.size < DIVISIONS) byDivision.set(team.organization, [team])
    else if (first && first.length < PLACES) first.push(team)
  }
  return [...byDivision].map(([division, teams]) => ({ division, teams }))
}
