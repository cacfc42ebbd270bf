import type { Scoreboard } from '../rules/contract'
import type { SnapshotMeta } from './keys'

export type Encoding = 'identity' | 'gzip' | 'br'

/** One version of a game's public board, as bytes. Never changes. */
export interface BoardSnapshot {
  readonly gameId: number
  /** Last ledger entry in it. */
  readonly seq: number
  /** Weak entity tag, quotes and `W/` included; equal boards have equal tags, whoever made them. */
  readonly etag: string
  readonly challengeCount: number
  /** The `ScoreboardModel` as JSON. */
  body(encoding?: Encoding): Buffer
  /** JSON of `challenges`, cut out of the body. */
  readonly challenges: Buffer
  /** JSON of the team's item, cut out of the body; null when the team is not on the board. */
  teamItem(teamId: number): Buffer | null
  /** The body parsed; once per version, so do not write to it. */
  view(): Scoreboard
}

/** The bytes of one version as they lie in Redis. */
export interface SnapshotParts {
  meta: SnapshotMeta
  json: Buffer
  gzip: Buffer
  br: Buffer
  /** Triples (team id, from, to) of 32-bit little-endian integers, by team id: byte ranges inside `json`. */
  index: Buffer
}

const TRIPLE = 12

/** Packs the places of the teams. */
export function packIndex(places: { teamId: number; from: number; to: number }[]): Buffer {
  const index = Buffer.allocUnsafe(places.length * TRIPLE)
  const sorted = [...places].sort((a, b) => a.teamId - b.teamId)
  sorted.forEach(({ teamId, from, to }, place) => {
    index.writeInt32LE(teamId, place * TRIPLE)
    index.writeInt32LE(from, place * TRIPLE + 4)
    index.writeInt32LE(to, place * TRIPLE + 8)
  })
  return index
}

function find(index: Buffer, teamId: number): [number, number] | null {
  let low = 0
  let high = index.length / TRIPLE - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const at = middle * TRIPLE
    const found = index.readInt32LE(at)
    if (found === teamId) return [index.readInt32LE(at + 4), index.readInt32LE(at + 8)]
    if (found < teamId) low = middle + 1
    else high = middle - 1
  }
  return null
}

export function snapshotOf(gameId: number, { meta, json, gzip, br, index }: SnapshotParts): BoardSnapshot {
  let view: Scoreboard | null = null
  return {
    gameId,
    seq: meta.seq,
    etag: meta.etag,
    challengeCount: meta.challengeCount,
    challenges: json.subarray(...meta.challenges),
    body: (encoding = 'identity') => (encoding === 'gzip' ? gzip : encoding === 'br' ? br : json),
    teamItem(teamId) {
      const range = find(index, teamId)
      return range && json.subarray(...range)
    },
    view() {
      view ??= JSON.parse(json.toString()) as Scoreboard
      return view
    }
  }
}
