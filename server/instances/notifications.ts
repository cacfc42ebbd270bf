import { createWaiters } from '~/server/platform/concurrency/waiters'
import type { Log } from '~/server/platform/log'
import { createSubscription } from '~/server/platform/processes/subscription'
import { publish, type Redis } from '~/server/platform/redis'
import {
  INSTANCE_CHANNEL,
  INSTANCE_WORK_CHANNEL,
  type InstanceUpdate,
  instanceUpdate,
  type QueueUpdate,
  queueUpdate
} from './contract'

/** Messages between processes; only hints: without Redis everything takes a second longer. */
export interface InstanceNotifications {
  /** Has the workers look for work now. */
  notifyWorkers(): void
  publish(update: InstanceUpdate): void
  /** Publishes places in the queue to teams. */
  publishQueue(update: QueueUpdate): void
  /** Resolves at a change, or after `ms`. */
  waitForChange(id: string, ms: number): Promise<void>
  /** @returns a function that unsubscribes */
  subscribe(onChange: (id: string) => void): () => void
  close(): void
}

export function createInstanceNotifications(redis: Redis, log: Log): InstanceNotifications {
  const changes = createWaiters<string, true>()
  const subscribers = new Set<(id: string) => void>()

  const send = (channel: string, message: string) =>
    publish(redis, channel, message, (err) => log.debug({ err }, 'instance_news_not_sent'))

  const onMessage = (message: string) => {
    const { data } = instanceUpdate.safeParse(JSON.parse(message))
    if (!data) return
    changes.tell(data.id, true)
    for (const onChange of subscribers) onChange(data.id)
  }

  const subscription = createSubscription(redis, INSTANCE_CHANNEL, onMessage, log)

  return {
    notifyWorkers: () => send(INSTANCE_WORK_CHANNEL, ''),
    publish: (update) => send(INSTANCE_CHANNEL, JSON.stringify(update)),
    publishQueue: (update) => send(INSTANCE_CHANNEL, JSON.stringify(queueUpdate.parse(update))),
    async waitForChange(id, ms) {
      subscription.open()
      await changes.next(id, ms)
    },
    subscribe(onChange) {
      subscription.open()
      subscribers.add(onChange)
      return () => void subscribers.delete(onChange)
    },
    close: subscription.close
  }
}
