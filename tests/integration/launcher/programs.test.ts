import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openArchive } from '~/scripts/backup/archive'
import { migrations, missingMigrations } from '~/server/migrations'
import { type Domain, openDomain } from '../../support/domain'
import { playGame } from '../../support/fixtures'
import { counted, SECRET } from '../../support/processes/program'
import { openStores, type Stores } from '../../support/stores/stores'

const folder = mkdtempSync(join(tmpdir(), 'halyard-programs-'))
let from: Domain
let to: Stores
let gameId: number
/** The last migration, which the database of `from` lacks. */
let newest: string

beforeAll(async () => {
  from = await openDomain()
  to = await openStores()
  gameId = (await playGame(from.stores.db, {})).id
  const { pool } = from.stores.db
  await pool.query(
    `INSERT INTO sign_in_providers (id, slug, name, kind, issuer, client_id, provided, enabled)
     VALUES (gen_random_uuid(), 'harbour', 'Harbour', 'oidc', 'https://login.example.org', 'halyard', true, true)`
  )
  const last = migrations.at(-1)!
  newest = last.name
  await pool.query(last.down)
  await pool.query('DELETE FROM migrations WHERE name = $1', [newest])
})
afterAll(async () => {
  await from.close()
  await to.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a script as a person or a container does. @param input, output paths of files */
async function run(words: string[], stores: Stores, files: { input?: string; output?: string } = {}) {
  const input = files.input ? openSync(files.input, 'r') : 'ignore'
  const output = files.output ? openSync(files.output, 'w') : 'pipe'
  const child = spawn(process.execPath, words, {
    env: {
      ...process.env,
      ...counted(),
      DATABASE_URL: stores.databaseUrl,
      REDIS_URL: stores.redisUrl,
      HALYARD_DATA: join(folder, 'data'),
      HALYARD_SECRET: SECRET.toUpperCase()
    },
    stdio: [input, output, 'pipe']
  })
  let told = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (told += chunk))
  const [code] = await once(child, 'close')
  for (const opened of [input, output]) if (typeof opened === 'number') closeSync(opened)
  return { code, told }
}

const providers = async () =>
  (await from.stores.db.pool.query('SELECT slug, enabled, provided FROM sign_in_providers')).rows

describe('a program beside a platform that runs elsewhere', () => {
  it('backs up the schema that is there, and leaves all as it is', async () => {
    const path = join(folder, 'older.zip')
    expect(await run(['scripts/backup.mjs', path], from.stores)).toMatchObject({ code: 0 })
    expect(await missingMigrations(from.stores.db)).toEqual([newest])
    expect(await providers()).toEqual([{ slug: 'harbour', enabled: true, provided: true }])
    const archive = await openArchive(path)
    archive.close()
    expect(archive.manifest.migrations).not.toContain(newest)
    expect(archive.manifest.migrations.length).toBeGreaterThan(10)
  })

  it.each([
    ['game export', (file: string) => ['scripts/game.mjs', 'export', String(gameId), file]],
    ['game import', () => ['scripts/game.mjs', 'import', 'tests/support']],
    ['suitcase pack', (file: string) => ['scripts/suitcase.mjs', 'pack', String(gameId), file]]
  ])('does not bring the database up to date, but says who does: %s', async (_, words) => {
    const { code, told } = await run(words(join(folder, 'out.zip')), from.stores)
    expect([code, told]).toEqual([
      1,
      expect.stringContaining(`(${newest} is missing): start Halyard, or run`)
    ])
    expect(await missingMigrations(from.stores.db)).toEqual([newest])
    expect(await providers()).toEqual([{ slug: 'harbour', enabled: true, provided: true }])
  })
})

describe('a command of the image', () => {
  const role = (...words: string[]) => ['scripts/role.mjs', ...words]

  it('backs up to stdout, and restores from stdin', async () => {
    const path = join(folder, 'piped.zip')
    expect(await run(role('backup', '-'), from.stores, { output: path })).toMatchObject({ code: 0 })
    await to.db.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
    const restored = await run(role('restore', '-'), to, { input: path })
    expect([restored.code, restored.told]).toEqual([0, expect.stringContaining('Restored what')])
    const titles = async ({ db }: Stores) => (await db.pool.query('SELECT id, title FROM games')).rows
    expect(await titles(to)).toEqual(await titles(from.stores))
    expect(await missingMigrations(to.db)).toEqual([])
    expect(readdirSync(join(folder, 'data')).filter((name) => name.startsWith('restore-'))).toEqual([])
  })

  it('leaves nothing of a stream that is no backup', async () => {
    const path = join(folder, 'damaged.zip')
    writeFileSync(path, 'no archive')
    const { code, told } = await run(role('restore', '-', '--replace'), to, { input: path })
    expect([code, told]).toEqual([1, expect.stringContaining('damaged or not a backup')])
    expect(readdirSync(join(folder, 'data')).filter((name) => name.startsWith('restore-'))).toEqual([])
  })

  it('is any that a checkout has by npm', async () => {
    const file = join(folder, 'game.zip')
    expect(await run(role('game', 'export', String(gameId), file), to)).toMatchObject({ code: 0 })
    for (const [name, word] of [
      ['suitcase', 'pack GAME FILE'],
      ['event', 'import FILE'],
      ['files', 'move --to s3']
    ] as const)
      expect((await run(role(name, 'help'), to)).told).toContain(word)
  })
})
