import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { plural, printStatus, UserError } from '~/scripts/shared/output'
import {
  fileEntry,
  forgetBackups,
  hashWhileReading,
  type Manifest,
  quoteColumns,
  TABLES,
  tableEntry
} from '~/server/backup'
import { bool, NO_TIMEOUTS, number, row, rows, text, texts } from '~/server/db'
import { verifyChain } from '~/server/ledger'
import { migrations } from '~/server/migrations'
import type { Archive } from './archive'

const REFERENCES = `
  SELECT c.relname::text AS "table", k.conname::text AS name, pg_get_constraintdef(k.oid) AS text
  FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
  WHERE k.connamespace = 'public'::regnamespace AND k.contype = 'f'`

const tampered = () =>
  new UserError('The archive is damaged: its contents do not fit its list; nothing was changed.')

/** @throws UserError when the archive is newer than this Halyard */
function stepsTo({ migrations: applied }: Manifest) {
  const foreign = applied.findLast((name) => !migrations.some((known) => known.name === name))
  if (foreign)
    throw new UserError(
      `The archive was made by a newer Halyard (${foreign}); restore it with that one. Nothing was changed.`
    )
  return migrations.filter(({ name }) => applied.includes(name))
}

async function makeRoom(client: pg.Client, replace: boolean): Promise<void> {
  const found = await row(
    client,
    { full: bool },
    `SELECT EXISTS (SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r') AS full`
  )
  if (found?.full && !replace)
    throw new UserError(
      'The database is not empty; restore into another one, or add --replace to delete what is there.'
    )
  if (found?.full) await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
}

async function loadTable(
  client: pg.Client,
  archive: Archive,
  table: Manifest['tables'][number]
): Promise<void> {
  const { name, columns, rows: count, sha256 } = table
  const digest = createHash('sha256')
  const copy = client.query(copyFrom(`COPY "${name}" (${quoteColumns(columns)}) FROM STDIN`))
  await pipeline(Readable.from(hashWhileReading(await archive.stream(tableEntry(name)), digest)), copy)
  if (copy.rowCount !== count || digest.digest('hex') !== sha256) throw tampered()
  printStatus(`  ${name}: ${plural(count, 'row')}`)
}

/** Loads all tables with triggers and references off, then checks every reference. */
async function loadTables(client: pg.Client, archive: Archive): Promise<void> {
  const { tables, sequences } = archive.manifest
  const there = await rows(client, { name: text, columns: texts }, TABLES)
  const names = (list: { name: string; columns: string[] }[]) =>
    JSON.stringify(list.map(({ name, columns }) => [name, [...columns].sort()]).sort())
  if (names(there) !== names(tables)) throw tampered()
  const references = await rows(client, { table: text, name: text, text }, REFERENCES)
  for (const one of references) await client.query(`ALTER TABLE "${one.table}" DROP CONSTRAINT "${one.name}"`)
  for (const { name } of tables)
    await client.query(`TRUNCATE "${name}"; ALTER TABLE "${name}" DISABLE TRIGGER USER`)
  for (const table of tables) await loadTable(client, archive, table)
  for (const { name } of tables) await client.query(`ALTER TABLE "${name}" ENABLE TRIGGER USER`)
  for (const one of references)
    await client.query(`ALTER TABLE "${one.table}" ADD CONSTRAINT "${one.name}" ${one.text}`)
  for (const { name, value } of sequences)
    await client.query('SELECT setval(quote_ident($1)::regclass, $2)', [name, value])
}

async function verifyLedgers(client: pg.Client): Promise<void> {
  for (const { id } of await rows(client, { id: number }, 'SELECT id FROM games ORDER BY id')) {
    const { firstBad } = await verifyChain(client, id)
    if (firstBad !== null)
      throw new UserError(
        `The ledger of game ${id} in the archive is broken at entry ${firstBad}; nothing was changed.`
      )
  }
}

interface Needs {
  databaseUrl: string
  replace: boolean
  /** Stores a content; returns its hash. */
  keep(content: Readable): Promise<string>
  /** Runs after the checks, before the commit. */
  ready(): void
}

/** Replaces the database and the files by those of the archive; after a failure both are as before. */
export async function load(
  archive: Archive,
  { databaseUrl, replace, keep, ready }: Needs,
  signal: AbortSignal
) {
  const steps = stepsTo(archive.manifest)
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'halyard-restore' })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(`BEGIN; ${NO_TIMEOUTS}`)
    await makeRoom(client, replace)
    await client.query('CREATE TABLE migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL)')
    for (const { up } of steps) await client.query(up)
    await loadTables(client, archive)
    for (const { name, up } of migrations.filter((one) => !steps.includes(one))) {
      await client.query(up)
      await client.query('INSERT INTO migrations VALUES ($1, now())', [name])
    }
    await verifyLedgers(client)
    // Those were of another machine, or of a time that is undone.
    await forgetBackups(client)
    // Files are stored by hash, so those of a failed restore do no harm: a job sweeps them later.
    for (const hash of archive.manifest.files) {
      signal.throwIfAborted()
      if ((await keep(await archive.stream(fileEntry(hash)))) !== hash) throw tampered()
    }
    printStatus(`  ${plural(archive.manifest.files.length, 'file')}`)
    signal.throwIfAborted()
    ready()
    await client.query('COMMIT')
  } finally {
    await client.end()
  }
}
