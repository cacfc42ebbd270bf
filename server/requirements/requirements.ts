import { bool, number, row, rows, type Sql, text, texts } from '~/server/db'
import { AppError, notFound } from '~/server/platform/errors'

/**
 * SQL: challenge `c` is open: all required ones are solved, or the game is over. Only the function in Postgres decides
 * (docs/rules/challenges.md#requirements).
 */
export const isUnlockedSql = (participation: string) =>
  `(c.requires = '{}' OR challenge_unlocked(c.id, ${participation}))`

const LOCK = { hidden: bool, ids: texts, titles: texts }

/** Missing requirements; titles only of visible ones. */
const MISSING = `
  SELECT c.hide_locked AS hidden, array_agg(q.id::text ORDER BY q.id) AS ids,
    coalesce(array_agg(q.title ORDER BY q.id) FILTER (WHERE q.enabled AND NOT (q.hide_locked AND q.requires <> '{}')), '{}')
      AS titles
  FROM challenges c JOIN challenges q ON q.id = ANY (c.requires)
  WHERE c.game_id = $1 AND c.id = $2 AND c.enabled AND NOT challenge_unlocked(c.id, $3)
    AND NOT EXISTS (SELECT FROM solves s WHERE s.challenge_id = q.id AND s.participation_id = $3)
  GROUP BY c.id`

/**
 * `challenge.locked` 400 with the missing ids as `requires`, or `challenge.unavailable` 404 for hidden, disabled and
 * unknown ones alike.
 */
export async function explainUnavailable(
  sql: Sql,
  gameId: number,
  challengeId: number,
  participationId: number
): Promise<AppError> {
  const lock = await row(sql, LOCK, MISSING, [gameId, challengeId, participationId])
  if (!lock || lock.hidden) return notFound('challenge.unavailable')
  return new AppError('challenge.locked', 400, {
    params: { title: lock.titles.join(', ') || '…' },
    extra: { requires: lock.ids.map(Number) }
  })
}

const PATH = `
  WITH RECURSIVE way (id, path) AS (
    SELECT r, ARRAY[$1::int, r] FROM unnest($2::int[]) r
    UNION ALL
    SELECT r, way.path || r FROM way JOIN challenges c ON c.id = way.id CROSS JOIN LATERAL unnest(c.requires) r
    WHERE way.id <> $1 AND NOT r = ANY (way.path[2:])
  )
  SELECT ARRAY(SELECT c.title FROM unnest(way.path) WITH ORDINALITY p (id, place) JOIN challenges c ON c.id = p.id
    ORDER BY p.place) AS titles
  FROM way WHERE way.id = $1 LIMIT 1`

/**
 * Needs the ledger's lock, so that concurrent changes make no cycle.
 * @throws AppError `challenge.requires_unknown`, `challenge.requires_cycle`, both with the field `requires`
 */
export async function checkRequired(
  sql: Sql,
  gameId: number,
  challengeId: number,
  requires: number[]
): Promise<void> {
  if (requires.length === 0) return
  const field = { field: 'requires' }
  const known = await rows(
    sql,
    { id: number, title: text },
    'SELECT id, title FROM challenges WHERE game_id = $1 AND id = ANY ($2)',
    [gameId, requires]
  )
  const missing = requires.find((id) => !known.some((one) => one.id === id))
  if (missing !== undefined)
    throw new AppError('challenge.requires_unknown', 400, { params: { id: missing }, extra: field })
  const cycle = await row(sql, { titles: texts }, PATH, [challengeId, requires])
  if (cycle)
    throw new AppError('challenge.requires_cycle', 400, {
      params: { titles: cycle.titles.join(' → ') },
      extra: field
    })
}
