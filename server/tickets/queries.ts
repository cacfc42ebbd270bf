import { rolesFor } from '~/server/access/constants'
import {
  bool,
  json,
  nullable,
  number,
  oneOf,
  type RowOf,
  row,
  rows,
  type Sql,
  text,
  time,
  uuid
} from '~/server/db'
import { STORED_STATUSES } from '~/server/games/contract'
import { notFound } from '~/server/platform/errors'
import { SqlConditions } from '~/server/platform/sql-conditions'
import { wireTime } from '~/server/platform/time'
import { isUnlockedSql } from '~/server/requirements'
import { TICKET_STATES, type TicketState } from './constants'
import {
  type QueueList,
  type QueueQuery,
  type QueueView,
  queueRow,
  type TicketList,
  type TicketMessage,
  type TicketQuery,
  ticketRow
} from './contract'

/** More than any time in milliseconds, so that no waiting ticket comes after one that does not wait. */
const FAR = 100_000_000_000_000

/** Place in the queue, ascending: those that wait, longest first, then the others, newest first. `at`: since when. */
export const queuePlace = (state: TicketState, at: Date): number =>
  state === 'waiting' ? at.getTime() - FAR : FAR - at.getTime()

/** SQL: since when a waiting ticket waits, in Unix milliseconds. */
export const waitingSinceSql = (place: string) => `(${place} + ${FAR})::float8`

const ANSWERING = `'{${rolesFor('tickets').join(',')}}'`

/** SQL: the account `user` answers tickets of `game` now (docs/rules/game-staff.md#actions). */
export const mayAnswerSql = (
  user: string,
  game: string
) => `${user}.active AND (${user}.role IN ('Monitor', 'Admin')
  OR ${user}.role <> 'Banned' AND EXISTS (SELECT FROM game_staff s
    WHERE s.game_id = ${game} AND s.user_id = ${user}.id AND s.role = ANY (${ANSWERING})))`

/**
 * SQL: joins the owner of a ticket. A user who may no longer answer counts as none, whatever the row says
 * (docs/rules/tickets.md#owners).
 */
export const joinOwnerSql = (ticket: string, user: string) =>
  `LEFT JOIN users ${user} ON ${user}.id = ${ticket}.owner_id AND ${mayAnswerSql(user, `${ticket}.game_id`)}`

const COLUMNS = `t.id, t.title, t.state, t.opened_at AS "openedAt", t.changed_at AS "changedAt",
  CASE WHEN c.id IS NOT NULL THEN json_build_object('id', c.id, 'title', c.title) END AS challenge`
const TICKET = {
  id: number,
  title: text,
  state: oneOf(TICKET_STATES),
  challenge: nullable(json(ticketRow.shape.challenge.unwrap())),
  openedAt: time,
  changedAt: time
}

const timed = <T extends { openedAt: Date; changedAt: Date }>({ openedAt, changedAt, ...one }: T) => ({
  ...one,
  openedAt: wireTime(openedAt),
  changedAt: wireTime(changedAt)
})

/** A part of a team's tickets, newest first. */
export async function listTickets(
  sql: Sql,
  participationId: number,
  { count, after }: TicketQuery
): Promise<TicketList> {
  const found = await rows(
    sql,
    { ...TICKET, unread: number },
    `SELECT ${COLUMNS}, t.unread FROM tickets t LEFT JOIN challenges c ON c.id = t.challenge_id
     WHERE t.participation_id = $1 AND ($2::int IS NULL OR t.id < $2) ORDER BY t.id DESC LIMIT $3`,
    [participationId, after ?? null, count + 1]
  )
  const data = found.slice(0, count)
  return { data: data.map(timed), next: found.length > count ? String(data.at(-1)!.id) : null }
}

/** A ticket of this participation. @throws AppError `ticket.not_found` 404, also for those of others */
export async function findTicket(sql: Sql, participationId: number, id: number) {
  const found = await row(
    sql,
    { ...TICKET, unread: number },
    `SELECT ${COLUMNS}, t.unread FROM tickets t LEFT JOIN challenges c ON c.id = t.challenge_id
     WHERE t.participation_id = $1 AND t.id = $2`,
    [participationId, id]
  )
  if (!found) throw notFound('ticket.not_found')
  return timed(found)
}

/** All of a ticket, oldest first; there are at most as many as a ticket may hold. */
export async function listMessages(sql: Sql, ticketId: number): Promise<TicketMessage[]> {
  const found = await rows(
    sql,
    { id: number, staff: bool, by: nullable(text), at: time, text },
    `SELECT m.id, m.from_staff AS staff, u.user_name AS by, m.at, m.text
     FROM ticket_messages m LEFT JOIN users u ON u.id = m.user_id WHERE m.ticket_id = $1 ORDER BY m.id`,
    [ticketId]
  )
  return found.map(({ at, ...message }) => ({ ...message, time: wireTime(at) }))
}

const TEAM = `json_build_object('participationId', p.id, 'teamId', e.id, 'name', e.name) AS team`
const FROM_QUEUE = `FROM tickets t JOIN participations p ON p.id = t.participation_id JOIN teams e ON e.id = p.team_id
  LEFT JOIN challenges c ON c.id = t.challenge_id ${joinOwnerSql('t', 'o')}`
const OWNER = `CASE WHEN o.id IS NOT NULL THEN json_build_object('id', o.id, 'name', o.user_name) END AS owner`
const owner = nullable(json(queueRow.shape.owner.unwrap()))

