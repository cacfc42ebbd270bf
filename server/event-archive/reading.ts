import { rows, type Sql, text } from '~/server/db'

/** Rows of a list that are in memory at a time. */
const ROWS_AT_ONCE = 1000

const LINE = { line: text }

/**
 * Lines of NDJSON for the rows of a query, one batch after the other, read by a cursor of the caller's transaction.
 * @param count is told how many rows a batch has
 */
export async function* ndjsonLines(
  sql: Sql,
  query: string,
  gameId: number,
  count: (rows: number) => void
): AsyncGenerator<string> {
  await sql.query(
    `DECLARE event_list NO SCROLL CURSOR FOR SELECT row_to_json(x)::text AS line FROM (${query}) x`,
    [gameId]
  )
  for (;;) {
    const batch = await rows(sql, LINE, `FETCH ${ROWS_AT_ONCE} FROM event_list`)
    count(batch.length)
    if (batch.length > 0) yield `${batch.map(({ line }) => line).join('\n')}\n`
    if (batch.length < ROWS_AT_ONCE) break
  }
  await sql.query('CLOSE event_list')
}
