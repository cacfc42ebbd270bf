import { createClient } from 'redis'
import type { Log } from './log'

export type Redis = ReturnType<typeof openRedis>

/**
 * A Redis client that reconnects for ever with back-off (at most 2 s). Commands fail at once while it is offline:
 * callers treat Redis as a projection and carry on (docs/rules/architecture.md#truth).
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

/** The channel of that name among those of this database: all databases of a Redis share their channels otherwise. */
export const channelOf = ({ options }: Pick<Redis, 'options'>, name: string): string =>
  `${name}:${options?.database ?? 0}`

/** Connects. Rejects when Redis cannot be reached at start within `timeout` milliseconds, and then tries no more. */
export async function createRedis(url: string, log: Log, timeout = 10_000): Promise<Redis> {
  const client = openRedis(url, log)
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error(`Redis did not answer within ${timeout / 1000} s`)), timeout).unref()
  )
  try {
    await Promise.race([client.connect(), late])
    return client
  } catch (error) {
    // It would go on for ever, and so would the process.
    if (client.isOpen) client.destroy()
    throw error
  }
}
