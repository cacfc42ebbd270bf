import { LRUCache } from 'lru-cache'
import type { Log } from './log'
import { channelOf, publish, type Redis, unlessAway } from './redis'
import { probeRedis } from './redis-probe'

/** Channel of changed tags; message `{"tags": ["user:…", …]}`. */
export const INVALIDATE_CHANNEL = 'halyard:invalidate'

export interface Loaded<V> {
  value: V
  /** Tags of what the value was made from, such as `game:7`; invalidating one of them drops it. */
  tags: string[]
}

export interface Cache<V> {
  /** Returns the cached value or loads it; equal concurrent loads are shared. */
  through(key: string, load: () => Promise<Loaded<V>>): Promise<V>
}

export interface Caches {
  /** `ttl` in milliseconds, `max` in entries. Loads every time while messages of other processes may be lost. */
  create<V>(options: { ttl: number; max: number }): Cache<V>
  /** Drops values with one of the tags here at once and in all processes. Call after the commit. */
  invalidate(...tags: string[]): void
  /** Called with the tags that any process invalidates; `null` when messages may be lost. */
  onInvalidate(listener: (tags: string[] | null) => void): void
  close(): Promise<void>
}

class TaggedCache<V> implements Cache<V> {
  readonly #entries: LRUCache<string, Loaded<V>>
  #byTag = new Map<string, Set<string>>()
  #loads = new Map<string, Promise<V>>()
  #epoch = 0

  constructor(
    ttl: number,
    max: number,
    private readonly live: () => boolean
  ) {
    // `max` would take 32 bytes at once for each entry that there may be; sizes count entries as well.
    const size = { maxSize: max, sizeCalculation: () => 1 }
    this.#entries = new LRUCache({ ttl, ...size, dispose: (loaded, key) => this.#untag(key, loaded.tags) })
  }

  async through(key: string, load: () => Promise<Loaded<V>>): Promise<V> {
    if (!this.live()) return (await load()).value
    const entry = this.#entries.get(key)
    if (entry) return entry.value
    const under = this.#loads.get(key)
    if (under) return under
    const epoch = this.#epoch
    const loading = load()
      .then((loaded) => {
        // Does not keep a value invalidated during its load, because it may have been read too early.
        if (epoch === this.#epoch && this.live()) this.#keep(key, loaded)
        return loaded.value
      })
      .finally(() => {
        if (this.#loads.get(key) === loading) this.#loads.delete(key)
      })
    this.#loads.set(key, loading)
    return loading
  }

  invalidate(tags: string[] | null): void {
    this.#epoch++
    this.#loads.clear()
    if (tags === null) {
      this.#entries.clear()
      return
    }
    for (const tag of tags) for (const key of [...(this.#byTag.get(tag) ?? [])]) this.#entries.delete(key)
  }

  #keep(key: string, loaded: Loaded<V>): void {
    this.#entries.set(key, loaded)
    for (const tag of loaded.tags) {
      const keys = this.#byTag.get(tag) ?? new Set()
      keys.add(key)
      this.#byTag.set(tag, keys)
    }
  }

  #untag(key: string, tags: string[]): void {
    for (const tag of tags) {
      const keys = this.#byTag.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) this.#byTag.delete(tag)
    }
  }
}

/**
 * Opens the subscription that keeps the caches of all processes consistent. While it is broken, or Redis hangs, caches
 * are bypassed, so that a lost message cannot keep a revoked session in use. So they are from a start without Redis until it is back.
 */
export async function createCaches(redis: Redis, log: Log): Promise<Caches> {
  const caches = new Set<TaggedCache<unknown>>()
  const listeners = new Set<(tags: string[] | null) => void>()
  const subscriber = redis.duplicate()
  let live = false
  let subscribed = false
  const drop = (tags: string[] | null) => {
    for (const cache of caches) cache.invalidate(tags)
    for (const listener of listeners) listener(tags)
  }
  subscriber.on('error', (error: Error) => {
    if (live) log.warn({ err: error.message }, 'cache_subscription_lost')
    live = false
    drop(null)
  })
  subscriber.on('ready', () => {
    drop(null)
    // After a broken connection, the client subscribes again before it is ready.
    live = subscribed
  })
  // Messages from a hang arrive late or never.
  const probe = probeRedis(redis, (answers) => {
    if (!answers && live) log.warn({ err: 'Redis does not respond' }, 'cache_subscription_lost')
    drop(null)
  })
  const subscribe = async () => {
    await subscriber.connect()
    await subscriber.subscribe(channelOf(redis, INVALIDATE_CHANNEL), (message) =>
      drop((JSON.parse(message) as { tags: string[] }).tags)
    )
    drop(null)
    subscribed = true
    live = subscriber.isReady
  }
  await unlessAway(subscribe(), log)
  return {
    create<V>({ ttl, max }: { ttl: number; max: number }) {
      const cache = new TaggedCache<V>(ttl, max, () => live && probe.answers())
      caches.add(cache as TaggedCache<unknown>)
      return cache
    },
    invalidate(...tags) {
      drop(tags)
      const lost = (err: string) => log.warn({ err }, 'cache_invalidation_not_sent')
      publish(redis, INVALIDATE_CHANNEL, JSON.stringify({ tags }), lost)
    },
    onInvalidate: (listener) => void listeners.add(listener),
    async close() {
      live = false
      probe.close()
      subscriber.destroy()
    }
  }
}
