import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { createDatabase } from '~/server/db'
import { migrate } from '~/server/migrations'
import { ADMIN, runBuilt } from '../processes/program'

declare module 'vitest' {
  interface ProvidedContext {
    /** Name of a database with only the schema. */
    template: string
    /** Name of one that `build/migrate.js` prepared: with an administrator and a first post. */
    platformTemplate: string
  }
}

const need = (name: string): string => {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: run the tests with npm test`)
  return value
}

/** Runs one statement outside all test databases. */
export async function administer(statement: string): Promise<void> {
  const client = new pg.Client(need('TEST_DATABASE_URL'))
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/**
 * The statement that makes a copy of a database. Files are copied, because a copy through the WAL, which is the default,
 * takes three times as long to make and ten times as long to remove.
 */
export const copyOf = (template: string, name: string): string =>
  `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`

/** The address of another database, or numbered Redis, on the server that the environment names. */
export function beside(name: 'TEST_DATABASE_URL' | 'TEST_REDIS_URL', path: string): string {
  const url = new URL(need(name))
  url.pathname = `/${path}`
  return url.href
}

/** Runs `build/migrate.js`, as the launcher does before a platform starts. */
async function prepare(name: string): Promise<void> {
  const run = runBuilt(
    'migrate',
    [],
    { databaseUrl: beside('TEST_DATABASE_URL', name), redisUrl: beside('TEST_REDIS_URL', '0') },
    { HALYARD_ADMIN_PASSWORD: ADMIN.password, HALYARD_DATA: tmpdir(), LOG_LEVEL: 'warn' }
  )
  if ((await run.ended) !== 0) throw new Error(`The migration failed:\n${run.stderr()}`)
}

/** Makes the two templates once for all files of a project. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const template = `halyard_template_${randomBytes(6).toString('hex')}`
  const platformTemplate = `${template}_platform`
  await administer(`CREATE DATABASE ${template}`)
  const db = createDatabase(beside('TEST_DATABASE_URL', template))
  await migrate(db).finally(() => db.close())
  await administer(copyOf(template, platformTemplate))
  await prepare(platformTemplate)
  project.provide('template', template)
  project.provide('platformTemplate', platformTemplate)
  return async () => {
    for (const name of [platformTemplate, template]) await administer(`DROP DATABASE ${name} WITH (FORCE)`)
  }
}
