import { describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '~/server/platform/time'
import { between, moved, reachOf, scaled, spanOfZoom } from './zoom'

const reach = { from: 0, to: 24 * HOUR_MS }
const hours = (from: number, to: number) => ({ from: from * HOUR_MS, to: to * HOUR_MS })

describe('reachOf', () => {
  it('the reach ends now, or with the game', () => {
    expect(reachOf(0, 48 * HOUR_MS, 24 * HOUR_MS)).toEqual(reach)
    expect(reachOf(0, 24 * HOUR_MS, 99 * HOUR_MS)).toEqual(reach)
  })

  it('the reach is never empty', () => {
    expect(reachOf(0, 48 * HOUR_MS, 0).to).toBe(5 * MINUTE_MS)
    expect(reachOf(0, 0, 0).to).toBe(1)
  })
})

describe('spanOfZoom', () => {
  it('the usual span is shown until one is chosen', () => {
    expect(spanOfZoom(null, reach, hours(0, 48))).toEqual(hours(0, 48))
  })

  it('the newest hours move on, as far as the game has them', () => {
    expect(spanOfZoom({ last: HOUR_MS }, reach, reach)).toEqual(hours(23, 24))
    expect(spanOfZoom({ last: HOUR_MS }, hours(0, 25), reach)).toEqual(hours(24, 25))
    expect(spanOfZoom({ last: 6 * HOUR_MS }, hours(0, 2), reach)).toEqual(hours(0, 2))
  })
})

describe('scaled', () => {
  const usual = hours(0, 48)

  it('zooming in keeps the middle, and zooming out reverts it', () => {
    expect(scaled(reach, reach, usual, 0.5)).toEqual(hours(6, 18))
    expect(scaled(hours(6, 18), reach, usual, 2)).toBeNull()
    expect(scaled(hours(0, 6), reach, usual, 2)).toEqual(hours(0, 12))
  })

  it('zooming starts at the past, not at the future', () => {
    expect(scaled(usual, reach, usual, 0.5)).toEqual(hours(6, 18))
  })

  it('zooming out reaches beyond the usual part of a long game', () => {
    expect(scaled(hours(20, 24), reach, hours(20, 24), 2)).toEqual(hours(16, 24))
    expect(scaled(hours(4, 20), reach, hours(20, 24), 2)).toEqual(reach)
  })

  it('zooming in stops at five minutes', () => {
    const least = { from: HOUR_MS, to: HOUR_MS + 5 * MINUTE_MS }
    expect(scaled(least, reach, usual, 0.5)).toEqual(least)
  })
})

describe('moved', () => {
  it('moving stays inside and keeps the length', () => {
    expect(moved(hours(6, 10), reach, 0.5)).toEqual(hours(8, 12))
    expect(moved(hours(22, 24), reach, 0.5)).toEqual(hours(22, 24))
    expect(moved(hours(1, 5), reach, -0.5)).toEqual(hours(0, 4))
  })
})

describe('between', () => {
  it('a selection counts in either direction', () => {
    expect(between(reach, reach, 25, 50)).toEqual(hours(6, 12))
    expect(between(reach, reach, 50, 25)).toEqual(hours(6, 12))
    expect(between(hours(6, 12), reach, 50, 120)).toEqual(hours(9, 12))
  })

  it('a press selects nothing', () => {
    expect(between(reach, reach, 30, 30.5)).toBeNull()
  })
})
