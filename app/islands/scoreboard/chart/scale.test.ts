import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '~/server/platform/time'
import {
  depthOf,
  levelsOf,
  midnights,
  pathOf,
  scoreTicks,
  shareOf,
  spanOf,
  spread,
  timeTicks,
  topOf
} from './scale'

const START = Date.UTC(2026, 5, 19, 9)
const line = (...steps: [number, number][]) => ({ id: 1, team: 101, name: 'a', place: 1, own: false, steps })

describe('the span', () => {
  it('the span of a running game has no empty future: it ends within a 48th of the game after now', () => {
    const [end, step] = [START + 2 * DAY_MS, HOUR_MS]
    for (const passed of [0, 1, 59 * MINUTE_MS, HOUR_MS, 5 * HOUR_MS + 1, 47.5 * HOUR_MS]) {
      const { from, to } = spanOf(START, end, START + passed)
      expect(from).toBe(START)
      expect(to).toBeGreaterThan(START + passed)
      expect(to - (START + passed)).toBeLessThanOrEqual(step)
    }
    expect(spanOf(START, end, START + 47.5 * HOUR_MS).to).toBe(end)
  })

  it('the span of a game that runs moves at most 48 times', () => {
    const minutes = Array.from({ length: 2 * 24 * 60 }, (_, minute) => START + minute * MINUTE_MS)
    expect(new Set(minutes.map((now) => spanOf(START, START + 2 * DAY_MS, now).to)).size).toBe(48)
  })

  it('the span before the start and after the end is never empty', () => {
    expect(spanOf(START, START + 48 * HOUR_MS, START - HOUR_MS)).toEqual({ from: START, to: START + HOUR_MS })
    expect(spanOf(START, START + HOUR_MS, START + 9 * HOUR_MS)).toEqual({ from: START, to: START + HOUR_MS })
    expect(spanOf(START, START, START - 1)).toEqual({ from: START, to: START + 1 })
  })

  it('the span of a long running game is its last seven days', () => {
    const now = START + 20 * DAY_MS
    expect(spanOf(START, START + 30 * DAY_MS, now)).toEqual({ from: now - 7 * DAY_MS, to: now })
    expect(spanOf(START, START + 30 * DAY_MS, START + 31 * DAY_MS).from).toBe(START)
    expect(spanOf(START, START + 30 * DAY_MS, START + 2 * DAY_MS).from).toBe(START)
  })

  it('times are positions in percent within the span', () => {
    const span = { from: 0, to: 200 }
    expect([-5, 0, 50, 200, 900].map((at) => shareOf(at, span))).toEqual([0, 0, 25, 100, 100])
  })
})

describe('scores', () => {
  it('the axis ends at the next 1,000', () => {
    expect(topOf([])).toBe(1000)
    expect(topOf([line([1, 1000])])).toBe(1000)
    expect(topOf([line([1, 900]), line([1, 1001], [2, 950])])).toBe(2000)
  })

  it.each([1000, 2000, 3000, 14_000, 120_000, 2_000_000])(
    'the span of %d points has few, round grid lines',
    (top) => {
      const ticks = scoreTicks({ bottom: 0, top })
      expect(ticks[0]).toBe(0)
      expect(ticks.length).toBeGreaterThanOrEqual(2)
      expect(ticks.length).toBeLessThanOrEqual(7)
      expect(ticks.at(-1)).toBeLessThanOrEqual(top)
    }
  )

  it('scores stay inside the box, even below zero after a penalty', () => {
    const levels = { bottom: 0, top: 1000 }
    expect([0, 250, 1000, -50].map((score) => depthOf(score, levels))).toEqual([1000, 750, 0, 1000])
  })

  it('part of the time has an axis close to its lines', () => {
    const lines = [line([10, 5000], [50, 6210], [90, 9000]), line([10, 5830])]
    expect(levelsOf(lines, { from: 20, to: 60 }, { part: true })).toEqual({ bottom: 5000, top: 6300 })
    expect(levelsOf(lines, { from: 20, to: 60 }, { part: false })).toEqual({ bottom: 0, top: 9000 })
    expect(levelsOf([line([1, 700])], { from: 20, to: 60 }, { part: true })).toEqual({
      bottom: 700,
      top: 800
    })
    expect(levelsOf([], { from: 20, to: 60 }, { part: true })).toEqual({ bottom: 0, top: 1000 })
    const ticks = scoreTicks({ bottom: 5000, top: 6300 })
    expect([ticks[0], ticks.at(-1), ticks.length]).toEqual([5000, 6250, 6])
  })
})

describe('a path', () => {
  const span = { from: 1000, to: 2000 }

  it('the path steps at each solve and ends now', () => {
    const steps = [
      [1100, 200],
      [1500, 1000]
    ] as const
    expect(pathOf(steps, span, 1800, { bottom: 0, top: 1000 })).toBe('M0 1000H100V800H500V0H800')
  })

  it('the path begins with the score before the span, and ends at now', () => {
    const steps = [
      [500, 400],
      [1900, 600]
    ] as const
    expect(pathOf(steps, span, 1800, { bottom: 0, top: 1000 })).toBe('M0 600H800')
  })
})

describe('the time axis', () => {
  it.each([1, 5, 8, 24, 36, 48, 72, 200, 2000].map((hours) => hours * HOUR_MS))(
    'the span of %d ms has some ticks',
    (length) => {
      const { ticks, step } = timeTicks({ from: START, to: START + length })
      expect(ticks.length).toBeGreaterThan(2)
      expect(ticks.length).toBeLessThanOrEqual(13)
      for (const { at } of ticks) expect(at % step).toBe(0)
    }
  )

  it('midnights have ticks', () => {
    const days = midnights({ from: START, to: START + 2 * DAY_MS })
    expect(days.map(({ at }) => new Date(at).toISOString())).toEqual([
      '2026-06-20T00:00:00.000Z',
      '2026-06-21T00:00:00.000Z'
    ])
    expect(midnights({ from: START, to: START + 60 * DAY_MS })).toEqual([])
  })
})

describe('labels', () => {
  it('labels stay in place when there is room', () => {
    expect(spread([10, 50, 100], 17, 210)).toEqual([10, 50, 100])
  })

  it('labels move apart in order', () => {
    expect(spread([10, 12, 14], 17, 210)).toEqual([10, 27, 44])
  })

  it('labels move up from the lower edge', () => {
    expect(spread([200, 205, 210], 17, 210)).toEqual([176, 193, 210])
  })
})
