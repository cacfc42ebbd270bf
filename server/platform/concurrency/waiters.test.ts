import { expect, test, vi } from 'vitest'
import { createWaiters } from './waiters'

test('all who wait for a key are told its news, once', async () => {
  const waiters = createWaiters<string, number>()
  const [first, second, other] = ['a', 'a', 'b'].map((key) => waiters.next(key, 20))
  waiters.tell('a', 1)
  waiters.tell('a', 2)
  expect(await Promise.all([first, second, other])).toEqual([1, 1, null])
})

test('news that nobody waited for are not kept, and a wait ends with its time', async () => {
  vi.useFakeTimers()
  const waiters = createWaiters<string, number>()
  waiters.tell('a', 1)
  let told: number | null | undefined
  const wait = waiters.next('a', 1000).then((news) => (told = news))
  await vi.advanceTimersByTimeAsync(999)
  expect(told).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  await wait
  expect(told).toBeNull()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})
