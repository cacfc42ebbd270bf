import { setTimeout as sleep } from 'node:timers/promises'

const DELAY_MS = 500
const MAX_BATCH = 5000
const MAX_WAITING = 50_000
const RETRY_MS = 3000

interface Needs<T> {
  /** Stores at most `MAX_BATCH` entries. */
  store(batch: T[]): Promise<unknown>
  /** A batch could not be stored; it is tried again. */
  failed(error: Error): void
  /** Entries that are given up, because too many wait. */
  dropped?(lost: T[]): void
}

export interface Later<T> {
  add(entry: T): void
  /** Once nothing waits. */
  idle(): Promise<void>
}

/** Stores entries in batches, half a second late, so that no request waits; tries a failed batch again. */
export function createLater<T>({ store, failed, dropped }: Needs<T>): Later<T> {
  let waiting: T[] = []
  let running: Promise<void> | null = null

  const run = async () => {
    while (waiting.length > 0) {
      await sleep(DELAY_MS, undefined, { ref: false })
      const batch = waiting.slice(0, MAX_BATCH)
      try {
        await store(batch)
        waiting = waiting.slice(batch.length)
      } catch (error) {
        failed(error as Error)
        dropped?.(waiting.slice(MAX_WAITING))
        waiting = waiting.slice(0, MAX_WAITING)
        await sleep(RETRY_MS, undefined, { ref: false })
      }
    }
    running = null
  }

  return {
    add(entry) {
      waiting.push(entry)
      running ??= run()
    },
    async idle() {
      await running
    }
  }
}
