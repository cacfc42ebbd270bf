import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readSchema } from '~/scripts/schema/catalogue'
import { LOCK_KEYS } from '~/server/db'
import { openStores, type Stores } from '../../support/stores/stores'

let stores: Stores

beforeAll(async () => {
  stores = await openStores()
})

afterAll(() => stores.close())

const FOLDER = 'server/db'
const read = (path: string) => readFileSync(`${FOLDER}/${path}`, 'utf8')

it('server/db/schema.sql is the migrated database; npm run schema writes it anew', async () => {
  const { schema } = await readSchema(stores.db.pool)
  expect(schema).toBe(read('schema.sql'))
})

it('server/db/functions holds every function as the migrated database has it', async () => {
  const { functions } = await readSchema(stores.db.pool)
  const files = readdirSync(`${FOLDER}/functions`).map((file) => [file, read(`functions/${file}`)])
  expect(Object.fromEntries(files)).toEqual(
    Object.fromEntries([...functions].map(([name, text]) => [`${name}.sql`, text]))
  )
})

it('a schema is read the same way whatever its history, and each change is noticed', async () => {
  const { db } = stores
  const before = (await readSchema(db.pool)).schema
  const changes = [
    'ALTER TABLE uploads ALTER COLUMN name DROP NOT NULL',
    'ALTER TABLE uploads ALTER COLUMN name SET DEFAULT 1',
    'CREATE INDEX uploads_name ON uploads (name)',
    'ALTER TABLE uploads ADD CHECK (length(name) > 1)',
    'ALTER TABLE uploads ADD COLUMN more int',
    'DROP TRIGGER challenges_deleted ON challenges',
    'DROP VIEW file_uses'
  ]
  for (const change of changes) {
    let changed = before
    const undone = db.transaction(async (tx) => {
      await tx.query(change)
      changed = (await readSchema(tx)).schema
      throw new Error('taken back')
    })
    await expect(undone).rejects.toThrow('taken back')
    expect(changed, change).not.toBe(before)
  }
  expect((await readSchema(db.pool)).schema).toBe(before)
})

it('the SQL functions that store flags lock the key of locks.ts', () => {
  const locked = ['store_submissions', 'drop_submissions'].map(
    (name) => /pg_advisory_xact_lock\((\d+)/.exec(read(`functions/${name}.sql`))?.[1]
  )
  expect(locked).toEqual([String(LOCK_KEYS.intake), String(LOCK_KEYS.intake)])
})

it('no two kinds of advisory locks have the same key, and only locks.ts takes them', () => {
  const keys = Object.values(LOCK_KEYS)
  expect(new Set(keys).size).toBe(keys.length)
  const takers = ['server', 'scoring', 'jobs', 'scripts'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => `${folder}/${file}`)
      .filter((file) => !file.startsWith('server/migrations/'))
      .filter((file) => readFileSync(file, 'utf8').includes('pg_advisory'))
  )
  expect(takers).toEqual([`${FOLDER}/locks.ts`])
})
