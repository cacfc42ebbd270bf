import type { Sql } from '~/server/db'
import { HOLDING, OVERHEAD_MB } from '~/server/engines'
import { runsOnSql } from '../availability'

/** Seconds that a start waits for the engine with the most room. */
const PREFERRED_SECONDS = 3
/** Seconds of silence before an engine is ignored; heartbeats come every 5 s. */
const HEARD_SECONDS = 12

/** SQL: the engine `e` takes starts. */
const OPEN = `e.state = 'up' AND NOT e.draining AND (e.guard = 'guarded' OR e.accepted_at IS NOT NULL)`

/** SQL: largest used share of memory, processors or places of `e` with instance `i`; 1 is full. */
const share = (i: string) => `greatest(
  (u.memory + ${i}.memory_mb + ${OVERHEAD_MB})::float8 / nullif(e.memory_mb, 0),
  (u.cpu + ${i}.cpu)::float8 / nullif(e.cpu, 0), (u.places + 1)::float8 / nullif(e.places, 0))`

/** SQL: engine `e` has the images of instance `i`. */
const HAS_IMAGES = (
  i: string
) => `NOT EXISTS (SELECT FROM jsonb_array_elements_text(${i}.spec->'images') AS r (reference)
        LEFT JOIN images a ON a.engine_id = e.id AND a.reference = r.reference
        WHERE a.state IS DISTINCT FROM 'ready')`

/** SQL: engine `$1` can run instance `i`. */
export const runsHere = (i: string) => `EXISTS (SELECT FROM engines e WHERE e.id = $1 AND ${runsOnSql(i)})`

/** SQL: engine `$1` has the images of instance `i`; its images are read once for all instances. */
export const imagesHere = (
  i: string
) => `${i}.spec->'images' <@ (SELECT coalesce(jsonb_agg(m.reference), '[]')
  FROM images m WHERE m.engine_id = $1 AND m.state = 'ready')`

/** SQL: another engine than `$1` takes starts and can run instance `i`. */
export const openElsewhere = (i: string) =>
  `EXISTS (SELECT FROM engines e WHERE e.id <> $1 AND ${OPEN} AND ${runsOnSql(i)})`

/** SQL: the same, and it has the images. */
export const readyElsewhere = (i: string) =>
  `EXISTS (SELECT FROM engines e WHERE e.id <> $1 AND ${OPEN} AND ${runsOnSql(i)} AND ${HAS_IMAGES(i)})`

/**
 * SQL: another engine than `$1` would be less full with instance `i` and has its images
 * (docs/rules/instances.md#several-engines); of equal engines the older one wins. Takes no lock: the instance waits at most three
 * seconds for the other engine.
 */
export const betterElsewhereSql = (
  i: string
) => `(${i}.next_at > now() - interval '${PREFERRED_SECONDS} seconds' AND coalesce((
    SELECT e.id <> $1 FROM engines e
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(h.memory_mb + ${OVERHEAD_MB}), 0) AS memory, coalesce(sum(h.cpu), 0) AS cpu, count(*) AS places
      FROM instances h WHERE h.engine_id = e.id AND h.state IN ${HOLDING}
    ) u
    WHERE ${OPEN} AND ${runsOnSql(i)} AND (e.id = $1 OR e.seen_at > now() - interval '${HEARD_SECONDS} seconds') AND ${share(i)} <= 1
      AND ${HAS_IMAGES(i)}
    ORDER BY ${share(i)}, e.id LIMIT 1), false))`

/** True if another engine is up and takes new instances. */
export async function hasOtherOpenEngine(sql: Sql, engineId: number): Promise<boolean> {
  const { rowCount } = await sql.query({
    name: 'engines_others_open',
    text: `SELECT FROM engines e WHERE e.id <> $1 AND ${OPEN} LIMIT 1`,
    values: [engineId]
  })
  return rowCount === 1
}
