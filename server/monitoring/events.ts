import {
  nullable,
  number,
  oneOf,
  type Pool,
  type RowOf,
  row,
  rows,
  type Sql,
  text,
  texts,
  time
} from '~/server/db'
import { wireTime } from '~/server/platform/time'
import {
  type Cursor,
  EVENT_TYPES,
  type EventFilter,
  type EventType,
  type GameEventView,
  type Page,
  type SubmissionView
} from './contract'
import { typesOf, unionSql } from './event-halves'

/** Cheating is an event of its own (docs/rules/staff.md#events). */
const shownStatus = (status: string) => (status === 'CheatDetected' ? 'WrongAnswer' : status)

/** Null for a verdict without an event (docs/rules/staff.md#events). */
export function flagEvent(submission: SubmissionView): GameEventView | null {
  const { id, status, answer, challenge, challengeId, time, user, team, teamId, ip } = submission
  if (status === 'NotFound' || status === 'FlagSubmitted') return null
  const values = [shownStatus(status), answer, challenge, String(challengeId)]
  return { type: 'FlagSubmit', values, time, user, team, key: `s${id}`, teamId, ip }
}

const EVENT = {
  id: number,
  type: oneOf(EVENT_TYPES),
  values: texts,
  at: time,
  user: text,
  team: text,
  teamId: nullable(number),
  ip: nullable(text)
}

const view = ({ id, type, values, at, user, team, teamId, ip }: RowOf<typeof EVENT>): GameEventView => {
  const flag = type === 'FlagSubmit'
  return {
    type,
    values: flag ? [shownStatus(values[0] ?? ''), ...values.slice(1)] : values,
    time: wireTime(at),
    user,
    team,
    key: `${flag ? 's' : 'e'}${id}`,
    teamId,
    ip
  }
}

/** Newest first. Looks names up for the page only. */
export async function listEvents(
  pool: Pool,
  gameId: number,
  filter: EventFilter,
  page: Page
): Promise<GameEventView[]> {
  if (typesOf(filter).length === 0) return []
  const values: unknown[] = [gameId]
  const list = unionSql(values, filter, page)
  const events = await rows(
    pool,
    EVENT,
    `SELECT coalesce(e.type, 'FlagSubmit') AS type, x.id, x.at, coalesce(u.user_name, '') AS "user",
            coalesce(t.name, '') AS team, t.id AS "teamId", coalesce(e.ip, s.ip) AS ip,
            coalesce(e."values", ARRAY[s.status, s.answer, c.title, c.id::text]) AS "values"
     FROM (${list}) x
     LEFT JOIN game_events e ON x.half = 0 AND e.id = x.id
     LEFT JOIN submissions s ON x.half = 1 AND s.id = x.id
     LEFT JOIN challenges c ON c.id = s.challenge_id
     LEFT JOIN participations p ON p.id = coalesce(e.participation_id, s.participation_id)
     LEFT JOIN teams t ON t.id = p.team_id
     LEFT JOIN users u ON u.id = coalesce(e.user_id, s.user_id)
     ORDER BY x.at DESC, x.half, x.id DESC`,
    values
  )
  return events.map(view)
}

/** Stored events after an id, in order. Complete, because writers hold the game's ledger lock until the commit. */
export async function storedAfter(
  pool: Pool,
  gameId: number,
  after: number,
  limit: number
): Promise<{ id: number; event: GameEventView }[]> {
  const events = await rows(pool, EVENT, {
    name: 'monitor_events_after',
    text: `SELECT e.id, e.type, e."values", e.at, coalesce(u.user_name, '') AS "user",
                  coalesce(t.name, '') AS team, t.id AS "teamId", e.ip
           FROM game_events e
           LEFT JOIN participations p ON p.id = e.participation_id
           LEFT JOIN teams t ON t.id = p.team_id
           LEFT JOIN users u ON u.id = e.user_id
           WHERE e.game_id = $1 AND e.id > $2 ORDER BY e.id LIMIT $3`,
    values: [gameId, after, limit]
  })
  return events.map((event) => ({ id: event.id, event: view(event) }))
}

/** 0 without events. */
export async function storedHead(pool: Pool, gameId: number): Promise<Cursor['event']> {
  const head = await row(
    pool,
    { last: nullable(number) },
    {
      name: 'monitor_events_head',
      text: 'SELECT max(id) AS last FROM game_events WHERE game_id = $1',
      values: [gameId]
    }
  )
  return head?.last ?? 0
}

interface NewEvent {
  type: Exclude<EventType, 'FlagSubmit'>
  values: string[]
  at: Date
  userId: string | null
  participationId: number | null
  /** Address of the request; null without one. */
  ip?: string | null
}

/** Stores events in order. The caller holds the ledger's lock, so that ids follow commits and monitors miss none. */
export async function recordEvents(sql: Sql, gameId: number, events: readonly NewEvent[]): Promise<void> {
  for (const { type, values, at, userId, participationId, ip } of events)
    await sql.query({
      name: 'monitor_record_event',
      text: `INSERT INTO game_events (game_id, type, "values", at, user_id, participation_id, ip)
             VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      values: [gameId, type, values, at, userId, participationId, ip || null]
    })
}
