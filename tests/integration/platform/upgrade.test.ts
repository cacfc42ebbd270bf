import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { save, writeFileWhole } from '~/server/backup'
import { verifyChain } from '~/server/ledger'
import { migrate, migrations, missingMigrations } from '~/server/migrations'
import { importValues } from '~/server/migrations/20261125T0410-import-values'
import { type PlayedGame, playGame, sendFlags } from '../../support/fixtures'
import { runBuilt } from '../../support/processes/program'
import { foldedBoard } from '../../support/scoring/scoring'
import { openStores, type Stores } from '../../support/stores/stores'

/** The last step of the version before corrections, freeze and checkpoints. */
const BEFORE = migrations.indexOf(importValues) + 1
const SECRET = 'ab'.repeat(32)

let stores: Stores
let restored: Stores
let game: PlayedGame
const folder = mkdtempSync(join(tmpdir(), 'halyard-upgrade-'))

const tables = async ({ db }: Stores) => {
  const found: Record<string, string> = {}
  const { rows } = await db.pool.query<{ name: string }>(
    `SELECT tablename::text AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migrations' ORDER BY 1`
  )
  for (const { name } of rows) {
    const text = `SELECT coalesce(md5(string_agg(x::text, '|' ORDER BY x::text)), '') AS sum FROM "${name}" x`
    found[name] = (await db.pool.query<{ sum: string }>(text)).rows[0]!.sum
  }
  return found
}

/** Reverts every later step, so that the database is one of that version. */
async function makeOlder({ db }: Stores): Promise<void> {
  for (const { name, down } of migrations.slice(BEFORE).toReversed()) {
    await db.pool.query(down)
    await db.pool.query('DELETE FROM migrations WHERE name = $1', [name])
  }
}

beforeAll(async () => {
  stores = await openStores()
  restored = await openStores()
  game = await playGame(stores.db, {})
  const [team, other] = game.teams
  await sendFlags(stores.db, game, [
    { team: team!, challenge: game.challenges[0]!, answer: 'flag{no}' },
    { team: other ?? team!, challenge: game.challenges[1] ?? game.challenges[0]!, answer: 'flag{no}' }
  ])
})
afterAll(async () => {
  await stores.close()
  await restored.close()
  rmSync(folder, { recursive: true, force: true })
})

it('a database of the version before is upgraded in place, and from its backup, to the same rows, ledger and board', async () => {
  const board = await foldedBoard(stores, game.id)
  await makeOlder(stores)
  expect(await missingMigrations(stores.db)).toEqual(migrations.slice(BEFORE).map(({ name }) => name))
  const path = join(folder, 'older.zip')
  await save(
    (content, signal) => writeFileWhole(path, content, signal),
    { databaseUrl: stores.databaseUrl, secret: SECRET, open: async () => null },
    AbortSignal.timeout(60_000)
  )

  expect(await migrate(stores.db)).toEqual(migrations.slice(BEFORE).map(({ name }) => name))
  const own = await verifyChain(stores.db.pool, game.id)
  expect([own.firstBad, own.entries > 0]).toEqual([null, true])
  expect(await foldedBoard(stores, game.id)).toEqual(board)

  await restored.db.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  writeFileSync(join(folder, 'secret'), `${SECRET}\n`)
  const env = { HALYARD_DATA: folder, HALYARD_SECRET: SECRET }
  const run = runBuilt('backup', ['restore', path], restored, env)
  expect([await run.ended, run.stderr()]).toEqual([0, expect.stringContaining('0 files')])
  expect(await missingMigrations(restored.db)).toEqual([])
  expect(await tables(restored)).toEqual(await tables(stores))
  expect(await foldedBoard(restored, game.id)).toEqual(board)
})
