import { type Model, type ModelStatic, type Sequelize, Utils } from 'sequelize'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Tx } from '~/server/db'
import { openStores, type Stores } from '../../support/stores/stores'

type Definition = (sequelize: Sequelize) => unknown
/** Vite's `import.meta.glob`. */
const modules = (
  import.meta as unknown as {
    glob(patterns: string[], options: { eager: true }): Record<string, Record<string, Definition>>
  }
).glob(['/server/*/model.ts', '/server/*/*/model.ts'], { eager: true })

/** Umzug's own table. */
const WITHOUT = ['migrations']

let stores: Stores
let models: ModelStatic<Model>[]

beforeAll(async () => {
  stores = await openStores()
  const { sequelize } = stores.db
  for (const file of Object.values(modules))
    for (const [name, define] of Object.entries(file)) if (name.startsWith('define')) define(sequelize)
  models = Object.values(sequelize.models)
})

afterAll(() => stores.close())

interface Described {
  name: string
  type: string
  nullable: boolean
  identity: boolean
  fallback: string | null
}

const COLUMNS = `
  SELECT a.attname AS name, format_type(a.atttypid, CASE WHEN a.atttypid NOT IN ('timestamptz'::regtype, 'timestamptz[]'::regtype)
    THEN a.atttypmod END) AS type,
    NOT a.attnotnull AS nullable, a.attidentity <> '' AS identity, pg_get_expr(d.adbin, d.adrelid) AS fallback
  FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attname`

const KEYS = `
  SELECT array_to_string(ARRAY(SELECT attname FROM pg_attribute WHERE attrelid = k.conrelid AND attnum = ANY (k.conkey)
      ORDER BY attname), ',') AS columns, k.contype AS kind, k.confrelid::regclass::text AS to,
    CASE k.confdeltype WHEN 'c' THEN 'CASCADE' WHEN 'n' THEN 'SET NULL' WHEN 'a' THEN 'NO ACTION' END AS gone
  FROM pg_constraint k WHERE k.conrelid = $1::regclass AND k.contype IN ('p', 'f') ORDER BY columns, kind`

const attributesOf = (model: ModelStatic<Model>) =>
  Object.values(model.getAttributes()).sort((a, b) => (a.field! < b.field! ? -1 : 1))

function sqlOf(value: unknown, isJson: boolean): string | null {
  if (value === undefined) return null
  if (value instanceof Utils.Literal) return String((value as unknown as { val: unknown }).val)
  if (Array.isArray(value) && !isJson) return `ARRAY[${value.map(String).join()}]::text[]`
  if (typeof value === 'object') return `'${JSON.stringify(value)}'::jsonb`
  return typeof value === 'string' ? `'${value}'::text` : String(value)
}

/** A model's columns as Postgres describes them, from a table that it makes of them. */
async function describe(tx: Tx, model: ModelStatic<Model>): Promise<Described[]> {
  const columns = attributesOf(model).map(
    ({ field, type, allowNull, primaryKey, autoIncrement, defaultValue }) => {
      const kind = (type as unknown as { toSql(): string }).toSql()
      const fallback = sqlOf(defaultValue, kind === 'JSONB')
      return [
        `"${field}" ${kind}`,
        allowNull === false || primaryKey ? 'NOT NULL' : '',
        autoIncrement ? 'GENERATED ALWAYS AS IDENTITY' : '',
        fallback === null ? '' : `DEFAULT ${fallback}`
      ].join(' ')
    }
  )
  await tx.query(`CREATE TEMP TABLE described (${columns.join()})`)
  const { rows } = await tx.query<Described>(COLUMNS, ['pg_temp.described'])
  await tx.query('DROP TABLE pg_temp.described')
  return rows
}

/** Equal defaults in different spelling become the same. */
const normal = (columns: Described[]) =>
  columns.map((column) => ({
    ...column,
    fallback:
      column.fallback
        ?.replaceAll(/::(text\[\]|double precision)/g, '')
        .replaceAll(/ARRAY\[\]|'\{\}'(?!::)/g, '{}')
        .replaceAll(/^\((.*)\)$/g, '$1') ?? null
  }))

it('every table has a model, every model a table', async () => {
  const { rows } = await stores.db.pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY 1`
  )
  const tables = rows.map(({ name }) => name).filter((name) => !WITHOUT.includes(name))
  expect(models.map(({ tableName }) => tableName).sort()).toEqual(tables.sort())
})

it('models have the columns of their tables: names, types, nulls, defaults', async () => {
  for (const model of models) {
    const described = await stores.db.transaction((tx) => describe(tx, model))
    const { rows } = await stores.db.pool.query<Described>(COLUMNS, [model.tableName])
    expect(normal(described), model.tableName).toEqual(normal(rows))
  }
})

it('models have the keys of their tables, and what a deletion does to references', async () => {
  for (const model of models) {
    const { rows } = await stores.db.pool.query(KEYS, [model.tableName])
    const attributes = attributesOf(model)
    const primary = attributes.filter(({ primaryKey }) => primaryKey).map(({ field }) => field)
    const foreign = attributes.flatMap(({ field, references, onDelete }) =>
      references
        ? {
            columns: field,
            kind: 'f',
            to: (references as { model: string }).model,
            gone: onDelete ?? 'NO ACTION'
          }
        : []
    )
    const own = primary.length > 0 ? [{ columns: primary.join(), kind: 'p', to: '-', gone: null }] : []
    const order = (keys: { columns: string; kind: string }[]) => keys.map((key) => JSON.stringify(key)).sort()
    expect(
      order([...own, ...foreign] as never).map((key) => JSON.parse(key)),
      model.tableName
    ).toEqual(order(rows).map((key) => JSON.parse(key)))
  }
})
