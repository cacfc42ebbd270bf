import type { Log } from '~/server/platform/log'

/** `run` during a run waits for that one; `ended` resolves when none runs. */
export function singleFlight(work: () => Promise<void>): { run(): Promise<void>; ended(): Promise<void> } {
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

/** Runs every `ms` milliseconds, one at a time because an engine may hang, until `signal` is aborted. */
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
