import { describe, expect, it } from 'vitest'
import { requestsShed } from '~/server/metrics'
import { createLog } from '~/server/platform/log'
import { createOverload, isShed, LATE, latenessOf, nextShare, REST } from './overload'

const well = { loop: 0, pool: 0, render: 0 }

describe('overload', () => {
  it('the latest of event loop, connections and pages decides the lateness', () => {
    expect(latenessOf(well)).toBe(0)
    for (const name of ['loop', 'pool', 'render'] as const)
      expect(latenessOf({ ...well, [name]: LATE[name] }), name).toBe(1)
  })

  it('one long stall refuses nothing', () => {
    const stalled = nextShare(nextShare(REST, 50), 50)
    expect(isShed('page', stalled, 0)).toBe(false)
    expect(isShed('page', nextShare(stalled, 1), 0.19)).toBe(true)
  })

  it('overload grows within two seconds, stays in between, and passes slowly', () => {
    let share = REST
    for (let sample = 0; sample < 7; sample++) share = nextShare(share, 1)
    expect(share).toBeCloseTo(1)
    expect(nextShare(share, 50)).toBe(1)
    expect(nextShare(0.4, 0.7)).toBe(0.4)
    for (let sample = 0; sample < 10; sample++) share = nextShare(share, 0.4)
    expect(share).toBeCloseTo(0.5)
    for (let sample = 0; sample < 20; sample++) share = nextShare(share, 0)
    expect(share).toBe(REST)
  })

  it('pages are refused before lists', () => {
    expect(isShed('page', 0.3, 0.29)).toBe(true)
    expect(isShed('page', 0.3, 0.31)).toBe(false)
    expect(isShed('list', 0.5, 0)).toBe(false)
    expect(isShed('list', 0.75, 0.49)).toBe(true)
    expect(isShed('list', 1, 0.999)).toBe(true)
  })

  it('overload follows the measurements at a negligible cost', async () => {
    let pool = 0
    const overload = createOverload({ pool: () => pool, render: () => 0 }, createLog('test', 'silent'))
    try {
      expect(overload.sheds('page')).toBe(false)
      pool = 5000
      await expect
        .poll(() => Array.from({ length: 50 }, () => overload.sheds('page')).every(Boolean), {
          timeout: 5000
        })
        .toBe(true)
      const pagesShed = async () =>
        (await requestsShed.get()).values.find(({ labels }) => labels.kind === 'page')?.value
      await expect.poll(pagesShed).toBeGreaterThanOrEqual(50)
      const begun = performance.now()
      for (let n = 0; n < 100_000; n++) overload.sheds('page')
      // Allows a microsecond per call on the slowest machine.
      expect(performance.now() - begun).toBeLessThan(100)
      pool = 0
      await expect.poll(() => overload.pressed(), { timeout: 10_000 }).toBe(false)
    } finally {
      overload.close()
    }
  })
})
