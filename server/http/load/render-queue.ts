/** Longest wait of a page for calls and new connections, in milliseconds. */
const MAX_MS = 50

interface Waiting {
  since: number
  begin(): void
}

/** Rendering blocks the event loop: one page an iteration without calls or new connections, after 50 ms anyway. */
export interface RenderQueue {
  wait(): Promise<void>
  callArrived(): void
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
    const waits = call && performance.now() - first.since < MAX_MS
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
