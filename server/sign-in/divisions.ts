import type { Change } from '~/server/change'
import { number, row, rows, type Sql, text } from '~/server/db'
import { AppError } from '~/server/platform/errors'
import type { DivisionRule, Reserved } from './contract'
import type { Person } from './kinds'
import { matches } from './roles'

/** What the person proves by rules, kept with the identity until its next login. */
export const provenBy = (person: Person, rules: readonly DivisionRule[]): string =>
  JSON.stringify(rules.filter((rule) => matches(person, rule)))

/**
 * Divisions that rules reserve (docs/rules/accounts.md#divisions-by-rules). A rule reserves its division even while its provider is
 * turned off; a proof counts while the provider is on and has the rule by which it was given.
 */
export async function reservedFor(sql: Sql, gameId: number, userId: string): Promise<Reserved> {
  const found = await rows(
    sql,
    { division: text, proofs: number },
    `SELECT rule ->> 'division' AS division,
       (count(*) FILTER (WHERE p.enabled AND EXISTS (SELECT FROM user_identities i
         WHERE i.user_id = $2 AND i.provider_id = p.id AND i.proven @> jsonb_build_array(rule))))::int AS proofs
     FROM sign_in_providers p, jsonb_array_elements(p.divisions) rule
     WHERE (rule ->> 'game')::int = $1 GROUP BY 1 ORDER BY 1`,
    [gameId, userId]
  )
  const of = (proven: boolean) =>
    found.filter(({ proofs }) => proofs > 0 === proven).map(({ division }) => division)
  return { proven: of(true), closed: of(false) }
}

/** @throws AppError `sign_in.division_unknown` 400 (field `divisions`) */
export async function requireDivisions(tx: Change, rules: readonly DivisionRule[]): Promise<void> {
  for (const { game, division } of rules) {
    const known = await row(
      tx,
      { id: number },
      'SELECT id FROM games WHERE id = $1 AND $2 = ANY (divisions)',
      [game, division]
    )
    if (!known)
      throw new AppError('sign_in.division_unknown', 400, {
        params: { game, division },
        extra: { field: 'divisions' }
      })
  }
}
