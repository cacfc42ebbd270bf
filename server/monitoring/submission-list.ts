import { type Pool, type RowOf, rows, type Shape } from '~/server/db'
import { likePattern, SqlConditions } from '~/server/platform/sql-conditions'
import type { Page, Position, SubmissionFilter } from './contract'

/** Milliseconds back to the database's time, exactly. */
export const timestampSql = (placeholder: string) =>
  `to_timestamp(${placeholder}::float8 / 1000)::timestamptz(3)`

/** True if the filter lets everything through. */
export const isWhole = ({ type, challenge, team, search }: SubmissionFilter): boolean =>
  !type && !challenge && !team && search.trim() === ''

/** For `submissions s`. The search finds parts of the answer, the team's name and the user's. */
export function conditions(
  gameId: number,
  { type, challenge, team, search }: SubmissionFilter
): SqlConditions {
  const where = new SqlConditions([gameId]).and('s.game_id = $1')
  if (type) where.and('s.status = ?', type)
  if (challenge) where.and('s.challenge_id = ?', challenge)
  if (team)
    where.and('s.participation_id = (SELECT id FROM participations WHERE game_id = $1 AND team_id = ?)', team)
  if (search.trim() !== '')
    where.and(
      `(s.answer ILIKE ?
        OR s.participation_id IN (SELECT p.id FROM participations p JOIN teams t ON t.id = p.team_id
                                  WHERE p.game_id = $1 AND t.name ILIKE ?)
        OR s.user_id IN (SELECT id FROM users WHERE user_name ILIKE ?))`,
      likePattern(search)
    )
  return where
}

/** The submissions' own index, or a table of one verdict. */
interface Source {
  from: string
  at: string
  id: string
}

const INDEX: Source = { from: 'submissions s', at: 's.submitted_at', id: 's.id' }
const tableOf = (name: string): Source => ({
  from: `${name} r JOIN submissions s ON s.id = r.submission_id`,
  at: 'r.submitted_at',
  id: 'r.submission_id'
})

function sourceOf(where: SqlConditions, { type }: SubmissionFilter): Source {
  if (type !== 'FlagSubmitted' && type !== 'CheatDetected' && type !== 'NotFound') return INDEX
  where.and('r.game_id = $1')
  if (type === 'FlagSubmitted') return tableOf('unjudged')
  where.and('r.status = ?', type)
  return tableOf('seldom_submissions')
}

/** Rows on one side of a position. */
export function addPositionCondition(
  where: SqlConditions,
  { at, id }: Source,
  side: '<' | '>',
  position: Position
): void {
  const [time, number] = [where.value(position.at), where.value(position.id)]
  where.and(`(${at}, ${id}) ${side} (${timestampSql(time)}, ${number}::int8)`)
}

/** From this offset, the other end of the list may be nearer. */
const FAR = 5000

/** Ids of a page. Counts from the nearer end of the list; `total`: rows of the filter. */
async function idsOf(
  where: SqlConditions,
  filter: SubmissionFilter,
  { count, skip, older, newer }: Page,
  total: () => Promise<number>
): Promise<string> {
  const source = sourceOf(where, filter)
  const { from, at, id } = source
  if (older) addPositionCondition(where, source, '<', older)
  else if (newer) addPositionCondition(where, source, '>', newer)
  const part = (direction: 'DESC' | 'ASC', most: number, first: number) =>
    `SELECT ${id} AS id FROM ${from} WHERE ${where}
     ORDER BY ${at} ${direction}, ${id} ${direction} LIMIT ${where.value(most)} OFFSET ${where.value(first)}`
  if (older) return part('DESC', count, skip)
  if (newer) return part('ASC', count, skip)
  if (skip < FAR || !isWhole(filter)) return part('DESC', count, skip)
  const left = (await total()) - skip
  if (left > skip) return part('DESC', count, skip)
  return part('ASC', Math.max(0, Math.min(count, left)), Math.max(0, left - count))
}

/** Newest first; `columns` and `joins` of a submission `s`, `shape` of the row. */
export async function readSubmissionPage<S extends Shape>(
  pool: Pool,
  shape: S,
  gameId: number,
  filter: SubmissionFilter,
  page: Page,
  { columns, joins, total }: { columns: string; joins: string; total: () => Promise<number> }
): Promise<RowOf<S>[]> {
  const where = conditions(gameId, filter)
  const ids = await idsOf(where, filter, page, total)
  return rows(
    pool,
    shape,
    `SELECT ${columns} FROM (${ids}) page JOIN submissions s ON s.id = page.id ${joins}
     ORDER BY s.submitted_at DESC, s.id DESC`,
    where.values
  )
}
