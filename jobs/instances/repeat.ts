import type { Log } from '~/server/platform/log'

/** Whoever asks for a run while one is under way gets that one; `ended` resolves when none is. */
export function once(work: () => Promise<void>): { run(): Promise<void>; ended(): Promise<void> } {
  let running: Promise<void> | null = null
  return {
    run() {
      running ??= work().finally(() => {
        running = null
      })
      return running
    },
    async ended() {
      await running?.catch(() => {})
    }
  }
}

/** One run at a time, until `signal` is aborted: an engine that hangs must not be asked ever more often. */
export function repeat(
  ms: number,
  { signal, log }: { signal: AbortSignal; log: Log },
  run: () => Promise<void>
): void {
  let busy = false
  const timer = setInterval(async () => {
    if (busy) return
    busy = true
    await run().catch((error: Error) => log.warn({ err: error.message }, 'engine_not_looked_after'))
    busy = false
  }, ms)
  signal.addEventListener('abort', () => clearInterval(timer))
}
