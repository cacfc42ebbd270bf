import type { Database, Sql } from '~/server/platform/db'
import { wireTime } from '~/server/platform/time'
import { containing, Where } from '~/server/platform/where'
import {
  type Cursor,
  EVENT_TYPES,
  type EventFilter,
  type EventKind,
  type EventType,
  type GameEventView,
  type Page,
  type SubmissionView
} from './contract'

type Pool = Database['pool']

const TYPES: Record<EventKind, readonly EventType[]> = {
  instances: ['ContainerStart', 'ContainerDestroy'],
  flags: ['FlagSubmit'],
  cheating: ['CheatDetected'],
  hints: ['Normal']
}

/** What an event says of a verdict: cheating is an event of its own (behaviour.md 5.3). */
const told = (status: string) => (status === 'CheatDetected' ? 'WrongAnswer' : status)

/** The event of a judged submission; null for one that has none (behaviour.md 5.3). */
export function flagEvent(submission: SubmissionView): GameEventView | null {
  const { id, status, answer, challenge, challengeId, time, user, team, teamId } = submission
  if (status === 'NotFound' || status === 'FlagSubmitted') return null
  const values = [told(status), answer, challenge, String(challengeId)]
  return { type: 'FlagSubmit', values, time, user, team, key: `s${id}`, teamId }
}

interface Row {
  /** Of the submission or the event. */
  id: number
  type: EventType
  values: string[]
  at: Date
  user: string
  team: string
  teamId: number | null
}

const view = ({ id, type, values, at, user, team, teamId }: Row): GameEventView => {
  const flag = type === 'FlagSubmit'
  return {
    type,
    values: flag ? [told(values[0] ?? ''), ...values.slice(1)] : values,
    time: wireTime(at),
    user,
    team,
    key: `${flag ? 's' : 'e'}${id}`,
    teamId
  }
}

/** The types that the filter leaves. */
function typesOf({ hideContainer, kind }: EventFilter): EventType[] {
  const kept = kind ? TYPES[kind] : EVENT_TYPES
  return kept.filter((type) => !hideContainer || !TYPES.instances.includes(type))
}

/** Team and words, the same for both halves of the list; `own` is where else the words may be. */
function narrowed(values: unknown[], { team, search }: EventFilter, own: string): Where {
  const where = new Where(values).and('x.game_id = $1')
  if (team)
    where.and('x.participation_id = (SELECT id FROM participations WHERE game_id = $1 AND team_id = ?)', team)
  if (search.trim() !== '')
    where.and(
      `(${own}
        OR x.participation_id IN (SELECT p.id FROM participations p JOIN teams t ON t.id = p.team_id
                                  WHERE p.game_id = $1 AND t.name ILIKE ?)
        OR x.user_id IN (SELECT id FROM users WHERE user_name ILIKE ?))`,
      containing(search)
    )
  return where
}

/** The two halves of the list; a submission is stored once, its event is this view of it. Null for a half left out. */
function halves(values: unknown[], filter: EventFilter) {
  const types = typesOf(filter)
  const stored = types.filter((type) => type !== 'FlagSubmit')
  const events = narrowed(values, filter, `array_to_string(x."values", ' ') ILIKE ?`)
  if (stored.length < EVENT_TYPES.length - 1) events.and('x.type = ANY(?)', stored)
  const kept = `SELECT x.type, x.id, x.at, x.participation_id, x.user_id FROM game_events x WHERE ${events}`
  if (!types.includes('FlagSubmit')) return { kept, flags: null }
  const where = narrowed(
    values,
    filter,
    'x.answer ILIKE ? OR x.challenge_id IN (SELECT id FROM challenges WHERE game_id = $1 AND title ILIKE ?)'
  ).and(`x.status IN ('Accepted', 'WrongAnswer', 'CheatDetected')`)
  const flags = `SELECT 'FlagSubmit' AS type, x.id::int8 AS id, x.submitted_at AS at, x.participation_id, x.user_id
    FROM submissions x WHERE ${where}`
  return { kept, flags }
}

/**
 * Both halves in one order. Each gives no more than its newest rows up to the end of the page, which an index has in
 * order, so what is sorted is two pages and not the whole game.
 */
