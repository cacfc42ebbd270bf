import { afterAll, beforeAll, expect, it } from 'vitest'
import { listFreePlaces } from '~/server/instances/workers/places'
import { openStores, type Stores } from '../../support/stores/stores'

let stores: Stores
beforeAll(async () => {
  stores = await openStores()
})
afterAll(() => stores.close())

const ranges = { pool: '10.9.0.0/26', ports: [40_000, 40_003] as [number, number] }
const last = { subnets: ['10.9.0.0/28', '10.9.0.16/28', '10.9.0.32/28'], ports: [40_000, 40_001, 40_002] }
const places = (avoid: typeof last, count: number) =>
  listFreePlaces(stores.db.pool, 1, { ...ranges, avoid }, Array<number>(count).fill(1))

it('the search finds the one network and port that the engine has not refused, at every try', async () => {
  for (let tries = 0; tries < 20; tries++)
    expect(await places(last, 1)).toEqual([{ subnet: '10.9.0.48/28', ports: [40_003] }])
})

it('the search takes refused ones when no others are left, each once', async () => {
  const found = await places(last, 5)
  expect(found[0]).toEqual({ subnet: '10.9.0.48/28', ports: [40_003] })
  expect(new Set(found.map(({ subnet }) => subnet)).size).toBe(4)
  expect(new Set(found.flatMap(({ ports }) => ports)).size).toBe(4)
  expect(found).toHaveLength(4)
})
