import type { InstanceWorkStore } from '~/server/instances'

/** Milliseconds; ends before the next scheduled run get a timer. */
const NEAR_MS = 6000
const SLACK_MS = 10
/** What is due and was not ended, such as of a game that cannot be written now, is tried again after this. */
const AGAIN_MS = 250

/** Ends due instances; a timer for the next end makes it exact. */
export function createReaper(work: Pick<InstanceWorkStore, 'reap' | 'nextEnd'>): {
  reap(): Promise<void>
  close(): void
} {
  let timer: NodeJS.Timeout | null = null
  let closed = false

  const arm = async (ended: number) => {
    const ms = await work.nextEnd()
    if (timer) clearTimeout(timer)
    timer = null
    if (closed || ms === null || ms > NEAR_MS) return
    const wait = ms < 0 && ended === 0 ? AGAIN_MS : Math.max(ms, 0) + SLACK_MS
    timer = setTimeout(() => void reap().catch(() => {}), wait)
  }

  const reap = async () => {
    await arm(await work.reap())
  }

  return {
    reap,
    close() {
      closed = true
      if (timer) clearTimeout(timer)
    }
  }
}
