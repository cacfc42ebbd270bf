import { rows, type Sql, text, uuid } from '~/server/db'
import { uuid7 } from '~/server/platform/ids'
import { wireTime } from '~/server/platform/time'
import type { WebhookEvent } from './constants'

interface Happened {
  event: WebhookEvent
  /** The same for the same event, so that it is sent once. */
  key: string
  at: Date
  challenge: string
}

/** Writes an event as rows to send, to the webhooks of the game that ask for it, in the caller's transaction. */
export async function enqueue(
  sql: Sql,
  gameId: number,
  { event, key, at, challenge }: Happened
): Promise<void> {
  const hooks = await rows(
    sql,
    { id: uuid, title: text },
    `SELECT w.id, g.title FROM webhooks w JOIN games g ON g.id = w.game_id
     WHERE w.game_id = $1 AND w.enabled AND $2 = ANY (w.events)`,
    [gameId, event]
  )
  for (const { id, title } of hooks) {
    const data = { game: { id: gameId, title }, challenge }
    const payload = { type: event, timestamp: wireTime(at), data }
    await sql.query(
      `INSERT INTO webhook_deliveries (id, webhook_id, event_key, event, payload) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (webhook_id, event_key) DO NOTHING`,
      [uuid7(new Date()), id, key, event, JSON.stringify(payload)]
    )
  }
}
