import {
  type Database,
  nullable,
  number,
  oneOf,
  type RowOf,
  row,
  rows,
  type Tx,
  text,
  texts,
  time,
  uuid
} from '~/server/db'
import { addDeliveries } from './announcing'
import type { WebhookEvent } from './constants'
import { type WebhookPayload, webhookPayload } from './formats'
import { STATES, statesAfter } from './game-states'

const HOOKS = 200
const ROWS = 500

const HOOK = {
  id: uuid,
  gameId: number,
  title: text,
  events: texts,
  noticeId: number,
  ledgerSeq: number,
  ticketId: number,
  states: texts
}

const NOTICE = {
  id: number,
  type: oneOf(['Normal', 'FirstBlood', 'SecondBlood', 'ThirdBlood', 'NewHint', 'NewChallenge']),
  values: texts,
  at: time
}

const ENTRY = { seq: number, kind: oneOf(['solve', 'admit']), at: time, team: text, challenge: text }

const BLOODS: Record<string, WebhookEvent> = {
  FirstBlood: 'first_blood',
  SecondBlood: 'second_blood',
  ThirdBlood: 'third_blood'
}

interface Found {
  key: string
  payload: WebhookPayload
}

type Hook = RowOf<typeof HOOK>

/** Writers hold the game's ledger lock, so ids follow commits. */
async function noticesAfter(tx: Tx, { gameId, title, noticeId }: Hook) {
  const found = await rows(
    tx,
    NOTICE,
    `SELECT id, type, "values", published_at AS at FROM notices WHERE game_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
    [gameId, noticeId, ROWS]
  )
  const events = found.map(({ id, type, values, at }): Found => {
    const game = { id: gameId, title }
    const key = `notice-${id}`
    const [first = '', second = ''] = values
    const blood = BLOODS[type]
    if (blood) return { key, payload: webhookPayload(blood, at, { game, team: first, challenge: second }) }
    return { key, payload: webhookPayload('notice', at, { game, ...noticeData(type, first) }) }
  })
  return { events, last: found.at(-1)?.id ?? noticeId }
}

const noticeData = (type: RowOf<typeof NOTICE>['type'], value: string) =>
  type === 'Normal'
    ? { text: value }
    : { challenge: value, kind: type === 'NewHint' ? ('new_hint' as const) : ('new_challenge' as const) }

/** Up to the first entry behind a freeze, which is read again until the reveal (docs/rules/webhooks.md#freeze). */
async function entriesAfter(tx: Tx, { gameId, title, ledgerSeq }: Hook) {
  const bound = await row(
    tx,
    { last: number },
    `SELECT coalesce(min(e.seq) FILTER (WHERE g.revealed_at IS NULL AND g.freeze_at <= e.at
         AND e.kind IN ('solve', 'correction')) - 1, max(e.seq), $2::int)::int AS last
     FROM (SELECT seq, kind, at FROM score_events WHERE game_id = $1 AND seq > $2 ORDER BY seq LIMIT $3) e
       JOIN games g ON g.id = $1`,
    [gameId, ledgerSeq, ROWS]
  )
  const last = bound!.last
  if (last <= ledgerSeq) return { events: [], last: ledgerSeq }
  const found = await rows(
    tx,
    ENTRY,
    `SELECT e.seq, e.kind, e.at, t.name AS team, coalesce(c.title, '') AS challenge
     FROM score_events e JOIN participations p ON p.id = e.participation_id JOIN teams t ON t.id = p.team_id
       LEFT JOIN challenges c ON c.id = e.challenge_id
     WHERE e.game_id = $1 AND e.seq > $2 AND e.seq <= $3 AND (e.kind = 'solve' OR e.kind = 'admit' AND NOT EXISTS (
         SELECT FROM score_events b WHERE b.game_id = e.game_id AND b.participation_id = e.participation_id
           AND b.kind = 'admit' AND b.seq < e.seq))
     ORDER BY e.seq`,
    [gameId, ledgerSeq, last]
  )
  const events = found.map(({ seq, kind, at, team, challenge }): Found => {
    const data = { game: { id: gameId, title }, team, ...(kind === 'solve' && { challenge }) }
    // A team back from a suspension is admitted again, and was announced before.
    const type = kind === 'solve' ? 'solve' : 'team_accepted'
    return { key: `ledger-${seq}`, payload: webhookPayload(type, at, data) }
  })
  return { events, last }
}

const TICKET = { id: number, at: time, team: text, challenge: nullable(text) }

/**
 * Tickets that teams opened since the last pass; whoever opens one holds the game's ledger, as with notices. What a team asks
 * stays with the organisers: a chat may have other readers.
 */
async function ticketsAfter(tx: Tx, { gameId, title, ticketId }: Hook) {
  const found = await rows(
    tx,
    TICKET,
    `SELECT k.id, k.opened_at AS at, t.name AS team, c.title AS challenge
     FROM tickets k JOIN participations p ON p.id = k.participation_id JOIN teams t ON t.id = p.team_id
       LEFT JOIN challenges c ON c.id = k.challenge_id
     WHERE k.game_id = $1 AND k.id > $2 AND NOT k.by_staff ORDER BY k.id LIMIT $3`,
    [gameId, ticketId, ROWS]
  )
  const events = found.map(({ id, at, team, challenge }): Found => {
    const data = { game: { id: gameId, title }, team, ticket: id, ...(challenge !== null && { challenge }) }
    return { key: `ticket-${id}`, payload: webhookPayload('ticket_opened', at, data) }
  })
  return { events, last: found.at(-1)?.id ?? ticketId }
}

/** Writes the events that webhooks ask for as rows to send, and how far it has read. */
async function collectFor(tx: Tx, hook: Hook): Promise<number> {
  const notices = await noticesAfter(tx, hook)
  const entries = await entriesAfter(tx, hook)
  const tickets = await ticketsAfter(tx, hook)
  const game = await statesAfter(tx, hook)
  const wanted = [...game.events, ...notices.events, ...entries.events, ...tickets.events].filter(
    ({ payload }) => hook.events.includes(payload.type)
  )
  await addDeliveries(tx, hook.id, wanted)
  // Nothing moves forward while a freeze holds the ledger back.
  await tx.query(
    `UPDATE webhooks SET notice_id = $2, ledger_seq = $3, ticket_id = $4, states = $5
     WHERE id = $1 AND (notice_id, ledger_seq, ticket_id, states) IS DISTINCT FROM ($2, $3, $4, $5::text[])`,
    [hook.id, notices.last, entries.last, tickets.last, game.states]
  )
  return wanted.length
}

/** Reads events since the last pass, skipping webhooks locked by other processes. @returns the number of deliveries */
export function collectMessages(db: Database): Promise<number> {
  return db.transaction(async (tx) => {
    const hooks = await rows(tx, HOOK, {
      name: 'webhooks_collect',
      text: `SELECT w.id, w.game_id AS "gameId", g.title, w.events, w.notice_id AS "noticeId", w.ledger_seq AS "ledgerSeq",
         w.ticket_id AS "ticketId", w.states
       FROM webhooks w JOIN games g ON g.id = w.game_id LEFT JOIN ledger_heads h ON h.game_id = w.game_id
       WHERE w.enabled AND (h.seq > w.ledger_seq OR w.states <> ${STATES}
         OR EXISTS (SELECT FROM notices n WHERE n.game_id = w.game_id AND n.id > w.notice_id)
         OR EXISTS (SELECT FROM tickets k WHERE k.game_id = w.game_id AND k.id > w.ticket_id AND NOT k.by_staff))
       ORDER BY random() LIMIT $1 FOR NO KEY UPDATE OF w SKIP LOCKED`,
      values: [HOOKS]
    })
    let made = 0
    for (const hook of hooks) made += await collectFor(tx, hook)
    return made
  })
}
