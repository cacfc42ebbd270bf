import type { NotificationReason } from '~/server/ledger'

/**
 * The keys of scoring in Redis. Redis may lose them at any time; scoring builds them again from Postgres.
 * - `h:{g}:board` hash: the newest snapshot, see `SNAPSHOT_FIELDS`
 * - `h:{g}:rank`, `h:{g}:rank:{division}` sorted sets: teams, best first (ranking/rows.ts), as in the snapshot
 * - `h:{g}:past` hash: the ranking at earlier times (ranking/past.ts)
 * - `h:{g}:teams` hash: participation id → row (ranking/rows.ts), as in the snapshot
 * - `h:{g}:deltas` list: the newest `Delta`s as JSON, oldest first, without gaps
 * - `h:{g}:seq` string: the last published ledger entry, which ends that list
 * - `h:{g}:rebuilds` string: how often the board had been folded anew when that was published
 * - `h:{g}:notice` string: the id of the last notice that viewers got
 * - `halyard:seqs` hash: game → `seq rebuilds refreshes` of its snapshot (`StoredAt`); the sweep compares it with Postgres
 * - `halyard:lease:{g}` string: the token of the leader
 */
export const boardKey = (game: number): string => `h:{${game}}:board`
export const teamsKey = (game: number): string => `h:{${game}}:teams`
/** Null: the set of all teams. ranking/script.ts makes the names of the others from it. */
export const rankKey = (game: number, division: string | null = null): string =>
  division === null ? `h:{${game}}:rank` : `h:{${game}}:rank:${division}`
export const pastKey = (game: number): string => `h:{${game}}:past`
export const deltasKey = (game: number): string => `h:{${game}}:deltas`
export const publishedKey = (game: number): string => `h:{${game}}:seq`
export const rebuildsKey = (game: number): string => `h:{${game}}:rebuilds`
export const noticeKey = (game: number): string => `h:{${game}}:notice`
export const leaseKey = (game: number): string => `halyard:lease:{${game}}`
export const SEQS_KEY = 'halyard:seqs'

/** Messages for sockets, written by `encodeLive` (gateway/bus.ts). */
export const LIVE_CHANNEL = 'halyard:live'

/** Followed by the token of a scoring process, which listens to it as long as it lives. */
export const ALIVE_CHANNEL = 'halyard:scoring:'

/** Notifications for the leader of a game: `ForwardedNotification` as JSON. */
export const FORWARD_CHANNEL = 'halyard:forwarded'

export interface ForwardedNotification {
  game: number
  reason: NotificationReason
}

/** Stored and lost snapshots: `Announcement` as JSON. */
export const VERSIONS_CHANNEL = 'halyard:boards'

export interface Version {
  game: number
  etag: string
  /** The same board is announced again when it was packed. */
  packed: boolean
}

export type Announcement = (Version & { lost?: undefined }) | { game: number; lost: true }

export interface SnapshotMeta {
  seq: number
  etag: string
  packed: boolean
  /** Unix milliseconds, like `scoredAt`. */
  updatedAt: number
  challengeCount: number
  bloodBonus: number
  teams: number
  divisions: [name: string, teams: number][]
  /** Codes that teams of the board have. */
  countries: string[]
  /** Null until something was scored. */
  scoredAt: number | null
  /** Byte range of the value of `items` in the body: [from, to). */
  items: [number, number]
}

/** `json`, `gzip` and `br` are the body; `index` finds teams in it (snapshot.ts); columns: rules/columnar-board.ts. */
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
