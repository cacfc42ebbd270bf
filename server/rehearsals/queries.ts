import { bool, json, nullable, number, oneOf, type Pool, rows, type Sql, text, time, uuid } from '~/server/db'
import { wireTime } from '~/server/platform/time'
import { REHEARSAL_STATES } from './constants'
import { type RehearsalView, rehearsalProgress, rehearsalReport } from './contract'

const VIEW = {
  id: uuid,
  state: oneOf(REHEARSAL_STATES),
  teams: number,
  requestedBy: nullable(text),
  requestedAt: time,
  startedAt: nullable(time),
  endedAt: nullable(time),
  stopping: bool,
  progress: nullable(json(rehearsalProgress)),
  report: nullable(json(rehearsalReport))
}

/** Newest first. */
export async function listRehearsals(pool: Pool, gameId: number, most: number): Promise<RehearsalView[]> {
  const found = await rows(
    pool,
    VIEW,
    `SELECT r.id, r.state, r.teams, u.user_name AS "requestedBy", r.requested_at AS "requestedAt",
       r.started_at AS "startedAt", r.ended_at AS "endedAt", r.stopping, r.progress, r.report
     FROM rehearsals r LEFT JOIN users u ON u.id = r.requested_by
     WHERE r.game_id = $1 ORDER BY r.requested_at DESC, r.id DESC LIMIT $2`,
    [gameId, most]
  )
  return found.map(({ requestedAt, startedAt, endedAt, ...rest }) => ({
    ...rest,
    requestedAt: wireTime(requestedAt),
    startedAt: startedAt && wireTime(startedAt),
    endedAt: endedAt && wireTime(endedAt)
  }))
}

const SURPLUS = `
  DELETE FROM rehearsals WHERE game_id = $1 AND state NOT IN ('waiting', 'running') AND id NOT IN (
    SELECT id FROM rehearsals WHERE game_id = $1 ORDER BY requested_at DESC, id DESC LIMIT $2)`

/** Deletes all but the newest. */
export const dropSurplus = (sql: Sql, gameId: number, kept: number) => sql.query(SURPLUS, [gameId, kept])
