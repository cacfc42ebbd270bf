import { hash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createUnknownCookies } from '~/server/limits'
import { RATES } from '~/server/limits/contract'
import { type Domain, openDomain, refused } from '../../support/domain'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain({ HALYARD_RATE_LIMITS: 'on' })
})
afterAll(() => domain?.close())

const made = () => randomBytes(20).toString('hex')
const keyOf = (cookie: string) => `halyard:valid:${hash('sha256', cookie)}`
const isKept = async (cookie: string) => (await domain.stores.redis.exists(keyOf(cookie))) === 1

/** Another process, at which this address has sent as many invented cookies as it may. */
async function elsewhere(ip: string) {
  const { redis, log } = domain.stores
  const cookies = createUnknownCookies(redis, log, { enabled: true })
  for (let sent = 0; sent < RATES.read.max; sent++) cookies.seen(made(), ip, false)
  await refused(cookies.take(made(), ip), 'rate.limited', 429)
  return cookies
}

it('a cookie that ended in another process passes once, and then as little as an invented one', async () => {
  const { redis, log } = domain.stores
  const here = createUnknownCookies(redis, log, { enabled: true })
  const [there, third] = [await elsewhere('192.0.2.1'), await elsewhere('192.0.2.1')]
  const cookie = made()
  here.seen(cookie, '192.0.2.1', true)
  await expect.poll(() => isKept(cookie)).toBe(true)
  // It was valid until now, so it is looked up; the lookup finds nobody.
  await there.take(cookie, '192.0.2.1')
  there.seen(cookie, '192.0.2.1', false)
  await refused(there.take(cookie, '192.0.2.1'), 'rate.limited', 429)
  await expect.poll(() => isKept(cookie)).toBe(false)
  await refused(third.take(cookie, '192.0.2.1'), 'rate.limited', 429)
})

it('a cookie that is valid in another process passes there again and again', async () => {
  const { redis, log } = domain.stores
  const here = createUnknownCookies(redis, log, { enabled: true })
  const there = await elsewhere('192.0.2.2')
  const cookie = made()
  here.seen(cookie, '192.0.2.2', true)
  await expect.poll(() => isKept(cookie)).toBe(true)
  for (let times = 0; times < 3; times++) {
    await there.take(cookie, '192.0.2.2')
    there.seen(cookie, '192.0.2.2', true)
  }
  expect(await isKept(cookie)).toBe(true)
})

it('a session that ends, by whichever way, is known no more', async () => {
  const { services, users, as } = domain
  const { sessions } = services.accounts
  const [user] = await users(1)
  const start = async () => {
    const { cookie } = await sessions.start(user!.id, as(null))
    return { header: cookie.split(';')[0]!, cookie: /=([a-z0-9]+)/.exec(cookie)![1]! }
  }
  const [own, loggedOut, ended, other] = [await start(), await start(), await start(), await start()]
  for (const { cookie } of [own, loggedOut, ended, other]) await expect.poll(() => isKept(cookie)).toBe(true)
  await sessions.end(loggedOut.header)
  const ctx = { ...as(user!), actor: (await sessions.authenticate(own.header, null)).actor! }
  await sessions.revoke(ctx, hash('sha256', ended.cookie))
  for (const { cookie } of [loggedOut, ended]) await expect.poll(() => isKept(cookie)).toBe(false)
  expect([await isKept(own.cookie), await isKept(other.cookie)]).toEqual([true, true])
  await sessions.revokeOthers(ctx)
  await expect.poll(() => isKept(other.cookie)).toBe(false)
  expect(await isKept(own.cookie)).toBe(true)
})
