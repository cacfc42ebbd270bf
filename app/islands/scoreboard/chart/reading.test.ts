import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '~/server/platform/time'
import { readingsAt, snapped, timeOfKey } from './reading'
import type { Line } from './scale'

const line = (id: number, steps: Line['steps'], own = false): Line => ({
  ...{ id, team: id + 100, steps, own },
  ...{ name: `Team ${id}`, place: id }
})

describe('readings of the chart', () => {
  it('the reading has the best five of the time, and the own team', () => {
    const lines = [1, 2, 3, 4, 5, 6, 7].map((id) =>
      line(
        id,
        [
          [id * MINUTE_MS, id * 100],
          [60 * MINUTE_MS, 1000 - id]
        ],
        id === 1
      )
    )
    const ids = (at: number) => readingsAt(lines, at).map(({ line }) => line.id)
    expect(ids(10 * MINUTE_MS)).toEqual([7, 6, 5, 4, 3, 1])
    expect(ids(60 * MINUTE_MS)).toEqual([1, 2, 3, 4, 5])
    expect(readingsAt(lines, 0).map(({ score }) => score)).toEqual([0, 0, 0, 0, 0])
    expect(readingsAt(lines, 10 * MINUTE_MS).at(-1)).toMatchObject({ index: 0, score: 100 })
  })

  it('a reading snaps to the nearest solve within reach', () => {
    const lines = [line(1, [[10_000, 1]]), line(2, [[12_500, 1]])]
    expect(snapped(lines, 11_000, 2000)).toBe(10_000)
    expect(snapped(lines, 12_000, 2000)).toBe(12_500)
    expect(snapped(lines, 20_400, 2000)).toBe(20_000)
  })

  it('keys move within the span, and back to the beginning', () => {
    const span = { from: 0, to: 600 * MINUTE_MS }
    expect(timeOfKey('ArrowRight', { shift: false }, 0, span)).toBe(5 * MINUTE_MS)
    expect(timeOfKey('ArrowLeft', { shift: true }, 300 * MINUTE_MS, span)).toBe(240 * MINUTE_MS)
    expect(timeOfKey('End', { shift: false }, 7, span)).toBe(span.to)
    expect(timeOfKey('Home', { shift: false }, 7, span)).toBe(0)
    expect(timeOfKey('a', { shift: false }, 7, span)).toBeNull()
    const keys = fc.constantFrom('ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End')
    fc.assert(
      fc.property(
        fc.array(fc.tuple(keys, fc.boolean())),
        fc.integer({ min: 1, max: 1e10 }),
        (pressed, to) => {
          let at = 0
          for (const [key, shift] of pressed) at = timeOfKey(key, { shift }, at, { from: 0, to })!
          expect(at).toBeGreaterThanOrEqual(0)
          expect(at).toBeLessThanOrEqual(to)
        }
      )
    )
  })
})
