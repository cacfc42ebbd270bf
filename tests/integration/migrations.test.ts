import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate } from '~/server/migrations'
import { createDatabase } from '~/server/platform/db'
import { openStores, type Stores } from '../support/stores'

let stores: Stores
beforeAll(async () => {
  stores = await openStores(4)
})
afterAll(() => stores.close())

it('many processes that start at once migrate once and all succeed', async () => {
  await stores.db.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  const processes = Array.from({ length: 5 }, () => createDatabase(stores.databaseUrl, { max: 1 }))
  const applied = await Promise.all(processes.map(migrate))
  expect(applied.filter((names) => names.length > 0)).toHaveLength(1)
  expect(await migrate(stores.db)).toEqual([])
  await Promise.all(processes.map((db) => db.close()))
})

it('leaves nothing half done when a step fails', async () => {
  await stores.db.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public; CREATE TABLE teams (id int)')
  await expect(migrate(stores.db)).rejects.toThrow(/teams/)
  const { rows } = await stores.db.pool.query(
    `SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'`
  )
  expect(rows.map((row) => row.table_name)).toEqual(['teams'])
})
