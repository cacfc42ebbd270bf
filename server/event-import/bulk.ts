import { number, rows, type Sql } from '~/server/db'

const CHUNK = 10_000

export type Column<T> = [type: string, value: (row: T) => unknown]

/** Ascending, so that we decide on the order of rows. */
export async function reserveIds(sql: Sql, table: string, count: number): Promise<number[]> {
  const ids = await rows(
    sql,
    { id: number },
    `SELECT nextval(pg_get_serial_sequence($1, 'id'))::int AS id FROM generate_series(1, $2)`,
    [table, count]
  )
  return ids.map(({ id }) => id).sort((a, b) => a - b)
}

/** Inserts rows in order, ten thousand per statement. Array columns are not supported. */
export async function insertRows<T>(
  sql: Sql,
  table: string,
  columns: Record<string, Column<T>>,
  rows: readonly T[]
): Promise<void> {
  const entries = Object.entries(columns)
  const names = entries.map(([name]) => `"${name}"`).join(', ')
  const arrays = entries.map(([, [type]], index) => `$${index + 1}::${type}[]`).join(', ')
  const text = `INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE SELECT * FROM unnest(${arrays})`
  for (let from = 0; from < rows.length; from += CHUNK) {
    const chunk = rows.slice(from, from + CHUNK)
    await sql.query(
      text,
      entries.map(([, [, value]]) => chunk.map(value))
    )
  }
}
