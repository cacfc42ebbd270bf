/** Calls that wait until something happens to a key. */
export interface Waiters<Key, News> {
  /** The next news of the key; null after `ms` milliseconds without. */
  next(key: Key, ms: number): Promise<News | null>
  /** Gives news to all who wait for the key now. */
  tell(key: Key, news: News): void
}

export function createWaiters<Key, News>(): Waiters<Key, News> {
  const waiting = new Map<Key, Set<(news: News | null) => void>>()
  return {
    next: (key, ms) =>
      new Promise((resolve) => {
        const mine = waiting.get(key) ?? new Set()
        waiting.set(key, mine)
        const done = (news: News | null) => {
          clearTimeout(timer)
          mine.delete(done)
          if (mine.size === 0) waiting.delete(key)
          resolve(news)
        }
        const timer = setTimeout(() => done(null), ms)
        mine.add(done)
      }),
    tell(key, news) {
      for (const done of waiting.get(key) ?? []) done(news)
    }
  }
}
