import type { Database, Sql } from '~/server/platform/db'
import { wireTime } from '~/server/platform/time'
import { containing, plain } from '~/server/platform/where'
import type {
  CaptureFile,
  CaptureRow,
  CaptureSums,
  RecordedChallenge,
  RecordedTeam,
  TrafficChallenge,
  TrafficTeam
} from './contract'

type Pool = Database['pool']

/** Whose recordings of what; without a team those of all. */
export interface Whose {
  challengeId: number
  participationId: number | null
}

/** Files that the contract's list gives at most, newest first, and teams that a page shows. */
const MOST_FILES = 1000
export const MOST_TEAMS = 200

/** SQL: of the challenge `$1` and the participation `$2`, null for all. */
const WHOSE = 'k.challenge_id = $1 AND ($2::int IS NULL OR k.participation_id = $2)'

/** Challenges that record, with the number of teams that have files; none for an unknown game. */
export async function trafficChallengesOf(pool: Pool, gameId: number): Promise<TrafficChallenge[]> {
  const { rows } = await pool.query<TrafficChallenge>(
    `SELECT c.id, c.title, c.category, c.type, c.enabled AS "isEnabled",
       (SELECT count(DISTINCT k.participation_id)::int FROM captures k
        WHERE k.challenge_id = c.id AND k.bytes > 0) AS count
     FROM challenges c WHERE c.game_id = $1 AND c.traffic_capture ORDER BY c.title, c.id`,
    [gameId]
  )
  return rows
}

/** Teams with files of a challenge. */
export async function trafficTeamsOf(pool: Pool, challengeId: number): Promise<TrafficTeam[]> {
  const { rows } = await pool.query<TrafficTeam>(
    `SELECT p.id, t.id AS "teamId", t.name, p.division AS organization,
       '/assets/' || t.avatar_hash || '/avatar' AS avatar, k.count
     FROM (SELECT participation_id, count(*)::int AS count FROM captures
           WHERE challenge_id = $1 AND bytes > 0 GROUP BY participation_id) k
     JOIN participations p ON p.id = k.participation_id JOIN teams t ON t.id = p.team_id ORDER BY t.name, p.id`,
    [challengeId]
  )
  return rows
}

/** Files of a team at a challenge, newest first, at most a thousand. */
export async function trafficFilesOf(
  pool: Pool,
  { challengeId, participationId }: Whose
): Promise<CaptureFile[]> {
  const { rows } = await pool.query<{ fileName: string; size: number; at: Date }>(
    `SELECT k.file AS "fileName", k.bytes AS size, k.updated_at AS at FROM captures k
     WHERE ${WHOSE} AND k.bytes > 0 ORDER BY k.updated_at DESC, k.id DESC LIMIT ${MOST_FILES}`,
    [challengeId, participationId]
  )
  return rows.map(({ at, ...file }) => ({ ...file, updateTime: wireTime(at) }))
}

/** Challenges of a game where something was recorded, or would have been. */
export async function recordedChallengesOf(pool: Pool, gameId: number): Promise<RecordedChallenge[]> {
  const { rows } = await pool.query<RecordedChallenge>(
    `SELECT c.id, c.title, k.teams
     FROM (SELECT challenge_id, count(DISTINCT participation_id)::int AS teams FROM captures
           WHERE game_id = $1 GROUP BY challenge_id) k
     JOIN challenges c ON c.id = k.challenge_id ORDER BY c.title, c.id`,
    [gameId]
  )
  return rows
}

/** Teams of a challenge by name, those whose name holds the words and the chosen one. At most MOST_TEAMS. */
export async function recordedTeamsOf(
  pool: Pool,
  challengeId: number,
  { search, chosen }: { search: string; chosen: number | null }
): Promise<RecordedTeam[]> {
  const { rows } = await pool.query<RecordedTeam>(
    `SELECT p.id AS "participationId", t.name, k.files
     FROM (SELECT participation_id, count(*)::int AS files FROM captures
           WHERE challenge_id = $1 GROUP BY participation_id) k
     JOIN participations p ON p.id = k.participation_id JOIN teams t ON t.id = p.team_id
     WHERE p.id = $3 OR ${plain('t.name')} LIKE ${plain('$2::text')}
     ORDER BY p.id = $3 DESC NULLS LAST, t.name, p.id LIMIT ${MOST_TEAMS}`,
    [challengeId, containing(search), chosen]
  )
  return rows.sort((a, b) => a.name.localeCompare(b.name))
}

interface Row extends Omit<CaptureRow, 'openedAt' | 'pinned'> {
  openedAt: Date
  pinnedAt: Date | null
  pinnedBy: string | null
  note: string | null
}

