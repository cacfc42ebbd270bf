import { rows, type Sql, text, texts, uuid } from '~/server/db'
import { uuid7 } from '~/server/platform/ids'
import { MINUTE_MS } from '~/server/platform/time'
import type { WebhookEvent } from './constants'
import { type WebhookPayload, webhookPayload } from './formats'

export interface Announcement {
  type: WebhookEvent
  /** Names the event within its game: a webhook gets each key once. */
  key: string
  at: Date
  data: Omit<WebhookPayload['data'], 'game'>
}

const HOOK = { id: uuid, events: texts, title: text }

/** A webhook that is being deleted is waited for and left out: its rows would refuse the caller's commit. */
const hooksFor = (sql: Sql, gameId: number, types: readonly WebhookEvent[]) =>
  rows(sql, HOOK, {
    name: 'webhooks_asking',
    text: `SELECT w.id, w.events, g.title FROM webhooks w JOIN games g ON g.id = w.game_id
      WHERE w.game_id = $1 AND w.enabled AND w.events && $2::text[] ORDER BY w.id FOR KEY SHARE OF w`,
    values: [gameId, types]
  })

/** Rows to send, in the caller's transaction. An event that the webhook has already is left out. */
export async function addDeliveries(
  sql: Sql,
  webhookId: string,
  events: readonly { key: string; payload: WebhookPayload }[]
): Promise<void> {
  if (events.length === 0) return
  await sql.query(
    `INSERT INTO webhook_deliveries (id, webhook_id, event_key, event, payload)
     SELECT id, $1, key, event, payload FROM unnest($2::uuid[], $3::text[], $4::text[], $5::jsonb[])
       AS fresh (id, key, event, payload)
     ON CONFLICT (webhook_id, event_key) DO NOTHING`,
    [
      webhookId,
      events.map(() => uuid7(new Date())),
      events.map(({ key }) => key),
      events.map(({ payload }) => payload.type),
      events.map(({ payload }) => JSON.stringify(payload))
    ]
  )
}

/**
 * Tells the game's webhooks that ask for these events, in the transaction that makes them happen
 * (docs/rules/webhooks.md#events). The caller holds the game's ledger lock, unless no other code creates
 * this event.
 */
export async function queueWebhooks(
  sql: Sql,
  gameId: number,
  events: readonly Announcement[]
): Promise<void> {
  if (events.length === 0) return
  const hooks = await hooksFor(
    sql,
    gameId,
    events.map(({ type }) => type)
  )
  for (const hook of hooks)
    await addDeliveries(
      sql,
      hook.id,
      events
        .filter(({ type }) => hook.events.includes(type))
        .map(({ type, key, at, data }) => ({
          key,
          payload: webhookPayload(type, at, { game: { id: gameId, title: hook.title }, ...data })
        }))
    )
}

/** Seconds after its minute in which a message of failures waits for transactions that began in it. */
const GRACE_SECONDS = 5

export interface InstanceFailure {
  challengeId: number
  title: string
}

/**
 * Counts failures in one message for each challenge and minute, which is sent when the minute is over
 * (docs/rules/webhooks.md#failures). The caller holds the game's ledger.
 */
export async function announceFailures(
  sql: Sql,
  gameId: number,
  failures: readonly InstanceFailure[],
  at: Date
): Promise<void> {
  if (failures.length === 0) return
  const minute = Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS
  const titles = new Map(failures.map(({ challengeId, title }) => [challengeId, title]))
  for (const hook of await hooksFor(sql, gameId, ['instance_failed']))
    for (const [challengeId, challenge] of titles) {
      const count = failures.filter((one) => one.challengeId === challengeId).length
      const data = { game: { id: gameId, title: hook.title }, challenge, count }
      const payload = webhookPayload('instance_failed', new Date(minute), data)
      await sql.query({
        name: 'webhooks_failures',
        text: `INSERT INTO webhook_deliveries AS d (id, webhook_id, event_key, event, payload, due_at)
          VALUES ($1, $2, $3, 'instance_failed', $4, $5)
          ON CONFLICT (webhook_id, event_key) DO UPDATE
          SET payload = jsonb_set(d.payload, '{data,count}', to_jsonb((d.payload->'data'->>'count')::int + $6::int))
          WHERE d.attempts = 0 AND d.state = 'Pending'`,
        values: [
          uuid7(at),
          hook.id,
          `failures-${challengeId}-${minute}`,
          JSON.stringify(payload),
          new Date(minute + MINUTE_MS + GRACE_SECONDS * 1000),
          count
        ]
      })
    }
}
