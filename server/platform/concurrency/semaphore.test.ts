import { expect, it } from 'vitest'
import { createSemaphore } from './semaphore'

function held() {
  let running = 0
  let most = 0
  const ends: (() => void)[] = []
  const work = async () => {
    most = Math.max(most, ++running)
    await new Promise<void>((resolve) => ends.push(resolve))
    running--
  }
  return { work, end: () => ends.shift()?.(), most: () => most, begun: () => ends.length }
}

it('a semaphore never runs more at once than it may, whenever work arrives', async () => {
  const semaphore = createSemaphore(2)
  const { work, end, most, begun } = held()
  const all = [semaphore(work), semaphore(work), semaphore(work)]
  // Arrives when the first has just ended and the third has been called.
  all.push(all[0]!.then(() => semaphore(work)))
  for (let left = 4; left > 0; left--) {
    await expect.poll(begun).toBeGreaterThan(0)
    end()
  }
  await Promise.all(all)
  expect(most()).toBe(2)
})

it('a semaphore refuses work when too many wait', async () => {
  const semaphore = createSemaphore(1, { waiting: 1, retryAfter: 3 })
  const { work, end } = held()
  const two = [semaphore(work), semaphore(work)]
  await expect(semaphore(work)).rejects.toMatchObject({ code: 'server.busy', status: 503, retryAfter: 3 })
  end()
  await two[0]
  end()
  await two[1]
})

it('a semaphore goes on after work that failed', async () => {
  const semaphore = createSemaphore(1)
  const failing = semaphore(() => Promise.reject(new Error('no')))
  const after = semaphore(async () => 'yes')
  await expect(failing).rejects.toThrow('no')
  expect(await after).toBe('yes')
})
