import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { NO_TIMEOUTS, number, rows, text, texts } from '~/server/db'
import {
  type Add,
  fileEntry,
  hashWhileReading,
  type Manifest,
  type Store,
  tableEntry,
  writeArchive
} from './archive'

export const TABLES = `
  SELECT c.relname::text AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
    AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
  GROUP BY c.relname ORDER BY c.relname`

const SEQUENCES = `SELECT sequencename::text AS name, last_value AS value FROM pg_sequences
  WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY 1`

export const quoteColumns = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ')

async function saveTable(
  client: pg.Client,
  add: Add,
  { name, columns }: { name: string; columns: string[] }
) {
  const copy = client.query(copyTo(`COPY "${name}" (${quoteColumns(columns)}) TO STDOUT`))
  // It breaks with the connection when a backup is stopped, while nobody reads it any more.
  copy.on('error', () => {})
  const digest = createHash('sha256')
  await add(tableEntry(name), Readable.from(hashWhileReading(copy, digest), { objectMode: false }))
  return { name, columns, rows: copy.rowCount, sha256: digest.digest('hex') }
}

export interface SaveNeeds {
  databaseUrl: string
  secret: string
  open(hash: string): Promise<{ stream(): Readable } | null>
  tell?(what: { table: string; rows: number } | { files: number; missing: number }): void
}

/**
 * Writes all tables, sequences and files as one archive, in a single snapshot of the database. Files that `open` does
 * not find are named in the manifest as missing.
 */
export async function save(
  store: Store,
  { databaseUrl, secret, open, tell = () => {} }: SaveNeeds,
  signal: AbortSignal
): Promise<Manifest> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'halyard-backup' })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${NO_TIMEOUTS}`)
    return await writeArchive(
      store,
      async (add): Promise<Manifest> => {
        const tables: Manifest['tables'] = []
        for (const table of await rows(client, { name: text, columns: texts }, TABLES)) {
          tables.push(await saveTable(client, add, table))
          tell({ table: table.name, rows: tables.at(-1)!.rows })
        }
        const sequences = await rows(client, { name: text, value: number }, SEQUENCES)
        const applied = await rows(client, { name: text }, 'SELECT name FROM migrations ORDER BY name')
        const [files, missing]: [string[], string[]] = [[], []]
        for (const { hash } of await rows(client, { hash: text }, 'SELECT hash FROM blobs ORDER BY hash')) {
          const found = await open(hash)
          if (found) await add(fileEntry(hash), found.stream())
          ;(found ? files : missing).push(hash)
        }
        tell({ files: files.length, missing: missing.length })
        const migrations = applied.map(({ name }) => name)
        const createdAt = new Date().toISOString()
        return { format: 1, createdAt, migrations, tables, sequences, files, missing, secret }
      },
      signal
    )
  } finally {
    await client.end()
  }
}
