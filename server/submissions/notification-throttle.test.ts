import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type NotificationThrottle, throttleNotifications } from './notification-throttle'

let notified: [number, number][]
let throttle: NotificationThrottle

beforeEach(() => {
  vi.useFakeTimers()
  const begun = Date.now()
  notified = []
  throttle = throttleNotifications((game) => notified.push([game, Date.now() - begun]))
})
afterEach(() => void vi.useRealTimers())

describe('notifications of scoring', () => {
  it('scoring is notified at once, and in steps of 25 ms in a burst, the last flag included', () => {
    for (let at = 0; at < 60; at++) {
      throttle.stored(1)
      vi.advanceTimersByTime(1)
    }
    throttle.stored(2)
    vi.advanceTimersByTime(200)
    expect(notified).toEqual([
      [1, 0],
      [1, 25],
      [1, 50],
      [2, 60],
      [1, 75]
    ])
    throttle.stored(1)
    expect(notified.at(-1)).toEqual([1, 260])
  })

  it('scoring is notified in steps of 3 ms while somebody waits for a verdict', () => {
    for (let at = 0; at < 8; at++) {
      throttle.stored(1)
      throttle.awaited(1)
      vi.advanceTimersByTime(1)
    }
    vi.advanceTimersByTime(100)
    expect(notified).toEqual([
      [1, 0],
      [1, 3],
      [1, 6],
      [1, 9]
    ])
  })

  it('a wait that begins later than 3 ms after the last notification notifies at once, and never without a flag', () => {
    throttle.stored(1)
    throttle.awaited(1)
    vi.advanceTimersByTime(10)
    throttle.awaited(1)
    throttle.stored(1)
    vi.advanceTimersByTime(5)
    throttle.awaited(1)
    throttle.awaited(1)
    throttle.awaited(2)
    vi.advanceTimersByTime(100)
    expect(notified).toEqual([
      [1, 0],
      [1, 15]
    ])
  })
})
