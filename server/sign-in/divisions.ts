import type { Change } from '~/server/change'
import { number, row, rows, type Sql, text, uuid } from '~/server/db'
import { AppError } from '~/server/platform/errors'
import type { DivisionRule, Reserved } from './contract'
import type { Person } from './provider-kinds'
import { matchesRule } from './roles'

/** The rules that a person meets, kept with the identity until its next login. */
export const provenBy = (person: Person, rules: readonly DivisionRule[]): string =>
  JSON.stringify(rules.filter((rule) => matchesRule(person, rule)))

/** SQL: an identity of the account has met `rule` of provider `p`. */
const proves = (userId: string) => `(p.enabled AND EXISTS (SELECT FROM user_identities i
  WHERE i.user_id = ${userId} AND i.provider_id = p.id AND i.proven @> jsonb_build_array(rule)))`
const RULES = 'sign_in_providers p, jsonb_array_elements(p.divisions) rule'

/**
 * Divisions that rules reserve (docs/rules/accounts.md#divisions-by-rules). A rule reserves its division even while its provider is
 * turned off; a proof counts while the provider is on and has the rule by which it was given.
 */
export async function readReservedDivisions(sql: Sql, gameId: number, userId: string): Promise<Reserved> {
  const found = await rows(
    sql,
    { division: text, proofs: number },
    `SELECT rule ->> 'division' AS division, (count(*) FILTER (WHERE ${proves('$2')}))::int AS proofs
     FROM ${RULES} WHERE (rule ->> 'game')::int = $1 GROUP BY 1 ORDER BY 1`,
    [gameId, userId]
  )
  const of = (proven: boolean) =>
    found.filter(({ proofs }) => proofs > 0 === proven).map(({ division }) => division)
  return { proven: of(true), closed: of(false) }
}

/** Returns the accounts that have not proven the division; none if no rule reserves it. */
export async function listUnproven(
  sql: Sql,
  gameId: number,
  division: string,
  userIds: readonly string[]
): Promise<string[]> {
  const found = await rows(
    sql,
    { id: uuid },
    `SELECT u.id FROM ${RULES}, unnest($3::uuid[]) AS u (id)
     WHERE (rule ->> 'game')::int = $1 AND rule ->> 'division' = $2 GROUP BY 1 HAVING NOT bool_or(${proves('u.id')})`,
    [gameId, division, userIds]
  )
  return found.map(({ id }) => id)
}

const MAX_NAMED = 20

/**
 * Divisions that a game would no longer have must be in no rule: under another name the division would be open to everybody.
 * @throws AppError `game.division_ruled` 400 (field `organizations`)
 */
export async function requireUnruled(sql: Sql, gameId: number, removed: readonly string[]): Promise<void> {
  const found = await rows(
    sql,
    { division: text, provider: text },
    `SELECT DISTINCT rule ->> 'division' AS division, p.name AS provider FROM ${RULES}
     WHERE (rule ->> 'game')::int = $1 AND rule ->> 'division' = ANY ($2) ORDER BY 1, 2 LIMIT ${MAX_NAMED}`,
    [gameId, removed]
  )
  if (found.length === 0) return
  const list = found.map(({ division, provider }) => `${division} (${provider})`).join(', ')
  throw new AppError('game.division_ruled', 400, { params: { list }, extra: { field: 'organizations' } })
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
