import type { Log } from './log'
import { channelOf, type Redis } from './redis'

/** Channel on which every process says what it changed; message `{"tags": ["user:…", …]}`. */
export const FORGET_CHANNEL = 'halyard:forget'

export interface Loaded<V> {
  value: V
  /** What the value was made from, such as `game:7`; forgetting any of them drops it. */
  tags: string[]
}

export interface Cache<V> {
  /** The cached value, or `load()`'s; equal loads under way are shared. */
  through(key: string, load: () => Promise<Loaded<V>>): Promise<V>
}

/** In-process caches that every process empties together. */
export interface Caches {
  create<V>(options: { ttl: number; max: number }): Cache<V>
  /** Drops whatever carries one of the tags, here at once and in all other processes. Call after the commit. */
  forget(...tags: string[]): void
  /** Called with the tags that any process forgot; `null` when messages may have been lost. */
  onForget(listener: (tags: string[] | null) => void): void
  close(): Promise<void>
}

interface Entry<V> {
  value: V
  tags: string[]
  expires: number
}

class TaggedCache<V> implements Cache<V> {
  #entries = new Map<string, Entry<V>>()
  #byTag = new Map<string, Set<string>>()
  #loads = new Map<string, Promise<V>>()
  #epoch = 0

  constructor(
    private readonly ttl: number,
    private readonly max: number,
    private readonly live: () => boolean
  ) {}

  async through(key: string, load: () => Promise<Loaded<V>>): Promise<V> {
    if (!this.live()) return (await load()).value
    const entry = this.#entries.get(key)
    if (entry && entry.expires > Date.now()) return entry.value
    const under = this.#loads.get(key)
    if (under) return under
    const epoch = this.#epoch
    const loading = load()
      .then((loaded) => {
        // Whatever was forgotten meanwhile may have been read too early: serve it once, do not keep it.
        if (epoch === this.#epoch && this.live()) this.#keep(key, loaded)
        return loaded.value
      })
      .finally(() => {
        if (this.#loads.get(key) === loading) this.#loads.delete(key)
      })
    this.#loads.set(key, loading)
    return loading
  }

  forget(tags: string[] | null): void {
    this.#epoch++
    this.#loads.clear()
    if (tags === null) {
      this.#entries.clear()
      this.#byTag.clear()
      return
    }
    for (const tag of tags) for (const key of [...(this.#byTag.get(tag) ?? [])]) this.#drop(key)
  }

  #keep(key: string, { value, tags }: Loaded<V>): void {
    this.#drop(key)
    if (this.#entries.size >= this.max) this.#drop(this.#entries.keys().next().value as string)
    this.#entries.set(key, { value, tags, expires: Date.now() + this.ttl })
    for (const tag of tags) {
      const keys = this.#byTag.get(tag) ?? new Set()
      keys.add(key)
      this.#byTag.set(tag, keys)
    }
  }

  #drop(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    for (const tag of entry.tags) {
      const keys = this.#byTag.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) this.#byTag.delete(tag)
    }
  }
}

/**
 * Opens the subscription that keeps caches of all processes in step. While it is broken every cache is
 * bypassed, so a lost message can never leave a revoked session or a changed game in use.
 */
export async function createCaches(redis: Redis, log: Log): Promise<Caches> {
  const caches = new Set<TaggedCache<unknown>>()
  const listeners = new Set<(tags: string[] | null) => void>()
  const subscriber = redis.duplicate()
  let live = false
  const tell = (tags: string[] | null) => {
    for (const cache of caches) cache.forget(tags)
    for (const listener of listeners) listener(tags)
  }
  subscriber.on('error', (error: Error) => {
    if (live) log.warn({ err: error.message }, 'cache_subscription_lost')
    live = false
    tell(null)
  })
  subscriber.on('ready', () => {
    tell(null)
    live = true
  })
  await subscriber.connect()
  await subscriber.subscribe(channelOf(redis, FORGET_CHANNEL), (message) =>
    tell((JSON.parse(message) as { tags: string[] }).tags)
  )
  return {
    create<V>({ ttl, max }: { ttl: number; max: number }) {
      const cache = new TaggedCache<V>(ttl, max, () => live)
      caches.add(cache as TaggedCache<unknown>)
      return cache
    },
    forget(...tags) {
      tell(tags)
      redis
        .publish(channelOf(redis, FORGET_CHANNEL), JSON.stringify({ tags }))
        .catch((error: Error) => log.warn({ err: error.message }, 'cache_forget_not_sent'))
    },
    onForget: (listener) => void listeners.add(listener),
    async close() {
      live = false
      subscriber.destroy()
    }
  }
}
