import { describe, expect, it } from 'vitest'
import { clockLeft } from '~/app/islands/runtime/clock-left'
import { HOUR_MS, MINUTE_MS } from '~/server/platform/time'
import { pulled, standingOf, turnOf, unsettled } from './instance-progress'
import { NOW, viewOf } from './testing/view'

describe('how an instance stands', () => {
  it('the phase follows the state, and the reason of a queued instance', () => {
    const phase = (view: Parameters<typeof viewOf>[0]) => standingOf(viewOf(view), NOW).phase
    expect(phase({ state: 'none' })).toBe('none')
    expect(phase({ state: 'queued', waitsFor: 'turn' })).toBe('queue')
    expect(phase({ state: 'queued', waitsFor: 'image' })).toBe('image')
    expect(phase({ state: 'ready', expiresIn: 1 })).toBe('ready')
    // The server has not reported it yet.
    expect(phase({ state: 'ready', expiresIn: 0 })).toBe('stopping')
  })

  it('the remaining time and its share are known', () => {
    const ready = viewOf({ state: 'ready', expiresIn: 30 * MINUTE_MS })
    expect(standingOf(ready, NOW)).toMatchObject({
      left: 30 * MINUTE_MS,
      share: 25,
      soon: false,
      extendable: false
    })
    expect(standingOf(ready, NOW + 25 * MINUTE_MS)).toMatchObject({
      left: 5 * MINUTE_MS,
      share: 4,
      soon: true
    })
    expect(standingOf(viewOf({ state: 'starting' }), NOW)).toMatchObject({ left: null, share: 0 })
  })

  it('an extension is possible inside the window, and moves the old end', () => {
    const view = viewOf({ state: 'ready', expiresIn: 30 * MINUTE_MS })
    expect(standingOf(view, NOW + 20 * MINUTE_MS - 1).extendable).toBe(false)
    expect(standingOf(view, NOW + 20 * MINUTE_MS)).toMatchObject({
      extendable: true,
      extended: NOW + 150 * MINUTE_MS
    })
    expect(standingOf({ ...view, extendableAt: null }, NOW)).toMatchObject({
      extendable: false,
      extended: null
    })
  })

  it('the reason that prevents the next start is named', () => {
    const barrier = (more: object) => standingOf({ ...viewOf({ state: 'none' }), ...more }, NOW).barrier
    expect(barrier({ limit: 3, inUse: 2 })).toBeNull()
    expect(barrier({ limit: 3, inUse: 3 })).toBe('limit')
    expect(barrier({ limit: 3, inUse: 3, replaces: true })).toBeNull()
    expect(barrier({ limit: 0, inUse: 9 })).toBeNull()
    expect(barrier({ limit: 3, inUse: 3, unavailable: 'container.engine_away' })).toBe('unavailable')
  })

  it('an unsettled instance is polled', () => {
    const states = ['none', 'queued', 'starting', 'ready', 'stopping', 'stuck', 'ended', 'failed'] as const
    const expected = states.filter((state) => unsettled(viewOf({ state, expiresIn: MINUTE_MS }), NOW))
    expect(expected).toEqual(['queued', 'starting', 'stopping'])
    expect(unsettled(viewOf({ state: 'ready', expiresIn: -1 }), NOW)).toBe(true)
  })
})

it('a turn is reported once, and only of the same instance', () => {
  const [queued, ready, failed] = (['queued', 'ready', 'failed'] as const).map((state) => viewOf({ state }))
  expect(turnOf(queued, ready!)).toBe('ready')
  expect(turnOf(queued, failed!)).toBe('failed')
  expect(turnOf(ready, ready!)).toBeNull()
  expect(turnOf(undefined, ready!)).toBeNull()
  expect(turnOf({ ...queued!, id: null }, ready!)).toBeNull()
})

it('the progress of an image counts bytes, else layers, else nothing', () => {
  const pull = { layersDone: 1, layersTotal: 4, bytesDone: 84_000_000, bytesTotal: 136_000_000 }
  expect(pulled({ pull })).toBe(61)
  expect(pulled({ pull: { ...pull, bytesTotal: 0 } })).toBe(25)
  expect(pulled({ pull: { ...pull, bytesTotal: 0, layersTotal: 0 } })).toBeNull()
  expect(pulled({ pull: null })).toBeNull()
})

it('times are short and never negative', () => {
  expect([0, -5, 999, 521_000, HOUR_MS, 4_329_000].map(clockLeft)).toEqual([
    '0:00',
    '0:00',
    '0:00',
    '8:41',
    '1:00:00',
    '1:12:09'
  ])
})
