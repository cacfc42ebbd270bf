import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDatabase } from '~/server/db'
import { awaitMigrations, migrate, migrations } from '~/server/migrations'
import { unjudged } from '~/server/migrations/20261122T1400-unjudged'
import { keptCounts } from '~/server/migrations/20261124T0100-kept-counts'
import { noFlagsInTheAudit } from '~/server/migrations/20261205T0110-no-flags-in-the-audit'
import { playGame } from '../../support/fixtures'
import { waitForRowLocks } from '../../support/stores/locks'
import { openStores, type Stores } from '../../support/stores/stores'

let stores: Stores
beforeAll(async () => {
  stores = await openStores()
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

it('whoever waits for a migration that does not come is told which', async () => {
  const { pool } = stores.db
  const told: string[] = []
  const wait = () => awaitMigrations(stores.db, 100, (name) => told.push(name))
  expect(await wait()).toBeUndefined()
  const { rows } = await pool.query(
    'DELETE FROM migrations WHERE name = (SELECT max(name) FROM migrations) RETURNING *'
  )
  expect(await wait()).toBe(rows[0].name)
  expect(told).toEqual([rows[0].name])
  await pool.query('INSERT INTO migrations VALUES ($1, $2)', [rows[0].name, rows[0].applied_at])
})

it('an older database is migrated once by many, and every step can be reverted', async () => {
  const { pool } = stores.db
  const tables = async () => {
    const { rows } = await pool.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1`
    )
    return rows.map(({ name }) => name)
  }
  await pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  await migrate(stores.db)
  const whole = await tables()
  for (const { name, down } of migrations.toReversed()) {
    await pool.query(down)
    await pool.query('DELETE FROM migrations WHERE name = $1', [name])
  }
  expect(await tables()).toEqual(['migrations'])
  const old = migrations.slice(0, 3)
  for (const { name, up } of old) {
    await pool.query(up)
    await pool.query('INSERT INTO migrations VALUES ($1, now())', [name])
  }
  const processes = Array.from({ length: 3 }, () => createDatabase(stores.databaseUrl, { max: 1 }))
  const applied = await Promise.all(processes.map(migrate))
  expect(applied.flat()).toEqual(migrations.slice(old.length).map(({ name }) => name))
  expect(await tables()).toEqual(whole)
  await Promise.all(processes.map((db) => db.close()))
})

it('nothing is left of a step that fails', async () => {
  await stores.db.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public; CREATE TABLE teams (id int)')
  await expect(migrate(stores.db)).rejects.toThrow(/20261120T1200-foundation.*failed.*teams/s)
  const { rows } = await stores.db.pool.query(
    `SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'`
  )
  expect(rows.map((row) => row.table_name)).toEqual(['teams'])
})

it('a database of a newer Halyard is left alone', async () => {
  const { pool } = stores.db
  await pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  await migrate(stores.db)
  const last = migrations.at(-1)!.name
  await pool.query(`INSERT INTO migrations VALUES ('99990101T0000-later', now())`)
  await pool.query('DELETE FROM migrations WHERE name = $1', [last])
  await expect(migrate(stores.db)).rejects.toThrow(/newer Halyard has applied 99990101T0000-later/)
  const { rowCount } = await pool.query('SELECT FROM migrations WHERE name = $1', [last])
  expect(rowCount).toBe(0)
})

it('no flag is lost that an older process stores while the schema changes', async () => {
  const { pool } = stores.db
  await pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  await migrate(stores.db)
  const game = await playGame(stores.db)
  const [first] = game.teams
  for (const { name, down } of migrations.slice(migrations.indexOf(unjudged)).toReversed()) {
    await pool.query(down)
    await pool.query('DELETE FROM migrations WHERE name = $1', [name])
  }
  const older = await pool.connect()
  await older.query('BEGIN')
  const { rows } = await older.query<{ id: number }>(
    `SELECT id FROM store_submissions(ARRAY[$1::int], ARRAY[$2::int], ARRAY[$3::int], ARRAY[$4::uuid], ARRAY['flag{x}'],
       ARRAY['203.0.113.1'], ARRAY[null::text])`,
    [game.id, game.challenges[0]!.id, first!.participationId, first!.members[0].id]
  )
  const migrating = migrate(stores.db)
  await waitForRowLocks(stores.db, 1)
  await older.query('COMMIT')
  older.release()
  await migrating
  const waiting = await pool.query('SELECT submission_id AS id FROM unjudged')
  expect([rows.length, waiting.rows]).toEqual([1, rows])
})

it('kept counts include rows of an older database, and those that an older process judges meanwhile', async () => {
  const { pool } = stores.db
  await pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  await migrate(stores.db)
  for (const { name, down } of migrations.slice(migrations.indexOf(keptCounts)).toReversed()) {
    await pool.query(down)
    await pool.query('DELETE FROM migrations WHERE name = $1', [name])
  }
  const game = await playGame(stores.db, { teams: 2, challenges: 2 })
  const flags = (...statuses: string[]) =>
    pool.query(
      `INSERT INTO submissions (game_id, challenge_id, participation_id, answer, status, submitted_at)
       SELECT $1, $2, $3, 'flag{x}', status, now() FROM unnest($4::text[]) status`,
      [game.id, game.challenges[0]!.id, game.teams[0]!.participationId, statuses]
    )
  await flags('Accepted', 'WrongAnswer', 'WrongAnswer', 'CheatDetected', 'NotFound', 'FlagSubmitted')
  await pool.query(
    `INSERT INTO game_events (game_id, type, "values", at) SELECT $1, 'Normal', '{x}', now() FROM generate_series(1, 3)`,
    [game.id]
  )
  const older = await pool.connect()
  await older.query('BEGIN')
  await older.query(`UPDATE submissions SET status = 'WrongAnswer' WHERE status = 'FlagSubmitted'`)
  const migrating = migrate(stores.db)
  await waitForRowLocks(stores.db, 1)
  await older.query('COMMIT')
  older.release()
  await migrating
  const counts = await pool.query('SELECT status, n FROM submission_counts ORDER BY 1')
  expect(counts.rows).toEqual([
    { status: 'Accepted', n: 1 },
    { status: 'CheatDetected', n: 1 },
    { status: 'NotFound', n: 1 },
    { status: 'WrongAnswer', n: 3 }
  ])
  expect((await pool.query('SELECT type, n FROM event_counts')).rows).toEqual([{ type: 'Normal', n: 3 }])
  const seldom = await pool.query('SELECT status FROM seldom_submissions ORDER BY 1')
  expect(seldom.rows).toEqual([{ status: 'CheatDetected' }, { status: 'NotFound' }])
})

it('flags that an older process wrote to the audit are taken out of it, and nothing else is', async () => {
  const { pool } = stores.db
  await pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  await migrate(stores.db)
  await pool.query(`INSERT INTO audit_events (at, action, target, before, after) VALUES
    (now(), 'flag_restored', 'challenge:1', NULL, '{"title":"flag{secret}"}'),
    (now(), 'trash_deleted', 'trash:1', '{"kind":"flag","targetId":2,"title":"flag{secret}"}', NULL),
    (now(), 'trash_deleted', 'trash:2', '{"kind":"team","targetId":3,"title":"Reef"}', NULL)`)
  await pool.query(noFlagsInTheAudit.up)
  const { rows } = await pool.query('SELECT before, after FROM audit_events ORDER BY id')
  expect(rows).toEqual([
    { before: null, after: {} },
    { before: { kind: 'flag', targetId: 2 }, after: null },
    { before: { kind: 'team', targetId: 3, title: 'Reef' }, after: null }
  ])
})

it('every reference to a row that may be deleted has an index, except where it is not worth its price', async () => {
  const { pool } = stores.db
  await pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  await migrate(stores.db)
  const { rows } = await pool.query<{ name: string }>(
    `SELECT c.conname AS name FROM pg_constraint c
     WHERE c.contype = 'f' AND NOT EXISTS (
       SELECT FROM pg_index i WHERE i.indrelid = c.conrelid AND i.indkey[0] = ANY (c.conkey))
     ORDER BY 1`
  )
  // There are few posts; and a deletion reads 100,000 solves in 6 ms, for which each solve would pay.
  expect(rows.map(({ name }) => name)).toEqual(['posts_author_id_fkey', 'solves_user_id_fkey'])
})
