import type { BoardFacts } from '../ranking/contract'
import type { Standing } from '../ranking/rows'
import type { BoardItem, Neighbour, RankNeighbours, Scoreboard } from '../rules/contract'
import type { SnapshotMeta } from './redis-keys'

export type Encoding = 'identity' | 'gzip' | 'br'

/** A version of a game's public board, as bytes. Parsed results are shared: do not write to them. */
export interface BoardSnapshot {
  readonly gameId: number
  readonly seq: number
  /** Weak entity tag, with quotes and `W/`; equal boards have equal tags. */
  readonly etag: string
  readonly packed: boolean
  readonly challengeCount: number
  readonly facts: BoardFacts
  readonly teamCount: number
  /** The board of the contract as JSON, compressed already where that was asked for. */
  body(encoding?: Encoding): Buffer
  /** The same board column by column. */
  columns(encoding?: Encoding): Buffer
  readonly challenges: Buffer
  /** JSON of the team's item, cut from the body; null when the team is not on the board. */
  teamItem(teamId: number): Buffer | null
  /** Both null for a team that is not on the board. */
  beside(teamId: number): RankNeighbours
  /** Teams from this place on; 0 is the best. */
  items(from: number, count: number): BoardItem[]
  /** All but the teams, parsed once. */
  head(): Omit<Scoreboard, 'items'>
  /** All teams without their solves, best first. */
  standings(): Standing[]
  /** The whole board, parsed once. */
  view(): Scoreboard
}

interface SnapshotParts {
  meta: SnapshotMeta
  json: Buffer
  gzip: Buffer
  br: Buffer
  index: Buffer
  columns: Record<Encoding, Buffer>
  challenges: Buffer
}

export interface TeamPlace {
  teamId: number
  /** Byte range of the item in the body: [from, to). */
  from: number
  to: number
}

const SOLVES = ',"solvedChallenges":'
const COUNT = ',"solvedCount":'

const WORD = 4
const TRIPLE = 3 * WORD

/** 32-bit little-endian integers: (team id, from, to), best first; then the places in order of team ids. */
export function packIndex(places: readonly TeamPlace[]): Buffer {
  const index = Buffer.allocUnsafe(places.length * (TRIPLE + WORD))
  places.forEach(({ teamId, from, to }, place) => {
    index.writeInt32LE(teamId, place * TRIPLE)
    index.writeInt32LE(from, place * TRIPLE + WORD)
    index.writeInt32LE(to, place * TRIPLE + 2 * WORD)
  })
  const byTeam = [...places.keys()].sort(
    (a, b) => (places[a] as TeamPlace).teamId - (places[b] as TeamPlace).teamId
  )
  byTeam.forEach((place, at) => {
    index.writeInt32LE(place, places.length * TRIPLE + at * WORD)
  })
  return index
}

class TeamIndex {
  readonly count: number

  constructor(private readonly bytes: Buffer) {
    this.count = bytes.length / (TRIPLE + WORD)
  }

  at(place: number): TeamPlace {
    const at = place * TRIPLE
    return {
      teamId: this.bytes.readInt32LE(at),
      from: this.bytes.readInt32LE(at + WORD),
      to: this.bytes.readInt32LE(at + 2 * WORD)
    }
  }

  find(teamId: number): TeamPlace | null {
    const place = this.placeOf(teamId)
    return place === null ? null : this.at(place)
  }

  /** The place from 0; null for a team that is not on the board. */
  placeOf(teamId: number): number | null {
    let low = 0
    let high = this.count - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      const place = this.bytes.readInt32LE(this.count * TRIPLE + middle * WORD)
      const found = this.bytes.readInt32LE(place * TRIPLE)
      if (found === teamId) return place
      if (found < teamId) low = middle + 1
      else high = middle - 1
    }
    return null
  }
}

/** What every answer about a board says of it. `changedAt`: when a score last changed, else when the board was made. */
export function boardFacts(meta: SnapshotMeta): BoardFacts {
  const {
    seq,
    etag,
    challengeCount,
    bloodBonus,
    teams,
    divisions,
    countries = [],
    updatedAt,
    scoredAt
  } = meta
  const made = { seq, etag, challengeCount, bloodBonus, teams, divisions, countries, updatedAt }
  return { ...made, changedAt: scoredAt ?? updatedAt }
}

/**
 * A stored board as the rest of the process reads it. Parses only the teams that are asked for, and the whole at the
 * first call that needs it.
 */
export function snapshotOf(gameId: number, parts: SnapshotParts): BoardSnapshot {
  const { meta, json, gzip, br, index, columns, challenges } = parts
  const teams = new TeamIndex(index)
  /** Parses an item without its solves; a quote inside a name would have a backslash before it. */
  const headOf = (place: number): Omit<Standing, 'solvedCount'> => {
    const { from } = teams.at(place)
    return JSON.parse(`${json.toString('utf8', from, json.indexOf(SOLVES, from))}}`)
  }
  const neighbour = (place: number): Neighbour | null => {
    if (place < 0 || place >= teams.count) return null
    const { name, score } = headOf(place)
    return { name, score }
  }
  const standingAt = (place: number): Standing => {
    const { to } = teams.at(place)
    const count = json.lastIndexOf(COUNT, to) + COUNT.length
    return { ...headOf(place), solvedCount: Number.parseInt(json.toString('utf8', count, count + 12), 10) }
  }
  const { items } = meta
  let standings: Standing[] | null = null
  let view: Scoreboard | null = null
  let head: Omit<Scoreboard, 'items'> | null = null
  return {
    gameId,
    seq: meta.seq,
    etag: meta.etag,
    packed: meta.packed,
    challengeCount: meta.challengeCount,
    teamCount: teams.count,
    facts: boardFacts(meta),
    challenges,
    body: (encoding = 'identity') => (encoding === 'gzip' ? gzip : encoding === 'br' ? br : json),
    columns: (encoding = 'identity') => columns[encoding],
    teamItem(teamId) {
      const place = teams.find(teamId)
      return place && json.subarray(place.from, place.to)
    },
    beside(teamId) {
      const place = teams.placeOf(teamId)
      if (place === null) return { ahead: null, behind: null }
      return { ahead: neighbour(place - 1), behind: neighbour(place + 1) }
    },
    items(from, count) {
      const [first, last] = [Math.max(from, 0), Math.min(from + count, teams.count) - 1]
      if (first > last) return []
      return JSON.parse(`[${json.toString('utf8', teams.at(first).from, teams.at(last).to)}]`) as BoardItem[]
    },
    head() {
      head ??= JSON.parse(
        `${json.toString('utf8', 0, items[0])}null${json.toString('utf8', items[1])}`
      ) as Scoreboard
      return head
    },
    standings() {
      standings ??= Array.from({ length: teams.count }, (_, place) => standingAt(place))
      return standings
    },
    view() {
      view ??= JSON.parse(json.toString()) as Scoreboard
      return view
    }
  }
}
