import { createHash, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Attempts, createLoginBackoff } from '~/server/limits'
import { openAccountsSuite } from '../../support/accounts/accounts-suite'
import { outcomes, refused } from '../../support/domain'

const suite = openAccountsSuite()

describe('attempts', () => {
  let attempts: Attempts
  beforeAll(() => {
    attempts = createLoginBackoff(suite.domain.stores.redis, suite.domain.stores.log, { enabled: true })
  })
  const times = async (count: number, attempt: () => Promise<unknown>) => {
    for (let i = 0; i < count; i++) await attempt()
  }

  const later = async (account: string) => {
    const { redis } = suite.domain.stores
    const who = createHash('sha256').update(account).digest('base64url')
    for (const lane of ['first', 'again']) await redis.del(`halyard:backoff:unrecognised:${who}:${lane}`)
  }
  const login = (account: string, ip: string, device?: string) => ({
    action: 'login' as const,
    account,
    ip,
    device
  })

  it('on one account from one address are slowed down, with a growing delay that stays short', async () => {
    const account = randomUUID()
    const guess = async () => {
      await later(account)
      return attempts.take(login(account, '10.1.0.1'))
    }
    await times(6, guess)
    const first = await refused(guess(), 'rate.limited', 429)
    expect(first.retryAfter).toBe(1)
    const { redis } = suite.domain.stores
    const counter = (await redis.keys('halyard:backoff:login:*@10.1.0.1'))[0]!
    await redis.del('halyard:backoff:login:address:10.1.0.1')
    for (let i = 0; i < 12; i++) {
      await redis.hDel(counter, 'till')
      await guess()
    }
    const late = await refused(guess(), 'rate.limited', 429)
    expect(late.retryAfter).toBeGreaterThan(20)
    expect(late.retryAfter).toBeLessThanOrEqual(30)
    await redis.del(counter)
  })

  it('on one account from many addresses are limited, and a new client is admitted meanwhile', async () => {
    const account = randomUUID()
    const hosts = Array.from({ length: 20 }, (_, n) => `10.2.0.${n}`)
    const storm = () => outcomes(hosts.map((ip) => attempts.take(login(account, ip))))
    expect(await storm()).toMatchObject({ done: 5 })
    const wait = await refused(attempts.take(login(account, '10.2.1.1')), 'rate.limited', 429)
    expect(wait.retryAfter).toBeLessThanOrEqual(10)
    // Ten unrecognised clients, each of them again and again.
    for (let n = 0; n < 3; n++) {
      await later(account)
      await storm()
    }
    await later(account)
    expect(await storm()).toMatchObject({ done: 5 })
    await attempts.take(login(account, '10.2.1.1'))
  })

  it('of others do not block the owner at an address or device of an earlier login', async () => {
    const account = randomUUID()
    const owner = login(account, '203.0.113.9')
    await attempts.take(owner)
    await attempts.succeeded(owner)
    await later(account)
    let host = 0
    const guess = () => attempts.take(login(account, `10.3.0.${++host}`))
    await times(5, guess)
    await refused(guess(), 'rate.limited')
    await attempts.take(owner)
    await refused(attempts.take({ ...owner, ip: '203.0.113.77' }), 'rate.limited')
    await attempts.take(login(account, '203.0.113.77', 'a-device'))
    // A device has a limit of its own.
    await times(5, () => attempts.take(login(account, '203.0.113.78', 'a-device')))
    await refused(attempts.take(login(account, '203.0.113.79', 'a-device')), 'rate.limited')
  })

  it('of unrecognised clients are reported to the owner once', async () => {
    const account = randomUUID()
    const told: boolean[] = []
    for (let n = 0; n < 40; n++) {
      await later(account)
      told.push((await attempts.take(login(account, `10.4.${n}.1`))).notify)
    }
    expect(told.indexOf(true)).toBe(29)
    expect(told.filter(Boolean)).toHaveLength(1)
    expect((await attempts.take(login(account, '10.4.0.2', 'a-device'))).notify).toBe(false)
  })

  it('from one address on many accounts are slowed down, an IPv6 network being one address', async () => {
    let host = 0
    const spray = () =>
      attempts.take({ action: 'login', account: randomUUID(), ip: `2001:db8:7:7::${++host}` })
    await times(21, spray)
    await refused(spray(), 'rate.limited', 429)
    await attempts.take({ action: 'login', account: randomUUID(), ip: '2001:db8:7:8::1' })
  })

  it('count when they come at the same time', async () => {
    const account = randomUUID()
    const burst = Array.from({ length: 30 }, (_, i) =>
      attempts.take({ action: 'recovery', account, ip: `10.3.0.${i}` })
    )
    const { done, codes } = await outcomes(burst)
    expect(done).toBe(3)
    expect(new Set(codes)).toEqual(new Set(['rate.limited']))
  })

  it('are unlimited with HALYARD_RATE_LIMITS=off', async () => {
    const off = createLoginBackoff(suite.domain.stores.redis, suite.domain.stores.log, { enabled: false })
    await times(50, () => off.take({ action: 'login', account: 'x', ip: '10.4.0.1' }))
  })
})
