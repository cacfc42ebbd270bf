import { DataTypes } from 'sequelize'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import {
  bool,
  createDatabase,
  json,
  nullable,
  number,
  oneOf,
  pipelined,
  RowMismatch,
  row,
  rows,
  text,
  texts,
  time
} from '~/server/db'
import { defineGame } from '~/server/games/model'
import { isUniqueViolation } from '~/server/platform/errors'
import { defineTeams } from '~/server/teams/model'
import { openStores, type Stores } from '../../support/stores/stores'
import { administer } from '../../support/stores/template'
import { until } from '../../support/until'

let stores: Stores

beforeAll(async () => {
  stores = await openStores()
  await stores.db.pool.query('CREATE TABLE things (id int PRIMARY KEY, name text)')
})

afterAll(() => stores.close())

const defineThings = (db: Stores['db']) =>
  db.sequelize.define(
    'Thing',
    { id: { type: DataTypes.INTEGER, primaryKey: true }, name: DataTypes.TEXT },
    { tableName: 'things' }
  )

it('models and raw statements see each other inside one transaction, and a throw takes both back', async () => {
  const { db } = stores
  const things = defineThings(db)
  const failing = db.transaction(async (tx) => {
    await things.create({ id: 1, name: 'by a model' }, { transaction: tx.transaction })
    await tx.query(`INSERT INTO things VALUES (2, 'by SQL')`)
    expect(await things.count({ transaction: tx.transaction })).toBe(2)
    expect((await tx.query('SELECT FROM things')).rowCount).toBe(2)
    expect(await tx.query('SELECT pg_backend_pid() AS pid')).toEqual(
      await tx.query('SELECT pg_backend_pid() AS pid')
    )
    throw new Error('taken back')
  })
  await expect(failing).rejects.toThrow('taken back')
  expect(await things.count()).toBe(0)
})

it('models take a connection from the pool and return it: one is enough for everything', async () => {
  const db = createDatabase(stores.databaseUrl, { max: 1, name: 'halyard-alone' })
  const games = defineGame(db.sequelize)
  const { teams } = defineTeams(db.sequelize)
  try {
    await Promise.all(Array.from({ length: 20 }, () => Promise.all([games.count(), teams.findAll()])))
    await games.findByPk('no number').catch(() => {})
    await db.transaction(({ transaction }) => games.findAll({ transaction }))
    const { rows: open } = await db.pool.query(
      `SELECT count(*) AS n FROM pg_stat_activity WHERE application_name = 'halyard-alone'`
    )
    expect(open).toEqual([{ n: 1 }])
    expect([db.pool.totalCount, db.pool.idleCount]).toEqual([1, 1])
  } finally {
    await db.close()
  }
})

it('an ended transaction runs nothing more on its connection', async () => {
  const { db } = stores
  const things = defineThings(db)
  const tx = await db.transaction(async (open) => open)
  expect(() => tx.query('SELECT 1')).toThrow('over')
  const late = await db.transaction(async (open) => ({ kept: open.transaction }))
  await expect(things.count({ transaction: late.kept })).rejects.toThrow('no longer use')
})

it('a transaction whose connection breaks fails, and the next one works', async () => {
  const { db } = stores
  const things = defineThings(db)
  const broken = db.transaction(async (tx) => {
    const { rows: own } = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    await administer(`SELECT pg_terminate_backend(${own[0]!.pid})`)
    await things.count({ transaction: tx.transaction })
  })
  await expect(broken).rejects.toThrow()
  expect(await db.transaction(({ transaction }) => things.count({ transaction }))).toBe(0)
  expect(db.pool.waitingCount).toBe(0)
})

