import { number, oneOf, type Pool, type RowOf, row, rows } from '~/server/db'
import { endSql, PRACTISED_SQL } from '~/server/games/contract'
import { ANSWER_RESULTS } from '~/server/submissions/contract'
import type { Cursor, EventFilter, Figures, SubmissionFilter } from './contract'
import { EVENT_STATUSES, eventQueries, typesOf } from './event-halves'
import { conditions, isWhole, timestampSql } from './submission-list'

const JUDGED = `(SELECT coalesce(sum(n), 0)::int FROM submission_counts
  WHERE game_id = $1 AND ($2::text[] IS NULL OR status = ANY ($2)))`
const WAITING = '(SELECT count(*)::int FROM unjudged WHERE game_id = $1)'

async function countOf(pool: Pool, expression: string, values: unknown[]): Promise<number> {
  return (await row(pool, { n: number }, `SELECT ${expression} AS n`, values))!.n
}

/** Kept counts serve a filter by verdict alone; others are counted. */
export async function countSubmissions(
  pool: Pool,
  gameId: number,
  filter: SubmissionFilter
): Promise<number> {
  const { type = null, challenge, team } = filter
  if (isWhole({ ...filter, type: null })) {
    if (type === 'FlagSubmitted') return countOf(pool, WAITING, [gameId])
    if (type) return countOf(pool, JUDGED, [gameId, [type]])
    return countOf(pool, `${JUDGED} + ${WAITING}`, [gameId, null])
  }
  const where = conditions(gameId, filter)
  // There is no index by challenge alone; an index by team and challenge serves.
  if (challenge && !team)
    return countOf(
      pool,
      `coalesce((SELECT sum((SELECT count(*) FROM submissions s WHERE s.participation_id = p.id AND ${where}))::int
         FROM participations p WHERE p.game_id = $1), 0)`,
      where.values
    )
  return countOf(pool, `(SELECT count(*)::int FROM submissions s WHERE ${where})`, where.values)
}

/** Kept counts serve a filter by type alone. */
export async function countEvents(pool: Pool, gameId: number, filter: EventFilter): Promise<number> {
  const types = typesOf(filter)
  if (types.length === 0) return 0
  if (!filter.team && filter.search.trim() === '') {
    const flags = types.includes('FlagSubmit') ? EVENT_STATUSES : []
    const stored = `(SELECT coalesce(sum(n), 0)::int FROM event_counts WHERE game_id = $1 AND type = ANY ($3))`
    return countOf(pool, `${JUDGED} + ${stored}`, [gameId, flags, types])
  }
  const values: unknown[] = [gameId]
  const parts = eventQueries(values, filter, {})
  const count = ({ from, where }: (typeof parts)[number]) =>
    `(SELECT count(*)::int FROM ${from} WHERE ${where})`
  return countOf(pool, parts.map(count).join(' + '), values)
}

const JUDGED_RESULTS = ANSWER_RESULTS.filter((result) => result !== 'FlagSubmitted')
const VERDICT = { status: oneOf(JUDGED_RESULTS), n: number }
const RECENT_MS = 60_000
const MAX_RECENT = 1000

export interface Practised {
  /** Unix milliseconds: counted are those stored before. */
  before: number
  counts: RowOf<typeof COUNTED>[]
}

const COUNTED = { status: oneOf(ANSWER_RESULTS), n: number }

/** After this time a submission is certainly committed, in milliseconds. */
const COMMITTED_MS = 10_000

/**
 * Counts flags of practice by verdict, up to the first that is not judged. A game that is over gathers ever more of them, so
 * keep the counts: countVerdicts counts what came since.
 */
export async function countPractised(pool: Pool, gameId: number): Promise<Practised> {
  const settled = await row(
    pool,
    { before: number },
    `SELECT (extract(epoch FROM least((SELECT min(submitted_at) FROM unjudged WHERE game_id = $1),
       clock_timestamp()::timestamptz(3) - $2 * interval '1 millisecond')) * 1000)::int8 AS before`,
    [gameId, COMMITTED_MS]
  )
  const { before } = settled!
  const text = `SELECT s.status, count(*)::int AS n FROM ${PRACTISED_SQL} AND s.submitted_at < ${timestampSql('$2')} GROUP BY 1`
  return { before, counts: await rows(pool, COUNTED, text, [gameId, before]) }
}

