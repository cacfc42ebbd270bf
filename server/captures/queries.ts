import { CATEGORY_COLUMNS, CATEGORY_ROW } from '~/server/categories'
import { CHALLENGE_TYPES } from '~/server/challenges/contract'
import {
  bool,
  nullable,
  number,
  oneOf,
  type Pool,
  type RowOf,
  row,
  rows,
  type Sql,
  text,
  time
} from '~/server/db'
import { likePattern, plain } from '~/server/platform/sql-conditions'
import { wireTime } from '~/server/platform/time'
import type {
  CaptureFile,
  CaptureRow,
  CaptureSums,
  RecordedChallenge,
  RecordedTeam,
  TrafficChallenge,
  TrafficTeam
} from './contract'

/** Whose captures to read. Without a participation: those of all teams. */
export interface CaptureOwner {
  challengeId: number
  participationId: number | null
}

/** Files in the contract's list, and teams on a page. */
const MAX_FILES = 1000
/** The contract lists the teams of a challenge in one answer. */
const MAX_TRAFFIC_TEAMS = 5000
export const MAX_TEAMS = 200

/** Challenge `$1` and participation `$2`; null for all. */
const OWNER = 'k.challenge_id = $1 AND ($2::int IS NULL OR k.participation_id = $2)'

const TRAFFIC_CHALLENGE = {
  id: number,
  title: text,
  ...CATEGORY_ROW,
  type: oneOf(CHALLENGE_TYPES),
  isEnabled: bool,
  count: number
}

/** Challenges with recording turned on, by title. `count`: teams with a recording that is not empty. */
export async function listTrafficChallenges(pool: Pool, gameId: number): Promise<TrafficChallenge[]> {
  return rows(
    pool,
    TRAFFIC_CHALLENGE,
    `SELECT c.id, c.title, ${CATEGORY_COLUMNS}, c.type, c.enabled AS "isEnabled",
       (SELECT count(DISTINCT k.participation_id)::int FROM captures k
        WHERE k.challenge_id = c.id AND k.bytes > 0) AS count
     FROM challenges c WHERE c.game_id = $1 AND c.traffic_capture ORDER BY c.title, c.id`,
    [gameId]
  )
}

const TRAFFIC_TEAM = {
  id: number,
  teamId: number,
  name: text,
  organization: nullable(text),
  avatar: nullable(text),
  count: number
}

/** Lists teams by name, at most `MAX_TRAFFIC_TEAMS`. */
export async function listTrafficTeams(pool: Pool, challengeId: number): Promise<TrafficTeam[]> {
  return rows(
    pool,
    TRAFFIC_TEAM,
    `SELECT p.id, t.id AS "teamId", t.name, p.division AS organization,
       '/assets/' || t.avatar_hash || '/avatar' AS avatar, k.count
     FROM (SELECT participation_id, count(*)::int AS count FROM captures
           WHERE challenge_id = $1 AND bytes > 0 GROUP BY participation_id) k
     JOIN participations p ON p.id = k.participation_id JOIN teams t ON t.id = p.team_id ORDER BY t.name, p.id
     LIMIT ${MAX_TRAFFIC_TEAMS}`,
    [challengeId]
  )
}

const TRAFFIC_FILE = { fileName: text, size: number, at: time }

/** Newest first, at most a thousand. */
export async function listTrafficFiles(
  pool: Pool,
  { challengeId, participationId }: CaptureOwner
): Promise<CaptureFile[]> {
  const files = await rows(
    pool,
    TRAFFIC_FILE,
    `SELECT k.file AS "fileName", k.bytes AS size, k.updated_at AS at FROM captures k
     WHERE ${OWNER} AND k.bytes > 0 ORDER BY k.updated_at DESC, k.id DESC LIMIT ${MAX_FILES}`,
    [challengeId, participationId]
  )
  return files.map(({ at, ...file }) => ({ ...file, updateTime: wireTime(at) }))
}

/** Challenges with recordings, by title, also where recording is turned off by now. */
export async function listRecordedChallenges(pool: Pool, gameId: number): Promise<RecordedChallenge[]> {
  return rows(
    pool,
    { id: number, title: text, teams: number },
    `SELECT c.id, c.title, k.teams
     FROM (SELECT challenge_id, count(DISTINCT participation_id)::int AS teams FROM captures
           WHERE game_id = $1 GROUP BY challenge_id) k
     JOIN challenges c ON c.id = k.challenge_id ORDER BY c.title, c.id`,
    [gameId]
  )
}

/** Teams by name that contain `search`, and the selected one; at most MAX_TEAMS. */
export async function listRecordedTeams(
  pool: Pool,
  challengeId: number,
  { search, chosen }: { search: string; chosen: number | null }
): Promise<RecordedTeam[]> {
  const teams = await rows(
    pool,
    { participationId: number, name: text, files: number },
    `SELECT p.id AS "participationId", t.name, k.files
     FROM (SELECT participation_id, count(*)::int AS files FROM captures
           WHERE challenge_id = $1 GROUP BY participation_id) k
     JOIN participations p ON p.id = k.participation_id JOIN teams t ON t.id = p.team_id
     WHERE p.id = $3 OR ${plain('t.name')} LIKE ${plain('$2::text')}
     ORDER BY p.id = $3 DESC NULLS LAST, t.name, p.id LIMIT ${MAX_TEAMS}`,
    [challengeId, likePattern(search), chosen]
  )
  return teams.sort((a, b) => a.name.localeCompare(b.name))
}

const CAPTURE = {
  fileName: text,
  size: number,
  dropped: number,
  openedAt: time,
  address: text,
  live: bool,
  user: nullable(text),
  pinnedAt: nullable(time),
  pinnedBy: nullable(text),
  note: nullable(text)
}

