import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caches, createCaches } from '~/server/platform/cache'
import { createRedis, type Redis } from '~/server/platform/redis'
import { openStores, type Stores } from '../../support/stores/stores'
import { until } from '../../support/until'

let stores: Stores
let other: Redis
let here: Caches
let there: Caches

beforeAll(async () => {
  stores = await openStores()
  other = await createRedis(stores.redisUrl, stores.log)
  here = await createCaches(stores.redis, stores.log)
  there = await createCaches(other, stores.log)
})

afterAll(async () => {
  await here.close()
  await there.close()
  other.destroy()
  await stores.close()
})

function source(tags: string[]) {
  let reads = 0
  return { load: async () => ({ value: ++reads, tags }), reads: () => reads }
}

it('caches belong to the database of their Redis, because another platform may have the next one', async () => {
  const url = new URL(stores.redisUrl)
  url.pathname = '/15'
  const neighbour = await createRedis(url.href, stores.log)
  const theirs = await createCaches(neighbour, stores.log)
  const received: unknown[] = []
  here.onInvalidate((tags) => received.push(tags))
  theirs.invalidate('elsewhere')
  there.invalidate('at home')
  await until(() => received.length > 0)
  expect(received).toEqual([['at home']])
  await theirs.close()
  neighbour.destroy()
})

describe('caches of two processes', () => {
  it('load once for equal reads at the same time and keep the value', async () => {
    const cache = here.create<number>({ ttl: 60_000, max: 10 })
    const { load, reads } = source(['a'])
    await Promise.all(Array.from({ length: 20 }, () => cache.through('k', load)))
    await cache.through('k', load)
    expect(reads()).toBe(1)
  })

  it('drop values by tag here at once and in the other process soon', async () => {
    const mine = here.create<number>({ ttl: 60_000, max: 10 })
    const theirs = there.create<number>({ ttl: 60_000, max: 10 })
    const [one, two] = [source(['user:1']), source(['user:1'])]
    await mine.through('k', one.load)
    await theirs.through('k', two.load)
    here.invalidate('user:1')
    expect(await mine.through('k', one.load)).toBe(2)
    await until(async () => (await theirs.through('k', two.load)) === 2)
  })

  it('do not keep what was read before the change they missed', async () => {
    const cache = here.create<number>({ ttl: 60_000, max: 10 })
    let finish: (value: { value: number; tags: string[] }) => void = () => {}
    const slow = cache.through('k', () => new Promise((resolve) => (finish = resolve)))
    here.invalidate('game:1')
    finish({ value: 1, tags: ['game:1'] })
    expect(await slow).toBe(1)
    expect(await cache.through('k', async () => ({ value: 2, tags: ['game:1'] }))).toBe(2)
  })

  it('have a limit of values', async () => {
    const cache = here.create<number>({ ttl: 60_000, max: 2 })
    const { load, reads } = source(['x'])
    for (const key of ['a', 'b', 'c', 'a']) await cache.through(key, load)
    expect(reads()).toBe(4)
  })

  it('serve nothing while the subscription is broken, and work again after it', async () => {
    const cache = here.create<number>({ ttl: 60_000, max: 10 })
    const { load, reads } = source(['x'])
    await cache.through('k', load)
    let broken = 0
    here.onInvalidate((tags) => {
      if (tags === null) broken++
    })
    await other.sendCommand(['CLIENT', 'KILL', 'TYPE', 'pubsub'])
    await until(() => broken > 0)
    const before = reads()
    await cache.through('k', load)
    expect(reads()).toBe(before + 1)
    await until(async () => {
      const asked = reads()
      await cache.through('k', load)
      return reads() === asked
    })
  })
})
