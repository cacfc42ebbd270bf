import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createLimits } from '~/server/limits'
import { type Limits, type Party, RATES, type RateRule } from '~/server/limits/contract'
import { createRedis, type Redis } from '~/server/platform/redis'
import { refused } from '../../support/domain'
import { type Forwarder, forwardTo } from '../../support/instances/forwarder'
import { openStores, type Stores } from '../../support/stores/stores'

/** Long, so that Redis counts also on a busy machine. */
const SLOW_MS = 20_000

let stores: Stores
let line: Forwarder
let redis: Redis
/** Two processes; the connection of the first one to Redis can be cut. */
let here: Limits
let there: Limits
beforeAll(async () => {
  stores = await openStores()
  const url = new URL(stores.redisUrl)
  line = await forwardTo(`tcp://${url.host}`)
  url.host = new URL(line.address).host
  redis = await createRedis(url.href, stores.log)
  here = createLimits(redis, stores.log, { enabled: true, timeout: SLOW_MS })
  there = createLimits(stores.redis, stores.log, { enabled: true, timeout: SLOW_MS })
})
afterAll(async () => {
  redis?.destroy()
  line?.cut()
  await stores?.close()
})

let last = 0
const rule = (max: number, by: RateRule['by'] = 'user', seconds = 60): RateRule => ({
  name: `test-${++last}`,
  max,
  seconds,
  by
})
const party = (userId: string | null, ip = '192.0.2.1', subject?: string): Party => ({ userId, ip, subject })
/** How many of so many at once are let through. */
async function letThrough(limits: Limits, count: number, ...args: Parameters<Limits['take']>) {
  const all = await Promise.allSettled(Array.from({ length: count }, () => limits.take(...args)))
  return all.filter(({ status }) => status === 'fulfilled').length
}

describe('a rate', () => {
  it('is counted for all processes together, and the refusal names the wait', async () => {
    const five = rule(5)
    expect(await letThrough(here, 3, five, party('a'))).toBe(3)
    expect(await letThrough(there, 9, five, party('a', '192.0.2.2'))).toBe(2)
    const error = await refused(here.take(five, party('a')), 'rate.limited', 429)
    expect(error.retryAfter).toBeGreaterThan(50)
    expect(error.retryAfter).toBeLessThanOrEqual(60)
    await here.take(five, party('b'))
  })

  it('ends with its window, which refused calls do not extend', async () => {
    const one = rule(1, 'user', 1)
    await here.take(one, party('a'))
    const begun = performance.now()
    await expect.poll(() => letThrough(here, 1, one, party('a')), { interval: 50, timeout: 5000 }).toBe(1)
    expect(performance.now() - begun).toBeLessThan(2000)
  })

  it('counts visitors by address, an IPv6 network being one, and members by account', async () => {
    const one = rule(1)
    await here.take(one, party(null, '2001:db8:1:1::1'))
    await refused(here.take(one, party(null, '2001:db8:1:1:ffff::2')), 'rate.limited')
    await here.take(one, party(null, '2001:db8:1:2::1'))
    await here.take(one, party('a', '2001:db8:1:1::1'))
    const place = rule(1, 'address')
    await here.take(place, party('a'))
    await refused(here.take(place, party('b')), 'rate.limited')
    const thing = rule(1, 'subject')
    await here.take(thing, party('a', '192.0.2.1', 'x'))
    await here.take(thing, party('a', '192.0.2.1', 'y'))
    await refused(here.take(thing, party('b', '192.0.2.9', 'x')), 'rate.limited')
  })

  it('of what costs the platform is one of each token, and of what protects a person one of all', async () => {
    const token = (tokenId: string) => ({ ...party('a'), tokenId })
    const calls = rule(1, 'caller')
    for (const caller of [party('a'), token('x'), token('y')]) {
      await here.take(calls, caller)
      await refused(there.take(calls, caller), 'rate.limited', 429)
    }
    await here.take(calls, party('b'))
    await here.take(calls, party(null))
    await refused(here.take(calls, party(null)), 'rate.limited', 429)
    const tries = rule(1)
    await here.take(tries, token('x'))
    for (const caller of [party('a'), token('y')])
      await refused(here.take(tries, caller), 'rate.limited', 429)
    const ofTokens = Object.values(RATES).filter(({ by }) => by === 'caller')
    expect(ofTokens.map(({ name }) => name).sort()).toEqual([
      'award',
      'file',
      'read',
      'search',
      'upload',
      'write'
    ])
  })

  it('costs one command, whether it permits or refuses', async () => {
    const one = rule(1)
    await here.take(rule(1), party('a'))
    const [byHash, whole] = [vi.spyOn(redis, 'evalSha'), vi.spyOn(redis, 'eval')]
    await here.take(one, party('a'))
    await refused(here.take(one, party('a')), 'rate.limited')
    expect([byHash.mock.calls.length, whole.mock.calls.length]).toEqual([2, 0])
    byHash.mockRestore()
    whole.mockRestore()
  })
})

describe.each([
  ['is away', () => line.cut()],
  ['hangs', () => line.stall()]
])('while Redis %s', (_, fail) => {
  afterEach(async () => {
    line.resume()
    await line.mend().catch(() => {})
    await expect.poll(() => redis.ping().catch(() => null), { timeout: 10_000 }).toBe('PONG')
  })

  it('each process counts its own calls, and waits for Redis once', async () => {
    const limits = createLimits(redis, stores.log, { enabled: true })
    const three = rule(3)
    await limits.take(three, party('a'))
    fail()
    const begun = performance.now()
    expect(await letThrough(limits, 1, three, party('a'))).toBe(1)
    expect(await letThrough(limits, 9, three, party('a'))).toBe(2)
    const error = await refused(limits.take(three, party('a')), 'rate.limited', 429)
    expect(error.retryAfter).toBeLessThanOrEqual(60)
    expect(performance.now() - begun).toBeLessThan(900)
  })
})

it('nothing is counted with HALYARD_RATE_LIMITS=off', async () => {
  const off = createLimits(stores.redis, stores.log, { enabled: false })
  expect(await letThrough(off, 20, rule(1), party('a'))).toBe(20)
})

it('figures of the operator replace a rule’s own, and no other’s', async () => {
  const [mine, other] = [rule(1), rule(1)]
  const rates = new Map([[mine.name, { max: 3, seconds: 60 }]])
  const limits = createLimits(stores.redis, stores.log, { enabled: true, rates, timeout: SLOW_MS })
  const party = { userId: 'operated', ip: '203.0.113.9' }
  for (let n = 0; n < 3; n++) await limits.take(mine, party)
  await expect(limits.take(mine, party)).rejects.toMatchObject({ code: 'rate.limited', status: 429 })
  await limits.take(other, party)
  await expect(limits.take(other, party)).rejects.toMatchObject({ code: 'rate.limited' })
})
