import type { InstanceWorkStore } from '~/server/instances'

/** Milliseconds; ends before the next scheduled run get a timer. */
const NEAR_MS = 6000
const SLACK_MS = 10

/** Ends due instances; a timer for the next end makes it exact. */
export function createReaper(work: Pick<InstanceWorkStore, 'reap' | 'nextEnd'>): {
  reap(): Promise<void>
  close(): void
} {
  let timer: NodeJS.Timeout | null = null
  let closed = false

  const arm = async () => {
    const ms = await work.nextEnd()
    if (timer) clearTimeout(timer)
    timer = null
    if (closed || ms === null || ms > NEAR_MS) return
    timer = setTimeout(() => void reap().catch(() => {}), Math.max(ms, 0) + SLACK_MS)
  }

  const reap = async () => {
    await work.reap()
    await arm()
  }

  return {
    reap,
    close() {
      closed = true
      if (timer) clearTimeout(timer)
    }
  }
}
