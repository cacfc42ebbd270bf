import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { throttleWakes } from './wake-throttle'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('wakes at once, keeps pace in a burst, and never forgets the last', () => {
  const woken: [number, number][] = []
  const begun = Date.now()
  const stored = throttleWakes((game) => woken.push([game, Date.now() - begun]))
  stored(1)
  expect(woken).toEqual([[1, 0]])
  for (let at = 0; at < 8; at++) {
    stored(1)
    vi.advanceTimersByTime(1)
  }
  stored(2)
  expect(woken).toEqual([
    [1, 0],
    [1, 3],
    [1, 6],
    [2, 8]
  ])
  stored(1)
  vi.advanceTimersByTime(100)
  expect(woken.slice(4)).toEqual([[1, 9]])
  stored(1)
  expect(woken.at(-1)).toEqual([1, 108])
})