it('idle connections that Postgres closed are replaced, for models as for SQL', async () => {
  const db = createDatabase(stores.databaseUrl, { max: 3, name: 'halyard-idle' })
  const things = defineThings(db)
  try {
    await Promise.all([things.count(), things.count(), db.pool.query('SELECT 1')])
    await administer(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'halyard-idle'`
    )
    await expect.poll(() => db.pool.idleCount).toBe(0)
    expect(await things.count()).toBe(0)
  } finally {
    await db.close()
  }
})

it('a second connection inside a guarded transaction is refused, outside it is not', async () => {
  const { db } = stores
  const things = defineThings(db)
  const nested = (work: () => Promise<unknown>) => db.transaction(() => work())
  for (const work of [
    () => db.pool.query('SELECT 1'),
    () => things.count(),
    () => db.transaction(async () => 1),
    () => db.pool.connect()
  ])
    await expect(nested(work)).rejects.toThrow('second connection')
  expect((await db.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
})

it('a broken constraint is recognised from models and from SQL', async () => {
  const { db } = stores
  const things = defineThings(db)
  const twice = await Promise.allSettled([
    db.transaction(async (tx) => {
      await things.create({ id: 7 }, { transaction: tx.transaction })
      await things.create({ id: 7 }, { transaction: tx.transaction })
    }),
    db.pool.query('INSERT INTO things VALUES (8), (8)')
  ])
  for (const one of twice) {
    const error = one.status === 'rejected' ? one.reason : null
    expect(isUniqueViolation(error, 'things_pkey')).toBe(true)
    expect(isUniqueViolation(error, 'another')).toBe(false)
  }
})

it('a deadlock ends one of two transactions, also through a model', async () => {
  const { db } = stores
  const things = defineThings(db)
  await things.bulkCreate([{ id: 20 }, { id: 21 }])
  let both = 0
  const cross = (first: number, then: number) =>
    db.transaction(async (tx) => {
      await tx.query('SELECT FROM things WHERE id = $1 FOR UPDATE', [first])
      both++
      await until(async () => both === 2)
      await things.update({ name: 'x' }, { where: { id: then }, transaction: tx.transaction })
    })
  const outcomes = await Promise.allSettled([cross(20, 21), cross(21, 20)])
  const failed = outcomes.filter((one) => one.status === 'rejected')
  expect(failed.map(({ reason }) => (reason.parent ?? reason).code)).toEqual(['40P01'])
})

const THING = {
  id: number,
  name: text,
  big: number,
  ok: bool,
  at: time,
  words: texts,
  state: oneOf(['on', 'off']),
  more: json(z.object({ a: z.number() })),
  gone: nullable(text)
}
const SELECT = `SELECT 1 AS id, 'x'::text AS name, 9007199254740991::int8 AS big, true AS ok, now() AS at, '{a,b}'::text[] AS words,
  'on'::text AS state, '{"a": 1}'::jsonb AS more, NULL::text AS gone`

it('checked rows have the values of their shape', async () => {
  const found = await row(stores.db.pool, THING, SELECT)
  expect(found).toMatchObject({
    id: 1,
    big: Number.MAX_SAFE_INTEGER,
    words: ['a', 'b'],
    state: 'on',
    gone: null
  })
  expect(found!.at).toBeInstanceOf(Date)
})

it.each([
  ['a column has another name', SELECT.replace('AS name', 'AS title'), 'title'],
  ['a column is missing', SELECT.replace(`'x'::text AS name, `, ''), 'name'],
  ['a column has another type', SELECT.replace(`'x'::text`, '1'), 'name'],
  ['a column is null', SELECT.replace(`'x'::text`, 'NULL::text'), 'name'],
  ['a word is none of those known', SELECT.replace(`'on'::text`, `'broken'::text`), 'state'],
  ['JSON is something else', SELECT.replace('{"a": 1}', '{"a": "1"}'), 'more'],
  ['there is one column more', `${SELECT}, 1 AS extra`, 'extra']
])('rows are refused when %s', async (_, statement, name) => {
  const error = await rows(stores.db.pool, THING, statement).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(RowMismatch)
  expect((error as Error).message).toContain(`"${name}"`)
})

for (const pipeline of [true, false]) {
  const how = pipeline ? 'sent at once' : 'one after the other'

  it(`last statements and the commit, ${how}, are all stored or not at all`, async () => {
    const db = createDatabase(stores.databaseUrl, { max: 1, pipeline })
    const insert = (tx: { query: Stores['db']['pool']['query'] }, id: number) =>
      tx.query('INSERT INTO things VALUES ($1)', [id])
    const stored = async () =>
      (await rows(db.pool, { id: number }, 'SELECT id FROM things ORDER BY id')).map(({ id }) => id)
    try {
      await db.pool.query('DELETE FROM things')
      await db.transaction(async (tx) => {
        await insert(tx, 1)
        await tx.commitWith(() => pipelined([insert(tx, 2), insert(tx, 3)]))
      })
      expect(await stored()).toEqual([1, 2, 3])
      const twice = db.transaction(async (tx) => {
        await insert(tx, 4)
        await tx.commitWith(() => pipelined([insert(tx, 5), insert(tx, 1), insert(tx, 6)]))
      })
      await expect(twice).rejects.toThrow('duplicate key')
      expect(await stored()).toEqual([1, 2, 3])
    } finally {
      await db.close()
    }
  })

  it(`a transaction whose failed statement nobody noticed does not claim to be stored, ${how}`, async () => {
    const db = createDatabase(stores.databaseUrl, { max: 1, pipeline })
    try {
      const silent = db.transaction(async (tx) => {
        await tx.query('SELECT 1 / 0').catch(() => {})
      })
      await expect(silent).rejects.toThrow('rolled back')
      expect((await db.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
    } finally {
      await db.close()
    }
  })
}

it('nothing follows a commit that was sent with the last statements', async () => {
  const db = createDatabase(stores.databaseUrl, { max: 1, pipeline: true })
  try {
    const late = db.transaction(async (tx) => {
      await tx.commitWith(async () => {})
      await tx.query('SELECT 1')
    })
    await expect(late).rejects.toThrow('over')
  } finally {
    await db.close()
  }
})
