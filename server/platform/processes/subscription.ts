import type { Log } from '../log'
import { channelOf, type Redis } from '../redis'

/** What is published on a channel, over a connection of its own. */
export interface Subscription {
  /** Begins to listen, if it does not yet; a connection that fails is tried again at the next call. */
  open(): void
  /** Whether what is published arrives. */
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
    // After a connection that broke, Redis' client subscribes again before it is ready.
    live: () => subscribed && (client?.isReady ?? false),
    close() {
      if (client?.isOpen) client.destroy()
      client = null
      subscribed = false
    }
  }
}
