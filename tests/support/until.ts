/** Longest wait of a step in milliseconds, for busy machines. */
export const TIMEOUT = 30_000

/** Waits until `probe` returns something; throws its last error, or after `timeout` milliseconds. */
export async function until<T>(
  probe: () => T | Promise<T>,
  timeout = TIMEOUT
): Promise<Exclude<T, false | null | undefined>> {
  const deadline = Date.now() + timeout
  for (;;) {
    let failure: unknown = new Error('it did not come to pass in time')
    try {
      const found = await probe()
      if (found) return found as Exclude<T, false | null | undefined>
    } catch (error) {
      failure = error
    }
    if (Date.now() > deadline) throw failure
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
