import { hasRole, type Role } from '~/server/access/contract'
import type { RULE_ROLES } from './constants'
import type { RoleRule } from './contract'
import type { Person } from './provider-kinds'

/** Value at a path with dots; a literal name with dots wins. */
function claimAt(claims: Record<string, unknown>, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path]
  let at: unknown = claims
  for (const name of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined
    at = (at as Record<string, unknown>)[name]
  }
  return at
}

/** The address of a person and its domain count only when verified. */
function provenValue({ claims, email }: Person, claim: string): unknown {
  if (claim === 'email') return email
  if (claim === 'email_domain') return email?.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return claimAt(claims, claim)
}

/** True if the claim, or one of its list, is the value; compared as text (docs/rules/accounts.md#roles-by-rules). */
export function matchesRule(person: Person, { claim, value }: Pick<RoleRule, 'claim' | 'value'>): boolean {
  const found = provenValue(person, claim)
  return [found]
    .flat()
    .some((one) => ['string', 'number', 'boolean'].includes(typeof one) && String(one) === value)
}

/** A role that rules gave; null: none. */
export type Grant = (typeof RULE_ROLES)[number] | null

const highest = (...grants: Grant[]): Grant =>
  grants.includes('Admin') ? 'Admin' : (grants.find((one) => one !== null) ?? null)

/** The highest role of matching rules; null without a match. */
export const ruledRole = (person: Person, rules: readonly RoleRule[]): Grant =>
  highest(...rules.filter((rule) => matchesRule(person, rule)).map(({ role }) => role))

/** Role after identities are unlinked whose rules gave `granted`, while those of the ones that stay gave `others`. */
export const roleWithout = (current: Role, granted: Grant, others: Grant): Role =>
  highest(granted, others) === current ? (others ?? 'User') : current

/**
 * Role after a sign-in (docs/rules/accounts.md#roles-by-rules): rules raise it and revoke only their own grants. `granted` is what
 * the rules gave by this identity before, `others` the highest of what they gave by the account's other ones.
 */
export function roleAfter(
  current: Role,
  granted: Grant,
  ruled: Grant,
  others: Grant
): { role: Role; granted: Grant } {
  if (current === 'Banned') return { role: current, granted }
  // The role is one of rules, not of an administrator.
  if (highest(granted, others) === current) return { role: highest(ruled, others) ?? 'User', granted: ruled }
  if (ruled && !hasRole(current, ruled)) return { role: ruled, granted: ruled }
  return { role: current, granted: null }
}
