import { z } from 'zod'
import { requireInGame } from '~/server/access'
import type { Ctx } from '~/server/access/contract'
import { bool, type Database, json, nullable, number, row, rows, type Sql, text, time } from '~/server/db'
import type { GameAccess } from '~/server/games/contract'
import { wireTime } from '~/server/platform/time'
import { type ArchivedTicket, archivedMessage, type EarlierList } from './contract'

/** Tickets of the game from which this one was made (docs/rules/tickets.md#earlier-tickets). For staff. */
export interface EarlierTickets {
  /** Oldest first. @throws AppError `game.not_found` 404 */
  earlier(ctx: Ctx, gameId: number, part: { count: number; skip: number }): Promise<EarlierList>
}

const ROW = {
  id: number,
  challenge: nullable(json(z.object({ id: z.int(), title: z.string() }))),
  title: text,
  byStaff: bool,
  openedAt: time,
  messages: json(z.array(archivedMessage))
}

const LIST = `
  SELECT e.id, CASE WHEN c.id IS NOT NULL THEN json_build_object('id', c.id, 'title', c.title) END AS challenge, e.title,
    e.by_staff AS "byStaff", e.opened_at AS "openedAt", e.messages
  FROM earlier_tickets e LEFT JOIN challenges c ON c.id = e.challenge_id
  WHERE e.game_id = $1 ORDER BY e.opened_at, e.id LIMIT $2 OFFSET $3`

export function createEarlier({ db, games }: { db: Database; games: GameAccess }): EarlierTickets {
  return {
    async earlier(ctx, gameId, { count, skip }) {
      requireInGame(ctx, gameId, 'tickets')
      await games.info(gameId)
      const [found, counted] = await Promise.all([
        rows(db.pool, ROW, LIST, [gameId, count, skip]),
        row(db.pool, { n: number }, 'SELECT count(*)::int AS n FROM earlier_tickets WHERE game_id = $1', [
          gameId
        ])
      ])
      const data = found.map(({ openedAt, messages, ...one }) => ({
        ...one,
        openedAt: wireTime(openedAt),
        messages: messages.map((message) => ({ ...message, at: wireTime(message.at) }))
      }))
      return { total: counted!.n, data }
    }
  }
}

/**
 * SQL: tickets, oldest first, with those that came with the game; without names. `challenge`: its place by id, from 0. $2: how
 * many.
 */
const ARCHIVED = `
  SELECT x.title, x.by_staff AS "byStaff", x.opened_at AS "openedAt", n.place AS challenge, x.messages
  FROM (
    SELECT title, by_staff, opened_at, challenge_id, messages, 0 AS own, id FROM earlier_tickets WHERE game_id = $1
    UNION ALL
    SELECT title, by_staff, opened_at, challenge_id, (SELECT coalesce(jsonb_agg(jsonb_build_object(
        'fromStaff', m.from_staff, 'text', m.text, 'at', m.at) ORDER BY m.id), '[]')
      FROM ticket_messages m WHERE m.ticket_id = t.id), 1, id
    FROM tickets t WHERE game_id = $1
  ) x LEFT JOIN (SELECT id, (row_number() OVER (ORDER BY id) - 1)::int AS place FROM challenges WHERE game_id = $1) n
    ON n.id = x.challenge_id
  ORDER BY x.opened_at, x.own, x.id LIMIT $2`

const ARCHIVED_ROW = {
  title: text,
  byStaff: bool,
  openedAt: time,
  challenge: nullable(number),
  messages: json(z.array(archivedMessage))
}

/** Tickets of a game for its archive, without teams and people. */
export const listArchivedTickets = (sql: Sql, gameId: number, most: number) =>
  rows(sql, ARCHIVED_ROW, ARCHIVED, [gameId, most])

/** Stores those of an archive. `idOf`: of the challenge at a place; undefined: about the game. */
export async function insertEarlier(
  tx: Sql,
  gameId: number,
  tickets: readonly ArchivedTicket[],
  idOf: (place: number) => number | undefined
): Promise<void> {
  if (tickets.length === 0) return
  await tx.query(
    `INSERT INTO earlier_tickets (game_id, challenge_id, title, by_staff, opened_at, messages)
     SELECT $1, t.challenge, t.title, t.staff, t.at, t.messages
     FROM unnest($2::int[], $3::text[], $4::boolean[], $5::timestamptz[], $6::jsonb[])
       WITH ORDINALITY AS t (challenge, title, staff, at, messages, place) ORDER BY place`,
    [
      gameId,
      tickets.map(({ challenge }) => (challenge === null ? null : (idOf(challenge) ?? null))),
      tickets.map(({ title }) => title),
      tickets.map(({ byStaff }) => byStaff),
      tickets.map(({ openedAt }) => openedAt),
      tickets.map(({ messages }) => JSON.stringify(messages))
    ]
  )
}