/** Newest first. `live`: its writer still renews its lease. */
export async function listCaptures(
  pool: Pool,
  { challengeId, participationId }: CaptureOwner,
  { count, skip }: { count: number; skip: number }
): Promise<CaptureRow[]> {
  const captures = await rows(
    pool,
    CAPTURE,
    `SELECT k.file AS "fileName", k.bytes AS size, k.dropped, k.opened_at AS "openedAt", k.address,
       k.closed_at IS NULL AND k.lease_until > clock_timestamp() AS live, u.user_name AS user,
       k.pinned_at AS "pinnedAt", m.user_name AS "pinnedBy", k.pin_note AS note
     FROM captures k LEFT JOIN users u ON u.id = k.user_id LEFT JOIN users m ON m.id = k.pinned_by
     WHERE ${OWNER} ORDER BY k.opened_at DESC, k.id DESC LIMIT $3 OFFSET $4`,
    [challengeId, participationId, count, skip]
  )
  return captures.map(({ openedAt, pinnedAt, pinnedBy, note, ...capture }) => ({
    ...capture,
    openedAt: openedAt.getTime(),
    pinned: pinnedAt && { by: pinnedBy, at: pinnedAt.getTime(), note: note ?? '' }
  }))
}

/** Null when team and challenge do not belong to this game. */
export async function sumCaptures(
  pool: Pool,
  gameId: number,
  { challengeId, participationId }: CaptureOwner
): Promise<CaptureSums | null> {
  const sums = await row(
    pool,
    { files: number, bytes: number, dropped: number, pinned: number },
    `SELECT count(k.id)::int AS files, coalesce(sum(k.bytes), 0)::float8 AS bytes,
       coalesce(sum(k.dropped), 0)::float8 AS dropped, count(k.pinned_at)::int AS pinned
     FROM challenges c JOIN participations p ON p.game_id = c.game_id
     LEFT JOIN captures k ON k.challenge_id = c.id AND k.participation_id = p.id
     WHERE c.id = $1 AND p.id = $2 AND c.game_id = $3 GROUP BY c.id, p.id`,
    [challengeId, participationId, gameId]
  )
  return sums ?? null
}

const STORED_COLUMNS = {
  id: number,
  challengeId: number,
  participationId: number,
  team: text,
  fileName: text,
  size: number,
  at: time
}
type StoredRow = RowOf<typeof STORED_COLUMNS>

export interface StoredCapture extends Omit<StoredRow, 'at'>, CaptureFile {}

const STORED = `
  SELECT k.id, k.challenge_id AS "challengeId", k.participation_id AS "participationId", t.name AS team,
    k.file AS "fileName", k.bytes AS size, k.updated_at AS at
  FROM captures k JOIN participations p ON p.id = k.participation_id JOIN teams t ON t.id = p.team_id`

const storedOf = ({ at, ...stored }: StoredRow): StoredCapture => ({ ...stored, updateTime: wireTime(at) })

/** Null when there is none, or an empty one. */
export async function findCapture(
  pool: Pool,
  challengeId: number,
  participationId: number,
  file: string
): Promise<StoredCapture | null> {
  const found = await row(
    pool,
    STORED_COLUMNS,
    `${STORED} WHERE k.challenge_id = $1 AND k.participation_id = $2 AND k.file = $3 AND k.bytes > 0`,
    [challengeId, participationId, file.replaceAll('\0', '')]
  )
  return found ? storedOf(found) : null
}

/**
 * A page of the recordings that are not empty, oldest first; `after` is the id of the last one of the page before, 0
 * for the first page.
 */
export async function listCapturesAfter(
  pool: Pool,
  { challengeId, participationId }: CaptureOwner,
  after: number,
  count: number
): Promise<StoredCapture[]> {
  const files = await rows(
    pool,
    STORED_COLUMNS,
    `${STORED} WHERE ${OWNER} AND k.bytes > 0 AND k.id > $3 ORDER BY k.id LIMIT $4`,
    [challengeId, participationId, after, count]
  )
  return files.map(storedOf)
}

const PLACE_COLUMNS = { challengeId: number, participationId: number, file: text, bytes: number }
export type CapturePlace = RowOf<typeof PLACE_COLUMNS>

const PLACE = 'challenge_id AS "challengeId", participation_id AS "participationId", file, bytes'

/** Deletes rows of one file or (null) all of a team. Pinned ones stay; `kept` counts them. */
export async function deleteCaptures(
  sql: Sql,
  challengeId: number,
  participationId: number,
  file: string | null
): Promise<{ deleted: CapturePlace[]; kept: number }> {
  const values = [challengeId, participationId, file?.replaceAll('\0', '') ?? null]
  const ours = 'challenge_id = $1 AND participation_id = $2 AND ($3::text IS NULL OR file = $3)'
  const deleted = await rows(
    sql,
    PLACE_COLUMNS,
    `DELETE FROM captures WHERE ${ours} AND pinned_at IS NULL RETURNING ${PLACE}`,
    values
  )
  const left = await row(
    sql,
    { kept: number },
    `SELECT count(*)::int AS kept FROM captures WHERE ${ours}`,
    values
  )
  return { deleted, kept: left!.kept }
}

/** Deletes up to `count` unpinned rows closed before then. */
export async function deleteOlder(pool: Pool, before: Date, count: number): Promise<CapturePlace[]> {
  return rows(
    pool,
    PLACE_COLUMNS,
    `DELETE FROM captures WHERE id IN (
       SELECT id FROM captures WHERE closed_at < $1 AND pinned_at IS NULL ORDER BY closed_at LIMIT $2)
     AND pinned_at IS NULL RETURNING ${PLACE}`,
    [before, count]
  )
}
