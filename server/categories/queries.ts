import { CHALLENGE_CATEGORIES } from '~/server/challenges/constants'
import { json, nullable, number, oneOf, row, rows, type Sql, text } from '~/server/db'
import { AppError } from '~/server/platform/errors'
import { CATEGORY_COLORS, CATEGORY_ICONS, CATEGORY_LIMITS, type CustomCategory } from './constants'
import { type Category, type CategoryInput, customCategory } from './contract'

/** SQL: the own category of the challenge `c`, as JSON; null for one of the thirteen. */
export const OWN_CATEGORY_SQL = `(SELECT json_build_object('id', o.id, 'name', o.name, 'color', o.color, 'icon', o.icon)
  FROM categories o WHERE o.id = c.category_id)`

/** Columns of the challenge `c` for what is shown as its category, and how they are read. */
export const CATEGORY_COLUMNS = `c.category, ${OWN_CATEGORY_SQL} AS "customCategory"`
export const OWN_CATEGORY = nullable(json(customCategory))
export const CATEGORY_ROW = { category: oneOf(CHALLENGE_CATEGORIES), customCategory: OWN_CATEGORY }

const LISTED = {
  id: number,
  name: text,
  color: oneOf(CATEGORY_COLORS),
  icon: oneOf(CATEGORY_ICONS),
  standsFor: oneOf(CHALLENGE_CATEGORIES),
  challenges: number
}

/** By name, as pages order them. */
export const listCategories = (sql: Sql, gameId: number): Promise<Category[]> =>
  rows(
    sql,
    LISTED,
    `SELECT o.id, o.name, o.color, o.icon, o.stands_for AS "standsFor",
       (SELECT count(*)::int FROM challenges c WHERE c.category_id = o.id) AS challenges
     FROM categories o WHERE o.game_id = $1 ORDER BY o.name COLLATE "C" LIMIT $2`,
    [gameId, CATEGORY_LIMITS.listed]
  )

const STORED = {
  id: number,
  name: text,
  color: oneOf(CATEGORY_COLORS),
  icon: oneOf(CATEGORY_ICONS),
  standsFor: oneOf(CHALLENGE_CATEGORIES)
}
const BY_ID = `SELECT id, name, color, icon, stands_for AS "standsFor" FROM categories WHERE game_id = $1 AND id = $2 FOR SHARE`

/** A category of the game, which stays as it is until the transaction ends. @throws AppError `category.not_found` 400 with the field `customCategoryId` */
export async function readCategory(
  sql: Sql,
  gameId: number,
  id: number
): Promise<CustomCategory & Pick<Category, 'standsFor'>> {
  const found = await row(sql, STORED, BY_ID, [gameId, id])
  if (!found) throw new AppError('category.not_found', 400, { extra: { field: 'customCategoryId' } })
  return found
}

/** The category that a version names: the same one, else one with its name; null when the game has neither. */
export async function findKeptCategory(
  sql: Sql,
  gameId: number,
  kept: Pick<CustomCategory, 'id' | 'name'> | null
): Promise<number | null> {
  if (!kept) return null
  const found = await row(
    sql,
    { id: number },
    `SELECT id FROM categories WHERE game_id = $1 AND (id = $2 OR lower(name) = lower($3)) ORDER BY id = $2 DESC LIMIT 1`,
    [gameId, kept.id, kept.name]
  )
  return found?.id ?? null
}

/**
 * Makes the categories that the game does not have by name. Returns all ids by the names in lower case.
 * @throws AppError `category.limit`
 */
export async function ensureCategories(
  sql: Sql,
  gameId: number,
  wanted: readonly CategoryInput[]
): Promise<Map<string, number>> {
  for (const { name, color, icon, standsFor } of wanted)
    await sql.query(
      `INSERT INTO categories (game_id, name, color, icon, stands_for) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (game_id, lower(name)) DO NOTHING`,
      [gameId, name, color, icon, standsFor]
    )
  const counted = await row(
    sql,
    { n: number },
    'SELECT count(*)::int AS n FROM categories WHERE game_id = $1',
    [gameId]
  )
  if (counted!.n > CATEGORY_LIMITS.listed)
    throw new AppError('category.limit', 400, { params: { most: CATEGORY_LIMITS.listed } })
  const all = await listCategories(sql, gameId)
  return new Map(all.map(({ id, name }) => [name.toLowerCase(), id]))
}
