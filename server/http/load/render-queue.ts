/** Longest that a page waits for calls and new connections, in milliseconds. */
const LONGEST_MS = 50

interface Waiting {
  since: number
  begin(): void
}

/**
 * Says when a page may be rendered, which keeps the event loop for milliseconds: one page an iteration of the loop, first
 * come first served, and only after an iteration in which nothing else arrived. Calls, such as flags, and new connections go
 * first, but no page is put off for longer than 50 ms.
 */
export interface RenderQueue {
  /** Resolves when the page may be rendered. */
  wait(): Promise<void>
  /** A call or a new connection has arrived: the next page waits for it. */
  callArrived(): void
  /** For how many milliseconds the first has waited; 0: nobody waits. */
  waited(): number
}

export function createRenderQueue(): RenderQueue {
  const waiting: Waiting[] = []
  let call = false
  let stepping = false
  const step = () => {
    const [first] = waiting
    if (!first) {
      stepping = false
      return
    }
    setImmediate(step)
    const waits = call && performance.now() - first.since < LONGEST_MS
    call = false
    if (waits) return
    waiting.shift()
    first.begin()
  }
  return {
    wait() {
      return new Promise((begin) => {
        waiting.push({ since: performance.now(), begin })
        if (stepping) return
        stepping = true
        call = false
        setImmediate(step)
      })
    },
    callArrived() {
      call = true
    },
    waited: () => (waiting[0] ? performance.now() - waiting[0].since : 0)
  }
}
