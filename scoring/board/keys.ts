import type { WakeReason } from '~/server/ledger'

/**
 * Everything scoring keeps in Redis. All of it is a projection: it may vanish at any time and is built again
 * from Postgres.
 *
 * - `h:{g}:board`  hash: the newest snapshot. `meta` (JSON, `SnapshotMeta`), `json`, `gzip`, `br` (the body),
 *                  `index` (where the teams are inside `json`, see snapshot.ts), `columns`, `columns:gzip`,
 *                  `columns:br` (the same board by columns, see rules/columns.ts).
 * - `h:{g}:rank`   sorted set: participation id padded to ten digits → packed score and time, see pack.ts.
 * - `h:{g}:deltas` list: the newest deltas as JSON (`Delta` of rules/contract.ts), oldest first, without gaps.
 * - `h:{g}:seq`    string: ledger entry up to which deltas were published, the end of that list.
 * - `halyard:seqs` hash: game → ledger entry its snapshot includes. The sweep compares it with Postgres.
 * - `halyard:lease:{g}` string: the scoring process that leads the game.
 */
export const boardKey = (game: number): string => `h:{${game}}:board`
export const rankKey = (game: number): string => `h:{${game}}:rank`
export const deltasKey = (game: number): string => `h:{${game}}:deltas`
export const publishedKey = (game: number): string => `h:{${game}}:seq`
export const leaseKey = (game: number): string => `halyard:lease:{${game}}`
export const SEQS_KEY = 'halyard:seqs'

/** Channel of what sockets are told; message `LiveMessage` (gateway/bus.ts) as JSON. */
export const LIVE_CHANNEL = 'halyard:live'

/** Channel on which a process passes a wake-up to whoever leads the game; message `ForwardedWake` as JSON. */
export const FORWARD_CHANNEL = 'halyard:forwarded'

export interface ForwardedWake {
  game: number
  reason: WakeReason
}

/** Channel that says a snapshot was stored, or that one is gone; message `Announcement` as JSON. */
export const VERSIONS_CHANNEL = 'halyard:boards'

export interface Version {
  game: number
  etag: string
  /** As in `SnapshotMeta`: the same board may be announced again, smaller. */
  packed: boolean
}

export type Announcement = (Version & { lost?: undefined }) | { game: number; lost: true }

export interface SnapshotMeta {
  seq: number
  etag: string
  /** The game is at rest, and `br` as small as it gets. */
  packed: boolean
  /** Milliseconds. */
  updatedAt: number
  challengeCount: number
  /** Byte ranges of the values of `items` and `challenges` inside the body: [from, to). */
  items: [number, number]
  challenges: [number, number]
}

/** Fields of a snapshot's hash. */
export const SNAPSHOT_FIELDS = [
  'meta',
  'json',
  'gzip',
  'br',
  'index',
  'columns',
  'columns:gzip',
  'columns:br'
] as const

export type SnapshotField = (typeof SNAPSHOT_FIELDS)[number]
