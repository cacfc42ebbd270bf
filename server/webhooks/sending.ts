import { z } from 'zod'
import { bool, type Database, json, nullable, number, oneOf, row, rows, text, time, uuid } from '~/server/db'
import type { Translator } from '~/server/platform/i18n'
import { LOCALES } from '~/server/platform/locales'
import type { Log } from '~/server/platform/log'
import type { SecretBox } from '~/server/platform/secret-box'
import type { Plugins } from '~/server/plugins'
import { WEBHOOK_FORMATS } from './constants'
import type { WebhookResult } from './contract'
import { requestOf, type WebhookPayload, type WebhookTarget } from './formats'
import { type Inside, postDelivery } from './posting'
import { signatureHeaders } from './signing'

export const TARGET_PURPOSE = 'webhook-target'
export const SECRET_PURPOSE = 'webhook-secret'

const CONCURRENCY = 20
/** Seconds before a dead process's row is due again; longer than a message's timeout. */
const LEASE_SECONDS = 60
/** Milliseconds between collections while responses are pending. */
const LOOK_MS = 500
/** Seconds between attempts, about 29 hours in all (docs/rules/webhooks.md#attempts). */
const DELAYS = [5, 300, 1800, 7200, 18_000, 36_000, 42_000]
/** Days of failures before a webhook is turned off. */
const FAILING_DAYS = 3

export const SENDER = {
  format: oneOf(WEBHOOK_FORMATS),
  locale: oneOf(LOCALES),
  target: text,
  secret: text,
  oldSecret: nullable(text)
}
export const SENDER_COLUMNS = `w.format, w.locale, w.target, w.secret,
  CASE WHEN w.old_secret_until > now() THEN w.old_secret END AS "oldSecret"`

interface Sender {
  format: (typeof WEBHOOK_FORMATS)[number]
  locale: (typeof LOCALES)[number]
  target: string
  secret: string
  oldSecret: string | null
}

const CLAIMED = {
  ...{ id: uuid, webhookId: uuid, gameId: number, attempts: number },
  payload: json(z.unknown()),
  ...SENDER
}

interface Needs {
  db: Database
  secretBox: SecretBox
  log: Log
  inside: Inside
  plugins: Pick<Plugins, 'notify'>
}

interface Sending {
  /** Never throws for the receiver's faults. */
  send(id: string, sender: Sender, payload: WebhookPayload, translator: Translator): Promise<WebhookResult>
  /** Sends until nothing is due or `signal` fires; repeats `collect` meanwhile. */
  drain(translator: Translator, signal: AbortSignal, collect: () => Promise<unknown>): Promise<void>
}

/** The same result as of an address, so that attempts, log and end of a webhook are the same. */
async function notifyPlugin(
  plugins: Needs['plugins'],
  name: string,
  message: WebhookPayload & { id: string }
): Promise<WebhookResult> {
  const { data, ...rest } = message
  try {
    await plugins.notify(name, { ...rest, data: { ...data } })
    return { status: 200, answer: null, error: null }
  } catch (error) {
    return { status: null, answer: (error as Error).message.slice(0, 1024), error: 'plugin' }
  }
}

const delivered = ({ status }: WebhookResult) => status !== null && status >= 200 && status < 300

const claim = (db: Database, most: number) =>
  rows(db.pool, CLAIMED, {
    name: 'webhooks_claim',
    text: `UPDATE webhook_deliveries d SET leased_until = now() + make_interval(secs => $2), attempts = d.attempts + 1,
       tried_at = now()
     FROM webhooks w
     WHERE w.id = d.webhook_id AND d.id IN (
       SELECT id FROM webhook_deliveries WHERE id IN (
         SELECT DISTINCT ON (o.webhook_id) o.id FROM webhook_deliveries o JOIN webhooks h ON h.id = o.webhook_id
         WHERE o.state = 'Pending' AND o.due_at <= now() AND h.enabled AND NOT EXISTS (
           SELECT FROM webhook_deliveries b
           WHERE b.webhook_id = o.webhook_id AND b.state = 'Pending' AND b.leased_until > now())
         ORDER BY o.webhook_id, o.due_at, o.id)
       AND state = 'Pending' AND (leased_until IS NULL OR leased_until <= now())
       ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
     RETURNING d.id, d.webhook_id AS "webhookId", w.game_id AS "gameId", d.attempts, d.payload, ${SENDER_COLUMNS}`,
    values: [most, LEASE_SECONDS]
  })

