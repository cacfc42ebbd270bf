import { likePattern, SqlConditions } from '~/server/platform/sql-conditions'
import { EVENT_TYPES, type EventFilter, type EventKind, type EventType, type Page } from './contract'
import { timestampSql } from './submission-list'

const TYPES: Record<EventKind, readonly EventType[]> = {
  instances: ['ContainerStart', 'ContainerDestroy'],
  flags: ['FlagSubmit'],
  cheating: ['CheatDetected'],
  hints: ['Normal']
}

export const EVENT_STATUSES = ['Accepted', 'WrongAnswer', 'CheatDetected']

/** The types that the filter lets through; may be empty. */
export function typesOf({ hideContainer, kind }: EventFilter): EventType[] {
  const kept = kind ? TYPES[kind] : EVENT_TYPES
  return kept.filter((type) => !hideContainer || !TYPES.instances.includes(type))
}

/** Conditions for both halves; `own`: more columns to search. */
function narrowed(values: unknown[], { team, search }: EventFilter, own: string): SqlConditions {
  const where = new SqlConditions(values).and('x.game_id = $1')
  if (team)
    where.and('x.participation_id = (SELECT id FROM participations WHERE game_id = $1 AND team_id = ?)', team)
  if (search.trim() !== '')
    where.and(
      `(${own}
        OR x.participation_id IN (SELECT p.id FROM participations p JOIN teams t ON t.id = p.team_id
                                  WHERE p.game_id = $1 AND t.name ILIKE ?)
        OR x.user_id IN (SELECT id FROM users WHERE user_name ILIKE ?))`,
      likePattern(search)
    )
  return where
}

/** One of the two tables of the list, with rows `x`. At equal times the smaller number comes first. */
interface Half {
  number: 0 | 1
  from: string
  at: string
  where: SqlConditions
}

/** Rows beyond the position, ordered by time, half, id (descending). */
function within({ number, at, where }: Half, { older, newer }: Pick<Page, 'older' | 'newer'>): void {
  const position = older ?? newer
  if (!position) return
  const own = position.half === (number === 0 ? 'e' : 's')
  const side = older ? '<' : '>'
  const time = timestampSql(where.value(position.at))
  if (own) {
    where.and(`(${at}, x.id) ${side} (${time}, ${where.value(position.id)}::int8)`)
    return
  }
  // Rows of the other half at the same moment all lie on one side.
  const same = older ? number === 1 : number === 0
  where.and(`${at} ${side}${same ? '=' : ''} ${time}`)
}

/** Submissions and stored events; an event of a submission is only a view. */
export function eventQueries(
  values: unknown[],
  filter: EventFilter,
  position: Pick<Page, 'older' | 'newer'>
): Half[] {
  const types = typesOf(filter)
  const stored = types.filter((type) => type !== 'FlagSubmit')
  const found: Half[] = []
  if (stored.length > 0) {
    const where = narrowed(values, filter, `array_to_string(x."values", ' ') ILIKE ?`)
    if (stored.length < EVENT_TYPES.length - 1) where.and('x.type = ANY(?)', stored)
    found.push({ number: 0, from: 'game_events x', at: 'x.at', where })
  }
  if (types.includes('FlagSubmit')) {
    const own =
      'x.answer ILIKE ? OR x.challenge_id IN (SELECT id FROM challenges WHERE game_id = $1 AND title ILIKE ?)'
    const where = narrowed(values, filter, own).and('x.status = ANY(?)', EVENT_STATUSES)
    found.push({ number: 1, from: 'submissions x', at: 'x.submitted_at', where })
  }
  for (const half of found) within(half, position)
  return found
}

/** Each half is limited to the page's end by an index, so two pages are sorted, not the game. Needs a type. */
export function unionSql(values: unknown[], filter: EventFilter, page: Page): string {
  const [down, up] = page.newer && !page.older ? ['ASC', 'DESC'] : ['DESC', 'ASC']
  const nearest = `LIMIT $${values.push(page.count + page.skip)}`
  const parts = eventQueries(values, filter, page).map(
    ({ number, from, at, where }) =>
      `(SELECT ${number} AS half, x.id::int8 AS id, ${at} AS at FROM ${from} WHERE ${where}
        ORDER BY ${at} ${down}, x.id ${down} ${nearest})`
  )
  return `SELECT * FROM (${parts.join(' UNION ALL ')}) both_halves
    ORDER BY at ${down}, half ${up}, id ${down} LIMIT $${values.push(page.count)} OFFSET $${values.push(page.skip)}`
}
