/** Longest that a page waits for calls and new connections, in milliseconds. */
const LONGEST_MS = 50

interface Waiting {
  since: number
  begin(): void
}

/**
 * Says when a page may be rendered, which keeps the event loop for milliseconds: one page an iteration of the loop, first
 * come first served, and only after an iteration that brought nothing shorter. Calls, such as flags, and new connections go
 * first, but no page is put off for longer than 50 ms.
 */
export interface RenderQueue {
  /** Resolves when the page may be rendered. */
  wait(): Promise<void>
  /** A short piece of work has arrived. */
  noteShort(): void
  /** For how many milliseconds the first has waited; 0: nobody waits. */
  waited(): number
}

export function createRenderQueue(): RenderQueue {
  const waiting: Waiting[] = []
  let short = false
  let stepping = false
  const step = () => {
    const [first] = waiting
    if (!first) {
      stepping = false
      return
    }
    setImmediate(step)
    const stands = short && performance.now() - first.since < LONGEST_MS
    short = false
    if (stands) return
    waiting.shift()
    first.begin()
  }
  return {
    wait() {
      return new Promise((begin) => {
        waiting.push({ since: performance.now(), begin })
        if (stepping) return
        stepping = true
        short = false
        setImmediate(step)
      })
    },
    noteShort() {
      short = true
    },
    waited: () => (waiting[0] ? performance.now() - waiting[0].since : 0)
  }
}
