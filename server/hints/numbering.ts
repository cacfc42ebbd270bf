import { number, row, type Sql } from '~/server/db'
import type { PricedHintsInput, StoredHint } from './contract'

/**
 * Gives new ids, never used before, because buyers refer to them.
 * @param held present hints
 * @param bought highest bought id; 0 without one
 */
export function numbered(
  given: PricedHintsInput,
  held: readonly Pick<StoredHint, 'id'>[],
  bought: number
): StoredHint[] {
  let last = Math.max(bought, 0, ...[...held, ...given].map(({ id }) => id ?? 0))
  return given.map(({ id, content, cost, availableAt }) => {
    if (id == null) last++
    return { id: id ?? last, content, cost, availableAt: availableAt?.toISOString() ?? null }
  })
}

/** 0 without one. */
export async function lastBought(sql: Sql, challengeId: number): Promise<number> {
  const text = 'SELECT coalesce(max(hint), 0) AS last FROM hint_purchases WHERE challenge_id = $1'
  return (await row(sql, { last: number }, text, [challengeId]))!.last
}
