import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPace, type Pace } from './pace'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const RATE = 64 * 1024 * 1024
const CHUNK = 64 * 1024

function readAll(pace: Pace, many: number, ms: number): number[] {
  const read = Array.from({ length: many }, () => 0)
  let ready = read.map((_, who) => who)
  for (let at = 0; at < ms; at++) {
    for (let round = 0; round < 50 && ready.length > 0; round++) {
      const now = ready
      ready = []
      for (const who of now) {
        read[who]! += CHUNK
        if (pace.spend(CHUNK)) pace.wait(() => ready.push(who))
        else ready.push(who)
      }
    }
    vi.advanceTimersByTime(1)
  }
  return read
}

it('all connections together carry the rate and not much less, however many there are', () => {
  for (const many of [1, 7, 64]) {
    const shares = readAll(createPace(RATE), many, 10_000)
    const sum = shares.reduce((all, bytes) => all + bytes, 0)
    // At most one moment's burst and a chunk of each go beyond the rate.
    expect(sum).toBeLessThanOrEqual(10 * RATE + RATE / 100 + many * CHUNK)
    expect(sum).toBeGreaterThan(9 * RATE)
    expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(sum / many / 10 + CHUNK)
  }
})

it('connections below the rate never wait, nor after a pause', () => {
  const pace = createPace(RATE)
  for (let n = 0; n < 1000; n++) {
    expect(pace.spend(CHUNK)).toBe(false)
    vi.advanceTimersByTime(5)
  }
  expect(pace.spend(RATE)).toBe(true)
  vi.advanceTimersByTime(1000)
  expect(pace.spend(CHUNK)).toBe(false)
})
