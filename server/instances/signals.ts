import type { Log } from '~/server/platform/log'
import { channelOf, type Redis } from '~/server/platform/redis'
import { createSubscription } from '~/server/platform/subscription'
import {
  INSTANCE_CHANNEL,
  INSTANCE_WAKE_CHANNEL,
  type InstanceNews,
  instanceNews,
  type QueueNews,
  queueNews
} from './contract'

/** News of instances between processes. All of it are hints: without Redis everything takes a second longer. */
export interface Signals {
  /** Has the workers look for work now. */
  wake(): void
  /** Tells every process that an instance changed. */
  tell(news: InstanceNews): void
  /** Tells teams where they stand in the queue. */
  tellQueue(news: QueueNews): void
  /** Resolves when the instance changes, or after `ms`. */
  changed(id: string, ms: number): Promise<void>
  /** Calls back with the id of every instance that changes. @returns what ends that */
  watch(heard: (id: string) => void): () => void
  close(): void
}

/** The subscription is opened when somebody waits for the first time. */
export function createSignals(redis: Redis, log: Log): Signals {
  const waiting = new Map<string, Set<() => void>>()
  const watching = new Set<(id: string) => void>()

  const publish = (channel: string, message: string) =>
    redis.publish(channelOf(redis, channel), message).catch((error: Error) => {
      log.debug({ err: error.message }, 'instance_news_not_sent')
    })

  const heard = (message: string) => {
    const { data } = instanceNews.safeParse(JSON.parse(message))
    if (!data) return
    for (const resolve of waiting.get(data.id) ?? []) resolve()
    for (const tell of watching) tell(data.id)
  }

  const subscription = createSubscription(redis, INSTANCE_CHANNEL, heard, log)

  return {
    wake: () => void publish(INSTANCE_WAKE_CHANNEL, ''),
    tell: (news) => void publish(INSTANCE_CHANNEL, JSON.stringify(news)),
    tellQueue: (news) => void publish(INSTANCE_CHANNEL, JSON.stringify(queueNews.parse(news))),
    changed(id, ms) {
      subscription.open()
      return new Promise((resolve) => {
        const mine = waiting.get(id) ?? new Set()
        waiting.set(id, mine)
        const done = () => {
          clearTimeout(timer)
          mine.delete(done)
          if (mine.size === 0) waiting.delete(id)
          resolve()
        }
        const timer = setTimeout(done, ms)
        mine.add(done)
      })
    },
    watch(tell) {
      subscription.open()
      watching.add(tell)
      return () => void watching.delete(tell)
    },
    close: subscription.close
  }
}
