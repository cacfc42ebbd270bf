import { setImmediate as nextIteration } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createRenderQueue } from './render-queue'

it('one page starts in each iteration of the loop, in order', async () => {
  const queue = createRenderQueue()
  const begun: number[] = []
  for (const page of [1, 2, 3]) void queue.wait().then(() => begun.push(page))
  const seen: number[] = []
  for (let n = 0; n < 5; n++) {
    await nextIteration()
    seen.push(begun.length)
  }
  expect(begun).toEqual([1, 2, 3])
  expect(Math.max(...seen.map((count, n) => count - (seen[n - 1] ?? 0)))).toBe(1)
})

it('a page waits for incoming calls, but not for ever', async () => {
  const queue = createRenderQueue()
  let begun = false
  const queuedAt = performance.now()
  void queue.wait().then(() => {
    begun = true
  })
  for (let n = 0; n < 20; n++) {
    queue.callArrived()
    await nextIteration()
    expect(begun).toBe(false)
  }
  while (!begun) {
    queue.callArrived()
    await nextIteration()
  }
  expect(performance.now() - queuedAt).toBeGreaterThanOrEqual(50)
})

it('a page with nothing before it starts at once', async () => {
  const queue = createRenderQueue()
  queue.callArrived()
  await nextIteration()
  const page = queue.wait().then(() => 'page')
  await nextIteration()
  await nextIteration()
  expect(await Promise.race([page, nextIteration('late')])).toBe('page')
})
