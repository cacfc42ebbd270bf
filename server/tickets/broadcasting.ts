import { requireInGame } from '~/server/access'
import { type Ctx, callerLogFields, callerUserId } from '~/server/access/contract'
import type { Change } from '~/server/change'
import { nullable, number, type RowOf, row, rows, type Sql, text, uuid } from '~/server/db'
import type { MailMessage, MailOrder } from '~/server/mail/contract'
import { AppError } from '~/server/platform/errors'
import { likePattern } from '~/server/platform/sql-conditions'
import { pushTicketMessages } from '~/server/push'
import type { MessageInput, ReceiverCount, Receivers } from './contract'
import { queuePlace } from './queries'
import { gameTarget, type Needs } from './writing'

/** Messages of the organisers to teams (docs/rules/tickets.md#messages-to-teams). */
export interface Broadcasting {
  /**
   * How many would get a message. Monitors write to one team, administrators to divisions and everybody.
   * @throws AppError 403, `game.not_found` 404, `participation.not_found` 404 for a team that is not in the game
   */
  receivers(ctx: Ctx, gameId: number, to: Receivers): Promise<ReceiverCount>
  /** Teams of the game, of any status, whose name holds the words: at most 20, those of this very name first, then by name. */
  findTeams(ctx: Ctx, gameId: number, words: string): Promise<{ participationId: number; name: string }[]>
  /**
   * Opens a ticket with each team and, if asked for, orders a mail to each captain, in one transaction.
   * @returns the number of receivers
   * @throws AppError as `receivers`; `ticket.nobody`, `ticket.no_mail` with the field `mail` 400, `ticket.receivers_changed` 409
   */
  send(ctx: Ctx, gameId: number, message: MessageInput): Promise<ReceiverCount>
  /** Writes the mail of an order; null when receiver, ticket or game is gone. */
  mailOf(order: MailOrder): Promise<MailMessage | null>
}

/** SQL: receiving teams `p`, and captains `u` who can get a mail. */
const TO = `FROM participations p JOIN teams e ON e.id = p.team_id
  LEFT JOIN users u ON u.id = e.captain_id AND u.active AND u.role <> 'Banned'
  WHERE p.game_id = $1 AND CASE $2::text
    WHEN 'team' THEN p.id = $3::int
    WHEN 'division' THEN p.status = 'Accepted' AND p.division = $4::text
    ELSE p.status = 'Accepted' END`
const valuesOf = (gameId: number, { to, participationId, division }: Receivers) => [
  gameId,
  to,
  participationId,
  division
]

async function countOf(sql: Sql, gameId: number, to: Receivers): Promise<ReceiverCount> {
  const counts = { teams: number, mails: number, team: nullable(text) }
  const counting = `SELECT count(*)::int AS teams, count(u.id)::int AS mails,
    CASE $2::text WHEN 'team' THEN min(e.name) END AS team ${TO}`
  const found = (await row(sql, counts, counting, valuesOf(gameId, to)))!
  if (to.to === 'team' && found.teams === 0) throw new AppError('participation.not_found', 404)
  return found
}

const MADE = { id: number, participationId: number, captain: nullable(uuid), email: nullable(text) }

/** Opens the tickets; returns them with the captains who can get a mail. */
async function openAll(tx: Change, gameId: number, { title, text, ...to }: MessageInput) {
  const { now } = tx.ctx
  const made = await rows(
    tx,
    MADE,
    `WITH receiver AS (SELECT p.id, u.id AS captain, u.email ${TO}), opened AS (
       INSERT INTO tickets (game_id, participation_id, title, by_staff, state, place, unread, opened_at, changed_at)
       SELECT $1, id, $5, true, 'sent', $6, 1, $7, $7 FROM receiver ORDER BY id RETURNING id, participation_id)
     SELECT o.id, o.participation_id AS "participationId", r.captain, r.email
     FROM opened o JOIN receiver r ON r.id = o.participation_id ORDER BY o.id`,
    [...valuesOf(gameId, to), title, queuePlace('sent', now), now]
  )
  const messages = await rows(
    tx,
    { id: number },
    `INSERT INTO ticket_messages (ticket_id, from_staff, user_id, text, at)
     SELECT id, true, $2, $3, $4 FROM unnest($1::int[]) AS o (id) RETURNING id`,
    [made.map(({ id }) => id), callerUserId(tx.ctx), text, now]
  )
  await pushTicketMessages(
    tx,
    messages.map(({ id }) => id)
  )
  for (const { participationId } of made) tx.invalidate(`participation:${participationId}`)
  return made
}

