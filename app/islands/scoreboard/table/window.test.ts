import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rangeOf, scrollTo } from './window'

const scene = { scrolled: 0, visible: 640, size: 32, count: 1000 }

describe('the range of rows', () => {
  it('the range begins at the first row', () => {
    expect(rangeOf(scene)).toEqual({ from: 0, to: 26 })
  })

  it('the range moves in steps', () => {
    expect(rangeOf({ ...scene, scrolled: 32 * 100 })).toEqual({ from: 94, to: 126 })
    expect(rangeOf({ ...scene, scrolled: 32 * 101 })).toEqual({ from: 94, to: 128 })
    expect(rangeOf({ ...scene, scrolled: 32 * 102 })).toEqual({ from: 96, to: 128 })
  })

  it('the range ends with the last row', () => {
    expect(rangeOf({ ...scene, count: 0 })).toEqual({ from: 0, to: 0 })
    expect(rangeOf({ ...scene, count: 7 })).toEqual({ from: 0, to: 7 })
  })

  it('the range holds every visible row and few others', () => {
    const scenes = fc.record({
      count: fc.nat(2000),
      visible: fc.nat(2000),
      size: fc.integer({ min: 20, max: 60 }),
      scrolled: fc.double({ min: 0, max: 70_000, noNaN: true })
    })
    fc.assert(
      fc.property(scenes, (one) => {
        const { from, to } = rangeOf(one)
        const first = Math.floor(one.scrolled / one.size)
        const last = Math.min(one.count, Math.ceil((one.scrolled + one.visible) / one.size))
        expect(from).toBeGreaterThanOrEqual(0)
        expect(to).toBeLessThanOrEqual(one.count)
        expect(to - from).toBeLessThanOrEqual(one.visible / one.size + 26)
        if (first < last) expect(from <= first && to >= last).toBe(true)
      })
    )
  })
})

describe('scrolling to a row', () => {
  it('visible rows need no scrolling', () => {
    expect(scrollTo(19, scene)).toBe(0)
    expect(scrollTo(19, scene, 'centre')).toBe(0)
  })

  it('scrolling is as short as possible', () => {
    expect(scrollTo(20, scene)).toBe(32)
    expect(scrollTo(5, { ...scene, scrolled: 3200 })).toBe(160)
  })

  it('a row is centred, but not beyond the ends', () => {
    expect(scrollTo(500, scene, 'centre')).toBe(500 * 32 - 304)
    expect(scrollTo(999, scene, 'centre')).toBe(32_000 - 640)
    expect(scrollTo(2, { ...scene, scrolled: 3200 }, 'centre')).toBe(0)
  })
})