/** One part of a team's files, newest first. */
export async function captureRowsOf(
  pool: Pool,
  { challengeId, participationId }: Whose,
  { count, skip }: { count: number; skip: number }
): Promise<CaptureRow[]> {
  const { rows } = await pool.query<Row>(
    `SELECT k.file AS "fileName", k.bytes AS size, k.dropped, k.opened_at AS "openedAt", k.address,
       k.closed_at IS NULL AND k.lease_until > clock_timestamp() AS live, u.user_name AS user,
       k.pinned_at AS "pinnedAt", m.user_name AS "pinnedBy", k.pin_note AS note
     FROM captures k LEFT JOIN users u ON u.id = k.user_id LEFT JOIN users m ON m.id = k.pinned_by
     WHERE ${WHOSE} ORDER BY k.opened_at DESC, k.id DESC LIMIT $3 OFFSET $4`,
    [challengeId, participationId, count, skip]
  )
  return rows.map(({ openedAt, pinnedAt, pinnedBy, note, ...row }) => ({
    ...row,
    openedAt: openedAt.getTime(),
    pinned: pinnedAt && { by: pinnedBy, at: pinnedAt.getTime(), note: note ?? '' }
  }))
}

/** How much there is of a team at a challenge; null when they do not belong to this game. */
export async function captureSumsOf(
  pool: Pool,
  gameId: number,
  { challengeId, participationId }: Whose
): Promise<CaptureSums | null> {
  const { rows } = await pool.query<CaptureSums>(
    `SELECT count(k.id)::int AS files, coalesce(sum(k.bytes), 0)::float8 AS bytes,
       coalesce(sum(k.dropped), 0)::float8 AS dropped, count(k.pinned_at)::int AS pinned
     FROM challenges c JOIN participations p ON p.game_id = c.game_id
     LEFT JOIN captures k ON k.challenge_id = c.id AND k.participation_id = p.id
     WHERE c.id = $1 AND p.id = $2 AND c.game_id = $3 GROUP BY c.id, p.id`,
    [challengeId, participationId, gameId]
  )
  return rows[0] ?? null
}

/** A file as it lies on the disk. */
export interface Stored extends CaptureFile {
  id: number
  challengeId: number
  participationId: number
  team: string
}

interface StoredRow extends Omit<Stored, 'updateTime'> {
  at: Date
}

const STORED = `
  SELECT k.id, k.challenge_id AS "challengeId", k.participation_id AS "participationId", t.name AS team,
    k.file AS "fileName", k.bytes AS size, k.updated_at AS at
  FROM captures k JOIN participations p ON p.id = k.participation_id JOIN teams t ON t.id = p.team_id`

const storedOf = ({ at, ...row }: StoredRow): Stored => ({ ...row, updateTime: wireTime(at) })

/** One file; null when there is none of this name. */
export async function captureOf(
  pool: Pool,
  challengeId: number,
  participationId: number,
  file: string
): Promise<Stored | null> {
  const { rows } = await pool.query<StoredRow>(
    `${STORED} WHERE k.challenge_id = $1 AND k.participation_id = $2 AND k.file = $3 AND k.bytes > 0`,
    [challengeId, participationId, file.replaceAll('\0', '')]
  )
  return rows[0] ? storedOf(rows[0]) : null
}

/** Files after the one with this id, oldest first. */
export async function filesAfter(
  pool: Pool,
  { challengeId, participationId }: Whose,
  after: number,
  count: number
): Promise<Stored[]> {
  const { rows } = await pool.query<StoredRow>(
    `${STORED} WHERE ${WHOSE} AND k.bytes > 0 AND k.id > $3 ORDER BY k.id LIMIT $4`,
    [challengeId, participationId, after, count]
  )
  return rows.map(storedOf)
}

/** A row that is to go, or has gone. */
export interface Place {
  challengeId: number
  participationId: number
  file: string
  bytes: number
}

const PLACE = 'challenge_id AS "challengeId", participation_id AS "participationId", file, bytes'

/** Forgets files of a team, pinned ones not: all, or one. Answers what went, and how many pinned ones stay. */
export async function forget(
  sql: Sql,
  challengeId: number,
  participationId: number,
  file: string | null
): Promise<{ gone: Place[]; kept: number }> {
  const values = [challengeId, participationId, file?.replaceAll('\0', '') ?? null]
  const ours = 'challenge_id = $1 AND participation_id = $2 AND ($3::text IS NULL OR file = $3)'
  const { rows: gone } = await sql.query<Place>(
    `DELETE FROM captures WHERE ${ours} AND pinned_at IS NULL RETURNING ${PLACE}`,
    values
  )
  const { rows } = await sql.query<{ kept: number }>(
    `SELECT count(*)::int AS kept FROM captures WHERE ${ours}`,
    values
  )
  return { gone, kept: rows[0]!.kept }
}

/** Forgets some of the files that were closed before then and are not pinned. */
export async function forgetOlder(pool: Pool, before: Date, count: number): Promise<Place[]> {
  const { rows } = await pool.query<Place>(
    `DELETE FROM captures WHERE id IN (
       SELECT id FROM captures WHERE closed_at < $1 AND pinned_at IS NULL ORDER BY closed_at LIMIT $2)
     AND pinned_at IS NULL RETURNING ${PLACE}`,
    [before, count]
  )
  return rows
}
