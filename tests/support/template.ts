import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '~/server/migrations'
import { createDatabase } from '~/server/platform/db'

declare module 'vitest' {
  interface ProvidedContext {
    /** Name of a database that has the schema and nothing in it. */
    template: string
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

/** The address of a database, or of a numbered Redis, beside the one that the environment names. */
export function beside(name: 'TEST_DATABASE_URL' | 'TEST_REDIS_URL', path: string): string {
  const url = new URL(need(name))
  url.pathname = `/${path}`
  return url.href
}

/** Makes the schema once for all files of a project: they copy it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const name = `halyard_template_${randomBytes(6).toString('hex')}`
  await administer(`CREATE DATABASE ${name}`)
  const db = createDatabase(beside('TEST_DATABASE_URL', name))
  await migrate(db).finally(() => db.close())
  project.provide('template', name)
  return () => administer(`DROP DATABASE ${name} WITH (FORCE)`)
}
