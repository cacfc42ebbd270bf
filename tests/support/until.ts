/** Longest wait of a step in milliseconds, for busy machines. */
export const TIMEOUT = 30_000

/** Milliseconds between probes: few at first, then more, because probes cost the machine that they wait for. */
const pauseAfter = (waited: number) => Math.min(Math.max(20, waited / 10), 250)

/** Waits until `probe` returns something; throws its last error, or after `timeout` milliseconds. */
export async function until<T>(
  probe: () => T | Promise<T>,
  timeout = TIMEOUT
): Promise<Exclude<T, false | null | undefined>> {
  const begun = Date.now()
  for (;;) {
    let failure: unknown = new Error('it did not come to pass in time')
    try {
      const found = await probe()
      if (found) return found as Exclude<T, false | null | undefined>
    } catch (error) {
      failure = error
    }
    const waited = Date.now() - begun
    if (waited > timeout) throw failure
    await new Promise((resolve) => setTimeout(resolve, pauseAfter(waited)))
  }
}
