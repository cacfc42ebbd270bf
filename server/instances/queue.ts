import { msSql, nullable, number, oneOf, type Pool, rows, uuid, uuids } from '~/server/db'
import { AUDIENCE_SQL } from './audience'
import { QUEUE_REASONS, type QueueReason } from './states'

/** More concurrent starts would slow each down (docs/decisions/012). */
export const STARTS_AT_ONCE = 4

/**
 * Order of the queue: tests, teams with the fewest live instances, then by request, solve checks last. Columns: `id`, `place` from 1,
 * `total`.
 */
export const QUEUE_SQL = `
  SELECT q.id, row_number() OVER (ORDER BY q.kind = 'check', q.kind = 'team', coalesce(l.live, 0), q.requested_at, q.id)::int AS place,
    count(*) OVER ()::int AS total
  FROM instances q
  LEFT JOIN (
    SELECT participation_id, count(*) AS live FROM instances
    WHERE state IN ('starting', 'ready', 'unhealthy', 'stopping', 'stuck') GROUP BY 1
  ) l ON l.participation_id = q.participation_id
  WHERE q.state = 'queued' AND q.desired = 'up'`

interface QueueFacts {
  place: number
  waitsFor: QueueReason | null
  /** Median of recent starts in ms; null without any. */
  startMs: number | null
  /** Milliseconds until enough instances have ended; null when too few run. */
  roomMs: number | null
}

/** End only by somebody's action, so there is no estimate. */
const UNPREDICTABLE: readonly (QueueReason | null)[] = [
  'no_engine',
  'engine_down',
  'engine_unguarded',
  'engine_draining',
  'image'
]

/** Seconds; null when unknown. */
export function estimateOf({ place, waitsFor, startMs, roomMs }: QueueFacts): number | null {
  if (UNPREDICTABLE.includes(waitsFor)) return null
  if (waitsFor === 'capacity') return roomMs === null ? null : Math.ceil(Math.max(0, roomMs) / 1000)
  return Math.max(1, Math.ceil(((startMs ?? 1000) * Math.ceil(place / STARTS_AT_ONCE)) / 1000))
}

const PLACE = {
  id: uuid,
  gameId: number,
  challengeId: number,
  place: number,
  total: number,
  waitsFor: nullable(oneOf(QUEUE_REASONS)),
  startMs: nullable(number),
  roomMs: nullable(number),
  users: uuids
}

export interface QueuePlace {
  id: string
  gameId: number
  challengeId: number
  place: number
  total: number
  estimate: number | null
  users: string[]
}

/** Lists at most 2000 places. */
export async function queuePlaces(pool: Pool): Promise<QueuePlace[]> {
  const places = await rows(pool, PLACE, {
    name: 'instances_queue',
    text: `WITH room AS MATERIALIZED (
       SELECT row_number() OVER (ORDER BY expires_at) AS place,
         ${msSql('expires_at - now()')} AS ms
       FROM instances WHERE ${ENDING} ORDER BY expires_at LIMIT 2000
     )
     SELECT i.id, i.game_id AS "gameId", i.challenge_id AS "challengeId", q.place, q.total,
       i.waits_for AS "waitsFor", ${START_MS_SQL} AS "startMs", room.ms AS "roomMs",
       ${AUDIENCE_SQL} AS users
     FROM (${QUEUE_SQL}) q JOIN instances i ON i.id = q.id LEFT JOIN room ON room.place = q.place
     WHERE i.kind = 'team' AND i.game_id IS NOT NULL AND i.challenge_id IS NOT NULL ORDER BY q.place LIMIT 2000`
  })
  return places.map(({ waitsFor, startMs, roomMs, ...row }) => ({
    ...row,
    estimate: estimateOf({ place: row.place, waitsFor, startMs, roomMs })
  }))
}

/** SQL: median milliseconds of the last 50 starts. */
export const START_MS_SQL = `(SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY s.ms) FROM (
  SELECT extract(epoch FROM ready_at - started_at) * 1000 AS ms FROM instances
  WHERE ready_at IS NOT NULL AND requested_at > now() - interval '1 day' ORDER BY ready_at DESC LIMIT 50) s)::int`

/** SQL: ends by the clock. */
const ENDING = `state IN ('ready', 'unhealthy') AND desired = 'up' AND expires_at IS NOT NULL`

/** SQL: milliseconds until so many instances have ended. */
export const freedWaitSql = (place: string) => `(SELECT ${msSql('e.expires_at - now()')}
  FROM instances e WHERE ${ENDING} ORDER BY e.expires_at OFFSET ${place} - 1 LIMIT 1)`
