import pg from 'pg'
import type { Sql } from './database'

const {
  BOOL,
  INT2,
  INT4,
  INT8,
  FLOAT8,
  TEXT,
  VARCHAR,
  BPCHAR,
  UUID,
  TIMESTAMPTZ,
  BYTEA,
  JSON: JSON_OID,
  JSONB
} = pg.types.builtins
const ARRAY_OF = { INT4: 1007, TEXT: 1009, BPCHAR: 1014, UUID: 2951 }

export interface Column<T> {
  readonly oids: readonly number[]
  readonly nullable: boolean
  readonly check: ((value: unknown) => void) | null
  /** Carries the type only; never set. */
  readonly value?: T
}

export type Shape = Record<string, Column<unknown>>
export type RowOf<S extends Shape> = { [K in keyof S]: S[K] extends Column<infer T> ? T : never }

const column = <T>(...oids: number[]): Column<T> => ({ oids, nullable: false, check: null })

export const number = column<number>(INT4, INT8, INT2, FLOAT8)
export const text = column<string>(TEXT, VARCHAR, BPCHAR)
export const uuid = column<string>(UUID)
export const bool = column<boolean>(BOOL)
export const time = column<Date>(TIMESTAMPTZ)
export const bytes = column<Buffer>(BYTEA)
export const numbers = column<number[]>(ARRAY_OF.INT4)
export const texts = column<string[]>(ARRAY_OF.TEXT, ARRAY_OF.BPCHAR)
export const uuids = column<string[]>(ARRAY_OF.UUID)

/** The same column, which may also be null. */
export const nullable = <T>(of: Column<T>): Column<T | null> => ({ ...of, nullable: true })

/** A column of a text type that holds one of `words`. Reading another one throws. */
export function oneOf<const T extends string>(words: readonly T[]): Column<T> {
  const known = new Set<unknown>(words)
  const check = (value: unknown) => {
    if (!known.has(value)) throw new Error(`is ${JSON.stringify(value)}`)
  }
  return { ...column<T>(TEXT, VARCHAR, BPCHAR), check }
}

/** Checks JSON by a zod schema without changing it. */
export const json = <T>(schema: { parse(value: unknown): T }): Column<T> => ({
  ...column<T>(JSONB, JSON_OID),
  check: (value) => void schema.parse(value)
})

export class RowMismatch extends Error {
  constructor(statement: string, name: string, fault: string) {
    super(`Column "${name}" ${fault}, in: ${statement.trim().replaceAll(/\s+/g, ' ').slice(0, 200)}`)
    this.name = 'RowMismatch'
  }
}

function checkFields(statement: string, shape: Shape, fields: readonly pg.FieldDef[]): void {
  for (const { name, dataTypeID } of fields) {
    const wanted = shape[name]
    if (!wanted) throw new RowMismatch(statement, name, 'is not expected')
    if (!wanted.oids.includes(dataTypeID)) throw new RowMismatch(statement, name, `has type ${dataTypeID}`)
  }
  const missing = Object.keys(shape).find((name) => !fields.some((field) => field.name === name))
  if (missing !== undefined) throw new RowMismatch(statement, missing, 'is missing')
}

function checkValues(statement: string, shape: Shape, rows: readonly Record<string, unknown>[]): void {
  for (const name in shape) {
    const { nullable, check } = shape[name]!
    if (nullable && check === null) continue
    for (const row of rows) {
      const value = row[name]
      if (value === null) {
        if (!nullable) throw new RowMismatch(statement, name, 'is null')
      } else if (check) {
        try {
          check(value)
        } catch (error) {
          throw new RowMismatch(statement, name, (error as Error).message)
        }
      }
    }
  }
}

/** Named ones are prepared once for each connection. */
export type Statement = string | { name?: string; text: string; values?: unknown[] }

/** Checks names, types, nulls and words of the result, for a hundredth of the query's time. @throws RowMismatch */
export async function rows<S extends Shape>(
  sql: Sql,
  shape: S,
  statement: Statement,
  values?: unknown[]
): Promise<RowOf<S>[]> {
  const config = typeof statement === 'string' ? { text: statement, values } : statement
  const result = await sql.query<RowOf<S>>(config)
  checkFields(config.text, shape, result.fields)
  checkValues(config.text, shape, result.rows)
  return result.rows
}

/** The first row, checked as `rows` does; undefined when there is none. */
export async function row<S extends Shape>(
  sql: Sql,
  shape: S,
  statement: Statement,
  values?: unknown[]
): Promise<RowOf<S> | undefined> {
  return (await rows(sql, shape, statement, values))[0]
}
