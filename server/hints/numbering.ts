import { number, row, type Sql } from '~/server/db'
import { AppError } from '~/server/platform/errors'
import type { PricedHintsInput, StoredHint } from './contract'

/** The highest id that the file of a new challenge may name: those that follow must fit an int32, too. */
const MAX_HINT_NUMBER = 1_000_000

const unknownId = (place: number) =>
  new AppError('field.out_of_range', 400, { params: { field: `pricedHints.${place}.id` } })

/**
 * Never gives an id twice, because buyers refer to ids. `held`: present hints; `had`: the highest id the challenge had
 * before, 0 without one; null for a new challenge, which takes the ids of the file that it comes from.
 * @throws AppError `field.out_of_range` for an id that the challenge never had
 */
export function numberHints(
  given: PricedHintsInput,
  held: readonly Pick<StoredHint, 'id'>[],
  had: number | null
): StoredHint[] {
  const known = had === null ? MAX_HINT_NUMBER : Math.max(had, ...held.map(({ id }) => id))
  const strange = given.findIndex(({ id }) => id != null && id > known)
  if (strange >= 0) throw unknownId(strange)
  let last = had === null ? Math.max(0, ...given.map(({ id }) => id ?? 0)) : known
  return given.map(({ id, content, cost, availableAt }) => {
    if (id == null) last++
    return { id: id ?? last, content, cost, availableAt: availableAt?.toISOString() ?? null }
  })
}

/** The highest id of bought hints and of hints in earlier versions; 0 for none. */
export async function lastHintNumber(sql: Sql, challengeId: number): Promise<number> {
  const text = `SELECT greatest(
      (SELECT max(hint) FROM hint_purchases WHERE challenge_id = $1),
      (SELECT max((h->>'id')::int) FROM challenge_versions v
         CROSS JOIN LATERAL jsonb_array_elements(v.content->'pricedHints') h WHERE v.challenge_id = $1), 0) AS last`
  return (await row(sql, { last: number }, text, [challengeId]))!.last
}