type Claimed = Awaited<ReturnType<typeof claim>>[number]

/** The webhook may be deleted meanwhile. */
async function record(
  { db, log }: Needs,
  { id, webhookId, gameId, attempts }: Claimed,
  result: WebhookResult
) {
  const { status, answer, error } = result
  const good = delivered(result)
  const delay = DELAYS[attempts - 1]
  const state = good ? 'Delivered' : delay === undefined || status === 410 ? 'Failed' : 'Pending'
  const wait = (delay ?? 0) * (0.9 + Math.random() * 0.2)
  // A process that was suspended for longer than its lease must not overwrite what another one found since.
  const { rowCount } = await db.pool.query(
    `UPDATE webhook_deliveries SET state = $2, leased_until = NULL, due_at = now() + make_interval(secs => $3),
       status = $4, answer = $5, error = $6 WHERE id = $1 AND attempts = $7 AND state = 'Pending'`,
    [id, state, wait, status, answer, error, attempts]
  )
  if (rowCount === 0) return
  if (good) {
    await db.pool.query(
      'UPDATE webhooks SET failing_since = NULL WHERE id = $1 AND failing_since IS NOT NULL',
      [webhookId]
    )
    return
  }
  const hook = await row(
    db.pool,
    { enabled: bool, since: time },
    `UPDATE webhooks w SET failing_since = coalesce(w.failing_since, now()),
       enabled = w.enabled AND NOT over.ends,
       ended = CASE WHEN w.enabled AND over.ends THEN $3 ELSE w.ended END
     FROM (SELECT id, $2 OR coalesce(failing_since <= now() - make_interval(days => $4), false) AS ends
           FROM webhooks WHERE id = $1) over
     WHERE w.id = over.id RETURNING w.enabled, w.failing_since AS since`,
    [webhookId, status === 410, status === 410 ? 'Gone' : 'Failing', FAILING_DAYS]
  )
  const facts = { webhook: webhookId, game: gameId, attempts, status, fault: error }
  if (hook && !hook.enabled) log.warn(facts, 'webhook_turned_off')
  else log.debug(facts, 'webhook_not_delivered')
}

export function createSending(needs: Needs): Sending {
  const { db, secretBox, log, inside, plugins } = needs
  const opened = (sealed: string, purpose: string) => secretBox.open(sealed, purpose).toString()

  const send: Sending['send'] = async (id, sender, payload, translator) => {
    const target = JSON.parse(opened(sender.target, TARGET_PURPOSE)) as WebhookTarget
    if (sender.format === 'Plugin') return notifyPlugin(plugins, target.plugin ?? '', { id, ...payload })
    const request = requestOf(sender.format, target, id, payload, translator.textOf(sender.locale))
    const secrets = [sender.secret, sender.oldSecret].filter((one) => one !== null)
    const signed =
      sender.format === 'Standard' &&
      signatureHeaders(
        ...([id, Math.floor(Date.now() / 1000), request.body] as const),
        secrets.map((one) => opened(one, SECRET_PURPOSE))
      )
    return postDelivery({ ...request, headers: { ...request.headers, ...(signed || {}) } }, { inside })
  }

  const handle = async (claimed: Claimed, translator: Translator) => {
    try {
      const payload = claimed.payload as WebhookPayload
      const result = await send(claimed.id, claimed, payload, translator).catch(
        (error: Error): WebhookResult => {
          // Such as an address that was sealed under another HALYARD_SECRET. It fails as one that nobody answers at.
          log.error({ webhook: claimed.webhookId, err: error }, 'webhook_failed')
          return { status: null, answer: null, error: 'message' }
        }
      )
      await record(needs, claimed, result)
    } catch (error) {
      // The lease expires, and the row is due again.
      log.error({ webhook: claimed.webhookId, err: error }, 'webhook_failed')
    }
  }

  return {
    send,
    async drain(translator, signal, collect) {
      const underway = new Set<Promise<void>>()
      for (;;) {
        const free = signal.aborted ? 0 : CONCURRENCY - underway.size
        if (free > 0) await collect()
        const claimed = free > 0 ? await claim(db, free) : []
        for (const one of claimed) {
          const work = handle(one, translator).finally(() => underway.delete(work))
          underway.add(work)
        }
        if (underway.size === 0) return
        await Promise.race([...underway, new Promise((resolve) => setTimeout(resolve, LOOK_MS))])
      }
    }
  }
}
