import { createClient } from 'redis'
import type { Log } from './log'

export type Redis = ReturnType<typeof openRedis>

/**
 * Reconnects forever. Commands fail at once while offline: Redis is a projection (docs/rules/architecture.md#truth).
 */
function openRedis(url: string, log: Log) {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: {
      reconnectStrategy: (tries) => Math.min(50 * 2 ** Math.min(tries, 6), 2000),
      connectTimeout: 5000
    }
  })
  client.on('error', (error: Error) => log.debug({ err: error.message }, 'redis_error'))
  client.on('ready', () => log.debug('redis_ready'))
  return client
}

/** Adds the database's number, because all databases of a Redis share channels. */
export const channelOf = ({ options }: Pick<Redis, 'options'>, name: string): string =>
  `${name}:${options?.database ?? 0}`

/** Tells the processes that subscribe to the channel, without waiting. `lost` is given why the message was not sent. */
export function publish(redis: Redis, channel: string, message: string, lost: (err: string) => void): void {
  redis.publish(channelOf(redis, channel), message).catch((error: Error) => lost(error.message))
}

/** Milliseconds that a start waits for a Redis that is away, where it can do without. */
const START_TIMEOUT_MS = 2000

/** Waits for work that needs Redis, but not until a Redis that is away is back: it is done then. */
export async function unlessAway(work: Promise<unknown>, log: Log): Promise<void> {
  const tried = work.catch((error: Error) => log.debug({ err: error.message }, 'redis_error'))
  await Promise.race([tried, new Promise((resolve) => setTimeout(resolve, START_TIMEOUT_MS).unref())])
}

/** A client that connects once Redis is there, if it is away now. */
export async function createLateRedis(url: string, log: Log): Promise<Redis> {
  const client = openRedis(url, log)
  await unlessAway(client.connect(), log)
  if (!client.isReady) log.warn({ err: 'Redis does not respond' }, 'cache_subscription_lost')
  return client
}

/** Rejects when Redis cannot be reached within `timeout` milliseconds, and stops trying. */
export async function createRedis(url: string, log: Log, timeout = 10_000): Promise<Redis> {
  const client = openRedis(url, log)
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error(`Redis did not answer within ${timeout / 1000} s`)), timeout).unref()
  )
  try {
    await Promise.race([client.connect(), late])
    return client
  } catch (error) {
    // Stops reconnecting, so that the process can end.
    if (client.isOpen) client.destroy()
    throw error
  }
}
