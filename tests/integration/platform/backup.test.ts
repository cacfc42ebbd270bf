import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import yazl from 'yazl'
import { openArchive } from '~/scripts/backup/archive'
import { createStorage } from '~/server/assets/storage'
import { forgetBackups, readBackupState, writeBackupState } from '~/server/backup'
import { verifyChain } from '~/server/ledger'
import { type Domain, openDomain } from '../../support/domain'
import { type PlayedGame, playGame, sendFlags } from '../../support/fixtures'
import { runBuilt } from '../../support/processes/program'
import { openStores, type Stores } from '../../support/stores/stores'
import { until } from '../../support/until'

const SECRET = 'ab'.repeat(32)
const folder = mkdtempSync(join(tmpdir(), 'halyard-backup-'))
let from: Domain
let to: Stores
let game: PlayedGame
let hash: string
const whole = join(folder, 'whole.zip')

const fresh = () => mkdtempSync(join(folder, 'data-'))

function begin(words: string[], stores: Stores, env: Record<string, string>) {
  return runBuilt('backup', words, stores, env)
}

async function backup(path: string) {
  const run = begin(['backup', path], from.stores, { HALYARD_DATA: from.data, HALYARD_SECRET: SECRET })
  return { code: await run.ended, stderr: run.stderr() }
}

/** Restores onto a machine whose data folder has a secret of its own. */
async function restore(path: string, ...more: string[]) {
  const data = fresh()
  writeFileSync(join(data, 'secret'), `${'cd'.repeat(32)}\n`)
  const run = begin(['restore', path, ...more], to, { HALYARD_DATA: data, HALYARD_SECRET: 'cd'.repeat(32) })
  return { code: await run.ended, stderr: run.stderr(), data }
}

const empty = () => to.db.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
const tables = async ({ db }: Stores) =>
  (
    await db.pool.query<{ t: string }>(
      `SELECT tablename AS t FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`
    )
  ).rows
const contents = async (stores: Stores) => {
  const found: Record<string, string> = {}
  for (const { t } of await tables(stores)) {
    const text = `SELECT coalesce(md5(string_agg(x::text, '|' ORDER BY x::text)), '') AS sum FROM "${t}" x`
    found[t] = (await stores.db.pool.query<{ sum: string }>(text)).rows[0]!.sum
  }
  return found
}