/** `practised`: counted a while ago. What lies between its end and the cursor is counted now, whichever comes first. */
async function judgedOf(pool: Pool, gameId: number, upTo: Cursor, { before, counts }: Practised) {
  const since = upTo.at >= before
  const between = since
    ? `s.submitted_at >= ${timestampSql('$4')} AND (s.submitted_at, s.id) <= (${timestampSql('$2')}, $3)`
    : `s.submitted_at < ${timestampSql('$4')} AND (s.submitted_at, s.id) > (${timestampSql('$2')}, $3)`
  const found = await rows(
    pool,
    VERDICT,
    `WITH later AS (
       SELECT s.status, count(*)::int AS n FROM submissions s
       WHERE s.game_id = $1 AND (s.submitted_at, s.id) > (${timestampSql('$2')}, $3) GROUP BY s.status
     ), late AS (
       SELECT s.status, count(*)::int AS n FROM submissions s
       WHERE s.game_id = $1 AND s.late_no > $5 AND (s.submitted_at, s.id) <= (${timestampSql('$2')}, $3) GROUP BY s.status
     ), practised AS (
       SELECT s.status, count(*)::int AS n FROM ${PRACTISED_SQL} AND ${between} GROUP BY s.status
     )
     SELECT c.status, c.n - coalesce(later.n, 0) - coalesce(late.n, 0) ${since ? '-' : '+'} coalesce(practised.n, 0) AS n
     FROM submission_counts c LEFT JOIN later USING (status) LEFT JOIN late USING (status) LEFT JOIN practised USING (status)
     WHERE c.game_id = $1`,
    [gameId, upTo.at, upTo.submission, before, upTo.late]
  )
  const kept = new Map(counts.map(({ status, n }) => [status, n]))
  return found.map(({ status, n }) => ({ status, n: n - (kept.get(status) ?? 0) }))
}

/** SQL: submission `s` came before the end of the game for its team, or staff granted it. */
const IN_TIME = `(s.ruling = 'granted' OR s.submitted_at < (SELECT ${endSql('g', 'o')}
  FROM participations o JOIN games g ON g.id = o.game_id WHERE o.id = s.participation_id))`

function judgedIn(pool: Pool, gameId: number, filter: SubmissionFilter, upTo: Cursor) {
  const where = within(gameId, filter, upTo).and(`s.status <> 'FlagSubmitted' AND ${IN_TIME}`)
  // OFFSET 0 makes Postgres read each team by the index.
  const from =
    filter.challenge && !filter.team
      ? `participations p CROSS JOIN LATERAL (
           SELECT s.status FROM submissions s WHERE s.participation_id = p.id AND ${where} OFFSET 0) s
         WHERE p.game_id = $1`
      : `submissions s WHERE ${where}`
  return rows(
    pool,
    VERDICT,
    `SELECT s.status, count(*)::int AS n FROM ${from} GROUP BY s.status`,
    where.values
  )
}

function within(gameId: number, filter: SubmissionFilter, { at, submission, late }: Cursor) {
  const where = conditions(gameId, filter)
  const [time, id, no] = [at, submission, late].map((one) => where.value(one))
  return where.and(
    `(s.submitted_at, s.id) <= (${timestampSql(time!)}, ${id}::int8) AND coalesce(s.late_no <= ${no}, true)`
  )
}

/**
 * Judged up to the cursor by verdict, those of practice after the end left out; ignores the filter's verdict. `practised`: kept
 * by the caller.
 */
export async function countVerdicts(
  pool: Pool,
  gameId: number,
  { type: _, ...filter }: SubmissionFilter,
  upTo: Cursor,
  now: Date,
  practised: () => Promise<Practised>
): Promise<Figures> {
  const recently = within(gameId, filter, upTo).and('s.submitted_at > ?', new Date(now.getTime() - RECENT_MS))
  const [judged, recent] = await Promise.all([
    isWhole(filter) ? judgedOf(pool, gameId, upTo, await practised()) : judgedIn(pool, gameId, filter, upTo),
    rows(
      pool,
      { at: number },
      `SELECT (extract(epoch FROM submitted_at) * 1000)::int8 AS at FROM submissions s
       WHERE ${recently} ORDER BY s.submitted_at DESC, s.id DESC LIMIT ${MAX_RECENT}`,
      recently.values
    )
  ])
  const verdicts: Figures['verdicts'] = { Accepted: 0, WrongAnswer: 0, CheatDetected: 0, NotFound: 0 }
  for (const { status, n } of judged) verdicts[status] = n
  return { verdicts, recent: recent.map(({ at }) => at) }
}
