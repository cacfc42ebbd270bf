import { createSemaphore } from '~/server/platform/concurrency/semaphore'

/** Pages at once that may ask Postgres: enough to keep its connections busy, few enough for a flag to get the next one. */
const AT_ONCE = 32

/**
 * Bounds the pages that are worked on at once, each reader's own. All of them share the connections to Postgres with
 * flags and verdicts, which must not wait behind a thousand pages; the pages wait here instead, first come first served.
 */
export interface PageSlots {
  run<T>(work: () => Promise<T>): Promise<T>
  /** For how many milliseconds the first has waited; 0: nobody waits. */
  waited(): number
}

export function createPageSlots(atOnce = AT_ONCE): PageSlots {
  const semaphore = createSemaphore(atOnce)
  /** In the order in which they came. */
  const waiting = new Set<{ since: number }>()
  return {
    run(work) {
      const one = { since: performance.now() }
      waiting.add(one)
      return semaphore(() => {
        waiting.delete(one)
        return work()
      })
    },
    waited() {
      const [first] = waiting
      return first ? performance.now() - first.since : 0
    }
  }
}
