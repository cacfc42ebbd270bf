import type { Work } from '~/server/instances'

/** Ends that are nearer than the next run of the clock get a timer of their own, in milliseconds. */
const NEAR_MS = 6000
const SLACK_MS = 10

/** Ends what is due; and the nearest end of all to the moment, so that nothing lives seconds longer than it may. */
export function createReaper(work: Pick<Work, 'reap' | 'nextEnd'>): { reap(): Promise<void>; close(): void } {
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
