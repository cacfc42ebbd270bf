import type { NotificationReason } from '~/server/ledger'

/**
 * Everything scoring keeps in Redis. All of it is a projection: it may vanish at any time and is built again
 * from Postgres.
 *
 * - `h:{g}:board`  hash: the newest snapshot. `meta` (JSON, `SnapshotMeta`), `json`, `gzip`, `br` (the body),
 *                  `index` (where the teams are inside `json`, see snapshot.ts), `columns`, `columns:gzip`,
 *                  `columns:br` (the same board by columns, see rules/columns.ts), `challenges` (JSON, as in the body).
 * - `h:{g}:rank`   sorted set: time of the last solve and participation → negated score, see ranking/rows.ts. The teams of
 *                  that snapshot, best first; written with it, in one script.
 * - `h:{g}:rank:{division}` the same for the teams of a division.
 * - `h:{g}:teams`  hash: participation id padded to ten digits → the team's row, see ranking/rows.ts; written with it too.
 * - `h:{g}:deltas` list: the newest deltas as JSON (`Delta` of rules/contract.ts), oldest first, without gaps.
 * - `h:{g}:seq`    string: ledger entry up to which deltas were published, the end of that list.
 * - `halyard:seqs` hash: game → ledger entry its snapshot includes. The sweep compares it with Postgres.
 * - `halyard:lease:{g}` string: the scoring process that leads the game.
 */
export const boardKey = (game: number): string => `h:{${game}}:board`
export const teamsKey = (game: number): string => `h:{${game}}:teams`
/** Without a division the set of all teams. ranking/script.ts makes the names of the others from it. */
export const rankKey = (game: number, division: string | null = null): string =>
  division === null ? `h:{${game}}:rank` : `h:{${game}}:rank:${division}`
export const deltasKey = (game: number): string => `h:{${game}}:deltas`
export const publishedKey = (game: number): string => `h:{${game}}:seq`
export const leaseKey = (game: number): string => `halyard:lease:{${game}}`
export const SEQS_KEY = 'halyard:seqs'

/** Channel of messages for sockets; `LiveMessage` (gateway/bus.ts) as JSON. */
export const LIVE_CHANNEL = 'halyard:live'

/** Followed by the token of a scoring process: the channel that this process listens to as long as it lives. */
export const ALIVE_CHANNEL = 'halyard:scoring:'

/** Channel on which processes forward notifications to the leader of a game; `ForwardedNotification` as JSON. */
export const FORWARD_CHANNEL = 'halyard:forwarded'

export interface ForwardedNotification {
  game: number
  reason: NotificationReason
}

/** Channel of stored and lost snapshots; `Announcement` as JSON. */
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
  /** Packed, see `unpackBonus`. */
  bloodBonus: number
  /** How many teams are on it. */
  teams: number
  /** Divisions that have teams. */
  divisions: [name: string, teams: number][]
  /** When anything was last scored, in milliseconds; null as long as nothing was. */
  scoredAt: number | null
  /** Byte range of the value of `items` inside the body: [from, to). */
  items: [number, number]
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
  'columns:br',
  'challenges'
] as const

export type SnapshotField = (typeof SNAPSHOT_FIELDS)[number]
