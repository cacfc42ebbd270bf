import type { Log } from '../log'
import { channelOf, type Redis } from '../redis'

interface Subscription {
  /** Begins to listen, or retries a failed connection. */
  open(): void
  live(): boolean
  close(): void
}

export function createSubscription(
  redis: Redis,
  channel: string,
  onMessage: (message: string) => void,
  log: Log
): Subscription {
  let client: Redis | null = null
  let subscribed = false
  return {
    open() {
      if (client) return
      const connection = redis.duplicate()
      client = connection
      connection.on('error', (error: Error) => log.debug({ err: error.message }, 'redis_error'))
      connection
        .connect()
        .then(() => connection.subscribe(channelOf(redis, channel), onMessage))
        .then(() => {
          subscribed = true
        })
        .catch(() => {
          if (connection.isOpen) connection.destroy()
          if (client === connection) client = null
        })
    },
    // After a broken connection, the client subscribes again before it is ready.
    live: () => subscribed && (client?.isReady ?? false),
    close() {
      if (client?.isOpen) client.destroy()
      client = null
      subscribed = false
    }
  }
}
