import { setTimeout } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import webpush from 'web-push'
import type { Database } from '~/server/db'
import type { Translator } from '~/server/platform/i18n'
import type { Log } from '~/server/platform/log'
import { AddressRefused, hostOf, requestOutside } from '~/server/platform/network/outgoing'
import { pushText } from './message'
import { isPoint, type PushKeys } from './push-keys'
import { type Claimed, claimDeliveries, dropOld, findReceivers, NEWS_MINUTES } from './queries'

const CONCURRENCY = 100
/** Fewer parallel sends to hosts that have not answered yet, because anyone can register a hanging host. */
const UNPROVEN_AT_ONCE = 20
const MAX_PROVEN = 1000
/** Milliseconds between looks for more while replies are awaited. */
const LOOK_MS = 50
const TIMEOUT_MS = 15_000
/** Seconds between attempts. */
const DELAYS = [5, 30, 120]

/** Hosts of push services whose last request was answered, as `hostIn` reads them. Of one process. */
export const createProvenHosts = () => new LRUCache<string, true>({ max: MAX_PROVEN })

/** Host and port of a device's address; queries.ts reads them the same way. */
const hostIn = (endpoint: string): string => endpoint.split('/')[2] ?? ''

export interface SendingNeeds {
  /** Is kept from one run to the next. */
  proven: ReturnType<typeof createProvenHosts>
  db: Database
  log: Log
  keys: PushKeys
  /** How push services reach the operator: an https address or `mailto:`. */
  subject: string
  /** Hosts that may be private, and without TLS. */
  allowed: readonly string[]
}

/**
 * Status of the push service's reply; null: none came.
 * @throws AddressRefused for an address that is not public; Error for a fault of this platform, such as an unusable contact
 */
async function post(
  { endpoint, p256dh, auth }: Claimed,
  payload: string,
  { keys, subject, allowed }: SendingNeeds
): Promise<number | null> {
  const { headers, body } = webpush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    vapidDetails: { subject, ...keys },
    TTL: NEWS_MINUTES * 60,
    urgency: 'normal',
    contentEncoding: 'aes128gcm'
  })
  const url = new URL(endpoint)
  try {
    const answer = await requestOutside({
      ...{ url, method: 'POST', body: body ?? null, inside: allowed.includes(hostOf(url)) },
      headers: Object.fromEntries(
        Object.entries(headers ?? {}).map(([name, value]) => [name, String(value)])
      ),
      signal: AbortSignal.timeout(TIMEOUT_MS)
    })
    answer.resume()
    return answer.statusCode ?? null
  } catch (error) {
    if (error instanceof AddressRefused) throw error
    return null
  }
}

/** The browser has let the subscription go. */
const GONE = new Set([404, 410])
/** The service takes no message of ours: the clock of this machine or the contact is wrong, and no device is to blame. */
const UNSIGNED = new Set([401, 403])

/** Like `post`, but 410 for a device that is unreachable: at a private address, or without a valid key. */
async function statusOf(claimed: Claimed, payload: string, needs: SendingNeeds): Promise<number | null> {
  if (!isPoint(claimed.p256dh)) return 410
  try {
    return await post(claimed, payload, needs)
  } catch (error) {
    if (error instanceof AddressRefused) return 410
    throw error
  }
}

async function deliver(claimed: Claimed, payload: string, needs: SendingNeeds): Promise<void> {
  const { db, log, proven } = needs
  const { messageId, deviceId, attempts } = claimed
  const status = await statusOf(claimed, payload, needs)
  if (status === null) proven.delete(hostIn(claimed.endpoint))
  else proven.set(hostIn(claimed.endpoint), true)
  if (status !== null && GONE.has(status)) {
    await db.pool.query('DELETE FROM push_devices WHERE id = $1', [deviceId])
    log.debug({ device: deviceId, status }, 'push_device_gone')
    return
  }
  const delay = DELAYS[attempts - 1]
  const isDone = status !== null && status < 300
  const isRefused = status !== null && status >= 400 && status < 500 && status !== 429
  if (isDone || isRefused || delay === undefined) {
    await db.pool.query('DELETE FROM push_deliveries WHERE message_id = $1 AND device_id = $2', [
      messageId,
      deviceId
    ])
    if (status !== null && UNSIGNED.has(status))
      log.warn({ service: new URL(claimed.endpoint).host, status }, 'push_unsigned')
    else if (!isDone) log.debug({ device: deviceId, status }, 'push_not_delivered')
    return
  }
  await db.pool.query(
    'UPDATE push_deliveries SET due_at = now() + make_interval(secs => $3) WHERE message_id = $1 AND device_id = $2',
    [messageId, deviceId, delay]
  )
}

async function handle(claimed: Claimed, needs: SendingNeeds, translator: Translator): Promise<void> {
  try {
    await deliver(claimed, JSON.stringify(pushText(claimed, translator.textOf(claimed.locale))), needs)
  } catch (error) {
    // The lease expires, and the delivery is due again.
    needs.log.error({ device: claimed.deviceId, err: error }, 'push_failed')
  }
}

/**
 * Sends until nothing is due or `signal` fires, which awaits the replies underway. A reply that does not come delays nothing else
 * while there is a place, and services that did not answer last time have few. Any number of processes share the work.
 */
export async function sendDue(
  needs: SendingNeeds,
  translator: Translator,
  signal: AbortSignal
): Promise<void> {
  const { pool } = needs.db
  await dropOld(pool)
  const underway = new Set<Promise<void>>()
  const unproven = new Set<Promise<void>>()
  const begin = (claimed: Claimed[], isProven: boolean) => {
    for (const one of claimed) {
      const work = handle(one, needs, translator).finally(() => {
        underway.delete(work)
        unproven.delete(work)
      })
      underway.add(work)
      if (!isProven) unproven.add(work)
    }
    return claimed.length
  }
  for (;;) {
    const free = () => (signal.aborted ? 0 : CONCURRENCY - underway.size)
    const proven = [...needs.proven.keys()]
    let found = underway.size
    if (free() > 0) {
      await findReceivers(pool)
      if (proven.length > 0)
        found += begin(await claimDeliveries(pool, free(), { proven, among: true }), true)
    }
    const places = Math.min(free(), UNPROVEN_AT_ONCE - unproven.size)
    if (places > 0) found += begin(await claimDeliveries(pool, places, { proven, among: false }), false)
    // Looks again even after finished sends, which may allow the next message for their device.
    if (found === 0) return
    await Promise.race([Promise.all(underway), setTimeout(LOOK_MS)])
  }
}
