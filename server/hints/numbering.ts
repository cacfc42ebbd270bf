import { number, row, type Sql } from '~/server/db'
import type { PricedHintsInput, StoredHint } from './contract'

/** Never gives an id twice, because buyers refer to ids. `held`: present hints; `bought`: highest bought id or 0. */
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