function merged(values: unknown[], filter: EventFilter, { count, skip }: Page): string {
  const { kept, flags } = halves(values, filter)
  const newest = `LIMIT $${values.push(count + skip)}`
  const parts = [`(${kept} ORDER BY x.at DESC, x.id DESC ${newest})`]
  if (flags) parts.push(`(${flags} ORDER BY x.submitted_at DESC, x.id DESC ${newest})`)
  return `SELECT * FROM (${parts.join(' UNION ALL ')}) both_halves
    ORDER BY at DESC, type, id DESC LIMIT $${values.push(count)} OFFSET $${values.push(skip)}`
}

/** Newest first. Names and texts are looked up for the page alone. */
export async function eventsOf(
  pool: Pool,
  gameId: number,
  filter: EventFilter,
  page: Page
): Promise<GameEventView[]> {
  const values: unknown[] = [gameId]
  const list = merged(values, filter, page)
  const { rows } = await pool.query<Row>(
    `SELECT x.type, x.id, x.at, coalesce(u.user_name, '') AS "user", coalesce(t.name, '') AS team,
            t.id AS "teamId", coalesce(e."values", ARRAY[s.status, s.answer, c.title, c.id::text]) AS "values"
     FROM (${list}) x
     LEFT JOIN game_events e ON x.type <> 'FlagSubmit' AND e.id = x.id
     LEFT JOIN submissions s ON x.type = 'FlagSubmit' AND s.id = x.id
     LEFT JOIN challenges c ON c.id = s.challenge_id
     LEFT JOIN participations p ON p.id = x.participation_id
     LEFT JOIN teams t ON t.id = p.team_id
     LEFT JOIN users u ON u.id = x.user_id
     ORDER BY x.at DESC, x.type, x.id DESC`,
    values
  )
  return rows.map(view)
}

export async function countEvents(pool: Pool, gameId: number, filter: EventFilter): Promise<number> {
  const values: unknown[] = [gameId]
  const { kept, flags } = halves(values, filter)
  const count = (half: string) => `(SELECT count(*)::int FROM (${half}) half)`
  const { rows } = await pool.query<{ n: number }>(
    `SELECT ${flags ? `${count(kept)} + ${count(flags)}` : count(kept)} AS n`,
    values
  )
  return rows[0]!.n
}

/**
 * Stored events after the one with this id, in order, at most `limit`. Complete, because whoever stores one holds the
 * game's ledger lock until the commit.
 */
export async function storedAfter(
  pool: Pool,
  gameId: number,
  after: number,
  limit: number
): Promise<{ id: number; event: GameEventView }[]> {
  const { rows } = await pool.query<Row>({
    name: 'monitor_events_after',
    text: `SELECT e.id, e.type, e."values", e.at, coalesce(u.user_name, '') AS "user",
                  coalesce(t.name, '') AS team, t.id AS "teamId"
           FROM game_events e
           LEFT JOIN participations p ON p.id = e.participation_id
           LEFT JOIN teams t ON t.id = p.team_id
           LEFT JOIN users u ON u.id = e.user_id
           WHERE e.game_id = $1 AND e.id > $2 ORDER BY e.id LIMIT $3`,
    values: [gameId, after, limit]
  })
  return rows.map((row) => ({ id: row.id, event: view(row) }))
}

/** Id of the newest stored event; 0 when there is none. */
export async function storedHead(pool: Pool, gameId: number): Promise<Cursor['event']> {
  const { rows } = await pool.query<{ last: number | null }>({
    name: 'monitor_events_head',
    text: 'SELECT max(id) AS last FROM game_events WHERE game_id = $1',
    values: [gameId]
  })
  return rows[0]?.last ?? 0
}

/** An event for monitors, to be stored. `values` as in `gameEventView`. */
export interface NewEvent {
  type: Exclude<EventType, 'FlagSubmit'>
  values: string[]
  at: Date
  userId: string | null
  participationId: number | null
}

/**
 * Stores events inside the caller's transaction, in this order. The caller holds the lock on the game's ledger, so that
 * ids are given out in the order of commits, and monitors miss none.
 */
export async function recordEvents(sql: Sql, gameId: number, events: readonly NewEvent[]): Promise<void> {
  for (const { type, values, at, userId, participationId } of events)
    await sql.query({
      name: 'monitor_record_event',
      text: `INSERT INTO game_events (game_id, type, "values", at, user_id, participation_id)
             VALUES ($1, $2, $3, $4, $5, $6)`,
      values: [gameId, type, values, at, userId, participationId]
    })
}
