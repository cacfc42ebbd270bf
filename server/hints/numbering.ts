import { number, row, type Sql } from '~/server/db'
import type { PricedHintsInput, StoredHint } from './contract'

/**
 * Hints as they are stored. Those without an id get one that the challenge never had: who bought a hint that was taken away
 * has not bought the next one.
 * @param held what the challenge has until now
 * @param bought the highest id that somebody has bought; 0 without one
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

/** The highest id of a hint of the challenge that somebody has bought; 0 without one. */
export async function lastBought(sql: Sql, challengeId: number): Promise<number> {
  const text = 'SELECT coalesce(max(hint), 0) AS last FROM hint_purchases WHERE challenge_id = $1'
  return (await row(sql, { last: number }, text, [challengeId]))!.last
}
