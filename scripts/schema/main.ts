import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createDatabase } from '~/server/db'
import { migrate } from '~/server/migrations'
import { readSchema } from './catalogue'

const FOLDER = new URL('../../server/db/', import.meta.url)

// The database of the environment is empty.
const db = createDatabase(process.env.TEST_DATABASE_URL!)
try {
  await migrate(db)
  const { schema, functions } = await readSchema(db.pool)
  writeFileSync(new URL('schema.sql', FOLDER), schema)
  rmSync(new URL('functions/', FOLDER), { recursive: true, force: true })
  mkdirSync(new URL('functions/', FOLDER))
  for (const [name, text] of functions) writeFileSync(new URL(`functions/${name}.sql`, FOLDER), text)
} finally {
  await db.close()
}
