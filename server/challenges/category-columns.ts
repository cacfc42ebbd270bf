import { readCategory } from '~/server/categories'
import type { Sql } from '~/server/db'
import type { ChallengeColumns } from './columns'
import type { ChallengeUpdate } from './contract'
import type { Challenge } from './model'

/**
 * Columns of a chosen category. Clients of the contract send the category that they read with every change, so that only another
 * one takes a challenge out of a category of the game (docs/rules/challenges.md#categories).
 * @throws AppError `category.not_found` 400 for one that the game does not have
 */
export async function readCategoryColumns(
  sql: Sql,
  { gameId, category: held }: Pick<Challenge, 'gameId' | 'category'>,
  { category, customCategoryId: id }: Pick<ChallengeUpdate, 'category' | 'customCategoryId'>
): Promise<Pick<ChallengeColumns, 'category' | 'categoryId'>> {
  if (id != null) return { categoryId: id, category: (await readCategory(sql, gameId, id)).standsFor }
  const leaves = id === null || (category != null && category !== held)
  return leaves ? { categoryId: null } : {}
}
