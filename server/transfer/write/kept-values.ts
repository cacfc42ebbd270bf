import { z } from 'zod'
import { json, row, type Sql } from '~/server/db'

export type Values = Record<string, string>

const MAX_VALUES = 200

const withoutBlank = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''))

/**
 * Adds values of earlier imports (docs/game-archives.md#values-for-placeholders). A blank one keeps its placeholder.
 */
export async function readImportValues(
  sql: Sql,
  game: number | undefined,
  given: Values = {}
): Promise<Values> {
  if (game === undefined) return withoutBlank(given)
  const kept = await row(
    sql,
    { values: json(z.record(z.string(), z.string())) },
    'SELECT import_values AS "values" FROM games WHERE id = $1',
    [game]
  )
  return withoutBlank({ ...kept?.values, ...given })
}

/** Replaces what the game keeps, for its next import. Of many, the last 200 stay. */
export async function storeImportValues(sql: Sql, game: number, values: Values): Promise<void> {
  const newest = Object.fromEntries(Object.entries(values).slice(-MAX_VALUES))
  await sql.query('UPDATE games SET import_values = $2 WHERE id = $1', [game, JSON.stringify(newest)])
}