beforeAll(async () => {
  from = await openDomain()
  to = await openStores()
  game = await playGame(from.stores.db, {})
  const storage = createStorage(from.data)
  await storage.prepare()
  const staged = await storage.receive(Readable.from([Buffer.from('chart')]), 100)
  hash = staged.hash
  await storage.place(staged)
  await from.stores.db.pool.query('INSERT INTO blobs (hash, size) VALUES ($1, 5)', [hash])
  expect(await backup(whole)).toMatchObject({ code: 0 })
})
beforeEach(empty)
afterAll(async () => {
  await from.close()
  await to.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('a backup', () => {
  it('is restored exactly: rows, sequences, files, secret, ledgers', async () => {
    expect(statSync(whole).mode & 0o777).toBe(0o600)
    await to.redis.set('halyard:old', 'board')
    const { code, stderr, data } = await restore(whole)
    expect([code, stderr]).toEqual([0, expect.stringContaining('1 file')])
    expect(await contents(to)).toEqual(await contents(from.stores))
    expect(await verifyChain(to.db.pool, game.id)).toMatchObject({ firstBad: null })
    expect((await verifyChain(to.db.pool, game.id)).entries).toBeGreaterThan(0)
    expect(readFileSync(join(data, 'secret'), 'utf8').trim()).toBe(SECRET)
    expect(readFileSync(join(data, 'files/stored', hash.slice(0, 2), hash.slice(2, 4), hash), 'utf8')).toBe(
      'chart'
    )
    expect(await to.redis.get('halyard:old')).toBeNull()
    const next = `INSERT INTO flags (challenge_id, flag) VALUES ($1, 'flag{next}') RETURNING id`
    const ids = await Promise.all(
      [to, from.stores].map(({ db }) => db.pool.query(next, [game.challenges[0]!.id]))
    )
    expect(ids[0]!.rows).toEqual(ids[1]!.rows)
  })

  it('leaves the secret, too, when the database refuses the commit', async () => {
    await to.db.pool.query(`
      CREATE SCHEMA late;
      CREATE TABLE late.ddl (tag text);
      CREATE FUNCTION late.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no room to commit'; END $$;
      CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON late.ddl DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION late.refuse();
      CREATE FUNCTION late.note() RETURNS event_trigger LANGUAGE plpgsql
        AS $$ BEGIN INSERT INTO late.ddl VALUES (tg_tag); END $$;
      CREATE EVENT TRIGGER note ON ddl_command_end WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION late.note()`)
    try {
      const { code, stderr, data } = await restore(whole)
      expect([code, stderr]).toEqual([1, expect.stringContaining('no room to commit')])
      expect(await tables(to)).toEqual([])
      expect(readFileSync(join(data, 'secret'), 'utf8').trim()).toBe('cd'.repeat(32))
      expect(readdirSync(data).filter((name) => name.startsWith('secret'))).toEqual(['secret'])
    } finally {
      await to.db.pool.query('DROP EVENT TRIGGER note; DROP SCHEMA late CASCADE')
    }
  })

  it('is made and restored although the database ends slow statements', async () => {
    const path = join(folder, 'slow.zip')
    const limit = async ({ db }: Stores, set: string) => {
      const { rows } = await db.pool.query<{ name: string }>('SELECT current_database() AS name')
      for (const name of ['statement_timeout', 'lock_timeout'])
        await db.pool.query(`ALTER DATABASE "${rows[0]!.name}" ${set.replace('?', name)}`)
    }
    const client = new pg.Client(from.stores.databaseUrl)
    await client.connect()
    try {
      for (const stores of [from.stores, to]) await limit(stores, "SET ? = '20ms'")
      await client.query('BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE')
      const made = backup(path)
      await until(async () => existsSync(`${path}.part`))
      await new Promise((resolve) => setTimeout(resolve, 200))
      await client.query('ROLLBACK')
      expect(await made).toMatchObject({ code: 0 })
      expect(await restore(path)).toMatchObject({ code: 0 })
    } finally {
      for (const stores of [from.stores, to]) await limit(stores, 'RESET ?')
      await client.end()
    }
  })

  it('is of one moment while flags are submitted', async () => {
    let over = false
    const sent = (async () => {
      while (!over)
        await sendFlags(from.stores.db, game, [
          { team: game.teams[0]!, challenge: game.challenges[0]!, answer: 'no' }
        ])
    })()
    const path = join(folder, 'busy.zip')
    const made = await backup(path)
    over = true
    await sent
    expect(made.code).toBe(0)
    expect((await restore(path)).code).toBe(0)
    const waiting = `SELECT id FROM submissions WHERE status = 'FlagSubmitted' ORDER BY id`
    const queued = 'SELECT submission_id AS id FROM unjudged ORDER BY submission_id'
    const [all, listed] = [await to.db.pool.query(waiting), await to.db.pool.query(queued)]
    expect(all.rows.length).toBeGreaterThan(0)
    expect(listed.rows).toEqual(all.rows)
  })

  it('tells nothing of the scheduled ones before it', async () => {
    await writeBackupState(from.stores.db, { at: '2026-01-01T03:00:00.000Z', fault: 'no room' })
    const path = join(folder, 'scheduled.zip')
    const made = await backup(path)
    await forgetBackups(from.stores.db.pool)
    expect(made.code).toBe(0)
    expect((await restore(path)).code).toBe(0)
    expect(await readBackupState(to.db)).toBeNull()
  })

  it('overwrites a database on request only', async () => {
    await to.db.pool.query('CREATE TABLE precious (n int)')
    expect(await restore(whole)).toMatchObject({ code: 1, stderr: expect.stringContaining('not empty') })
    expect(await tables(to)).toEqual([{ t: 'precious' }])
    expect((await restore(whole, '--replace')).code).toBe(0)
    expect(await tables(to)).toEqual(await tables(from.stores))
  })

  it('leaves nothing when it is interrupted', async () => {
    const client = new pg.Client(from.stores.databaseUrl)
    await client.connect()
    await client.query('BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE')
    const path = join(folder, 'stopped.zip')
    const run = begin(['backup', path], from.stores, { HALYARD_DATA: from.data, HALYARD_SECRET: SECRET })
    await until(async () => existsSync(`${path}.part`))
    run.child.kill('SIGINT')
    expect(await run.ended).toBe(1)
    await client.query('ROLLBACK')
    await client.end()
    expect(readdirSync(folder).filter((name) => name.startsWith('stopped'))).toEqual([])
  })
})

async function changed(name: string, change: (entry: string, content: Buffer) => [string, Buffer]) {
  const archive = await openArchive(whole)
  const { tables, files } = archive.manifest
  const zip = new yazl.ZipFile()
  for (const entry of [
    ...tables.map((one) => `tables/${one.name}`),
    ...files.map((one) => `files/${one}`),
    'manifest.json'
  ]) {
    const chunks: Buffer[] = []
    for await (const chunk of await archive.stream(entry)) chunks.push(chunk as Buffer)
    const [path, content] = change(entry, Buffer.concat(chunks))
    zip.addBuffer(content, path)
  }
  zip.end()
  archive.close()
  const made: Buffer[] = []
  for await (const chunk of zip.outputStream) made.push(chunk as Buffer)
  const path = join(folder, name)
  // yazl refuses such a name, so it is put in afterwards.
  writeFileSync(
    path,
    Buffer.from(Buffer.concat(made).toString('latin1').replaceAll('tables/teams', '../../tables'), 'latin1')
  )
  if (name !== 'slip.zip') writeFileSync(path, Buffer.concat(made))
  return path
}

describe('a damaged archive', () => {
  const refused = async (path: string, words: string) => {
    const { code, stderr, data } = await restore(path)
    expect([code, stderr]).toEqual([1, expect.stringContaining(words)])
    expect(await tables(to)).toEqual([])
    expect(readFileSync(join(data, 'secret'), 'utf8').trim()).toBe('cd'.repeat(32))
  }

  it('is refused when it is cut off, and when it is another file', async () => {
    const path = join(folder, 'cut.zip')
    writeFileSync(path, readFileSync(whole).subarray(0, -100))
    await refused(path, 'damaged')
    await refused(join(folder, 'none.zip'), 'cannot be read (ENOENT)')
  })

  it('is refused when a table or a file was changed', async () => {
    const table = await changed('table.zip', (entry, content) => [
      entry,
      entry === 'tables/users' ? Buffer.from(content.toString().replace('User', 'Admin')) : content
    ])
    await refused(table, 'do not fit its list')
    const file = await changed('file.zip', (entry, content) => [
      entry,
      entry.startsWith('files/') ? Buffer.from('other') : content
    ])
    await refused(file, 'do not fit its list')
  })

  it('is refused when a name leads out of it', async () => {
    await refused(await changed('slip.zip', (entry, content) => [entry, content]), 'damaged')
  })

  it('is refused when a newer Halyard made it', async () => {
    const path = await changed('newer.zip', (entry, content) => [
      entry,
      entry === 'manifest.json'
        ? Buffer.from(content.toString().replace('"migrations":[', '"migrations":["29990101T0000-later",'))
        : content
    ])
    await refused(path, 'made by a newer Halyard (29990101T0000-later)')
  })
})
