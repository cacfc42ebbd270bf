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
