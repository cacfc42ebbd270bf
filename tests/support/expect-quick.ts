import { expect } from 'vitest'

const MAX_MS = 1000

/**
 * Runs something and expects that this process needs less than a second of CPU for it, however busy the machine is. For texts
 * from outside: a pattern whose search grows with the square of a text's length needs many seconds for the longest.
 */
export async function expectQuick(run: () => unknown): Promise<void> {
  const before = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(MAX_MS)
}