/** A part of a game's tickets: those that wait first, longest first, then newest first. `reader`: whose are `mine`. */
export async function listTicketQueue(
  sql: Sql,
  gameId: number,
  { count, after, state, challenge, owner: by }: QueueQuery,
  reader: string | null
): Promise<QueueList> {
  const where = new SqlConditions().and('t.game_id = ?', gameId)
  if (state) where.and('t.state = ?', state)
  else where.and("t.state <> 'sent'")
  if (challenge === 0) where.and('t.challenge_id IS NULL')
  else if (challenge) where.and('t.challenge_id = ?', challenge)
  if (by === 'mine') where.and('o.id = ?', reader)
  if (by === 'nobody') where.and('o.id IS NULL')
  if (after) where.and(`(t.place, t.id) > (${where.value(after.place)}, ${where.value(after.id)})`)
  const found = await rows(
    sql,
    { ...TICKET, place: number, messages: number, team: json(queueRow.shape.team), owner },
    `SELECT ${COLUMNS}, t.place, ${TEAM}, ${OWNER},
       (SELECT count(*)::int FROM ticket_messages m WHERE m.ticket_id = t.id) AS messages
     ${FROM_QUEUE} WHERE ${where} ORDER BY t.place, t.id LIMIT ${where.value(count + 1)}`,
    where.values
  )
  const data = found.slice(0, count)
  const end = data.at(-1)
  return {
    data: data.map(({ place: _, ...one }) => timed(one)),
    next: end && found.length > count ? `${end.place}.${end.id}` : null
  }
}

/** A ticket as the organisers see it. @throws AppError `ticket.not_found` 404 */
export async function readQueuedTicket(sql: Sql, gameId: number, id: number): Promise<QueueView> {
  const found = await row(
    sql,
    { ...TICKET, team: json(queueRow.shape.team), status: oneOf(STORED_STATUSES), owner },
    `SELECT ${COLUMNS}, ${TEAM}, ${OWNER}, p.status ${FROM_QUEUE} WHERE t.game_id = $1 AND t.id = $2`,
    [gameId, id]
  )
  if (!found) throw notFound('ticket.not_found')
  const { status, team, ...ticket } = timed(found)
  const messages = await listMessages(sql, id)
  return { ...ticket, team: { ...team, status }, messages, last: messages.at(-1)?.id ?? 0 }
}

/** How many tickets of a game wait for an answer. */
export async function countWaitingTickets(sql: Sql, gameId: number): Promise<number> {
  const waiting = `SELECT count(*)::int AS n FROM tickets WHERE game_id = $1 AND state = 'waiting'`
  return (await row(sql, { n: number }, waiting, [gameId]))!.n
}

const HELD = {
  id: number,
  participationId: number,
  state: oneOf(TICKET_STATES),
  place: number,
  status: oneOf(STORED_STATUSES),
  owner: nullable(uuid),
  ownerName: nullable(text),
  messages: number,
  last: number,
  /** The organisers wrote the last message. */
  lastByStaff: bool
}
export type HeldTicket = RowOf<typeof HELD>

/**
 * Locks a ticket until the transaction ends. The caller holds the ledger of the game, as all writers of its tickets do.
 * `participationId`: the team it must belong to; null for any.
 * @throws AppError `ticket.not_found` 404
 */
export async function lockTicket(
  sql: Sql,
  gameId: number,
  id: number,
  participationId: number | null
): Promise<HeldTicket> {
  const found = await row(
    sql,
    HELD,
    `SELECT t.id, t.participation_id AS "participationId", t.state, t.place, p.status, o.id AS owner,
       o.user_name AS "ownerName", m.messages,
       coalesce(m.last, 0) AS last,
       coalesce((SELECT l.from_staff FROM ticket_messages l WHERE l.id = m.last), t.by_staff) AS "lastByStaff"
     FROM tickets t JOIN participations p ON p.id = t.participation_id ${joinOwnerSql('t', 'o')}
     CROSS JOIN LATERAL (SELECT count(*)::int AS messages, max(id) AS last FROM ticket_messages
       WHERE ticket_id = t.id) m
     WHERE t.game_id = $1 AND t.id = $2 AND ($3::int IS NULL OR t.participation_id = $3)`,
    [gameId, id, participationId]
  )
  if (!found) throw notFound('ticket.not_found')
  return found
}

/** The team as it stands now, and how many tickets that it opened are not closed; null when it has left. */
export async function findTicketOpener(sql: Sql, participationId: number) {
  const found = await row(
    sql,
    { status: oneOf(STORED_STATUSES), open: number },
    `SELECT p.status, (SELECT count(*)::int FROM tickets t
       WHERE t.participation_id = p.id AND NOT t.by_staff AND t.state <> 'closed') AS open
     FROM participations p WHERE p.id = $1`,
    [participationId]
  )
  return found ?? null
}

/** Challenges that a team of the game sees now, by title. */
const SEEN = `SELECT c.id, c.title FROM challenges c JOIN games g ON g.id = c.game_id
  WHERE c.game_id = $1 AND c.enabled AND g.start_at <= $3 AND ${isUnlockedSql('$2')}`

/** Challenges that a ticket of this team can be about. */
export async function listSeenChallenges(sql: Sql, gameId: number, participationId: number, now: Date) {
  return rows(sql, { id: number, title: text }, `${SEEN} ORDER BY c.title, c.id LIMIT 1000`, [
    gameId,
    participationId,
    now
  ])
}

/** True if a ticket of this team can be about a challenge. */
export async function seesChallenge(
  sql: Sql,
  gameId: number,
  participationId: number,
  challengeId: number,
  now: Date
): Promise<boolean> {
  const found = await row(sql, { id: number, title: text }, `${SEEN} AND c.id = $4`, [
    gameId,
    participationId,
    now,
    challengeId
  ])
  return found !== undefined
}