const orderOf =
  ({ locale }: Ctx) =>
  ({ id, captain, email }: RowOf<typeof MADE>): MailOrder[] =>
    captain === null || email === null
      ? []
      : [{ kind: 'message', userId: captain, address: email, locale, ticketId: id }]

const LETTER = { userName: text, email: text, gameId: number, game: text, title: text, text }

const WRITTEN = `
  SELECT u.user_name AS "userName", u.email, g.id AS "gameId", g.title AS game, t.title, m.text
  FROM tickets t JOIN games g ON g.id = t.game_id
  JOIN users u ON u.id = $2 AND u.active AND u.role <> 'Banned'
  JOIN LATERAL (SELECT text FROM ticket_messages WHERE ticket_id = t.id ORDER BY id LIMIT 1) m ON true
  WHERE t.id = $1`

export function createBroadcasting({ db, change, games, mail, log }: Needs, origin: string): Broadcasting {
  const authorise = async (ctx: Ctx, gameId: number, { to }: Receivers) => {
    requireInGame(ctx, gameId, to === 'team' ? 'tickets' : 'answers')
    await games.info(gameId)
  }

  return {
    async receivers(ctx, gameId, to) {
      await authorise(ctx, gameId, to)
      const found = await countOf(db.pool, gameId, to)
      return { ...found, mails: mail.configured ? found.mails : 0 }
    },

    async findTeams(ctx, gameId, words) {
      requireInGame(ctx, gameId, 'tickets')
      const known = words.replaceAll('\0', '').trim()
      if (known === '') return []
      return rows(
        db.pool,
        { participationId: number, name: text },
        `SELECT p.id AS "participationId", e.name FROM participations p JOIN teams e ON e.id = p.team_id
         WHERE p.game_id = $1 AND e.name ILIKE $2
         ORDER BY lower(e.name) <> lower($3), e.name, p.id LIMIT 20`,
        [gameId, likePattern(known), known]
      )
    },

    async send(ctx, gameId, message) {
      await authorise(ctx, gameId, message)
      if (message.mail && !mail.configured)
        throw new AppError('ticket.no_mail', 400, { extra: { field: 'mail' } })
      const sent = await change(ctx, { ledger: gameId }, async (tx) => {
        const { teams, team } = await countOf(tx, gameId, message)
        if (teams === 0) throw new AppError('ticket.nobody')
        if (teams !== message.teams)
          throw new AppError('ticket.receivers_changed', 409, { params: { teams } })
        const made = await openAll(tx, gameId, message)
        const orders = message.mail ? made.flatMap(orderOf(ctx)) : []
        await mail.orderAll(tx, orders)
        const { to, participationId, division, title } = message
        await tx.audit({
          action: 'ticket_message_sent',
          target: gameTarget(gameId),
          after: { to, participation: participationId, division, title, teams, mails: orders.length }
        })
        return { teams, mails: orders.length, team }
      })
      const { teams, mails } = sent
      log.info({ game: gameId, teams, mails, ...callerLogFields(ctx) }, 'ticket_message_sent')
      return sent
    },

    async mailOf({ kind, userId, ticketId, locale }) {
      if (ticketId === null || ticketId === undefined || userId === null) return null
      const found = await row(db.pool, LETTER, WRITTEN, [ticketId, userId])
      if (!found) return null
      const { userName, email, gameId, game, title, text } = found
      const link = new URL(`/games/${gameId}/Help/${ticketId}`, origin).href
      return { kind, to: email, userName, link, locale, letter: { game, title, text } }
    }
  }
}
