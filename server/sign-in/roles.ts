import { type Role, reaches } from '~/server/access/contract'
import type { RoleRule } from './contract'
import type { Person } from './kinds'

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

export function matches(person: Person, { claim, value }: Pick<RoleRule, 'claim' | 'value'>): boolean {
  const found = provenValue(person, claim)
  return [found]
    .flat()
    .some((one) => ['string', 'number', 'boolean'].includes(typeof one) && String(one) === value)
}

/** The highest role of matching rules; null without a match. */
export function ruledRole(person: Person, rules: readonly RoleRule[]): 'Monitor' | 'Admin' | null {
  const given = rules.filter((rule) => matches(person, rule)).map(({ role }) => role)
  return given.includes('Admin') ? 'Admin' : (given[0] ?? null)
}

/** Role after a sign-in (docs/rules/accounts.md#roles-by-rules): rules raise it and revoke only their own grants. */
export function roleAfter(
  current: Role,
  granted: 'Monitor' | 'Admin' | null,
  ruled: 'Monitor' | 'Admin' | null
): { role: Role; granted: 'Monitor' | 'Admin' | null } {
  if (current === 'Banned') return { role: current, granted }
  if (ruled && !reaches(current, ruled)) return { role: ruled, granted: ruled }
  if (granted === current) return { role: ruled ?? 'User', granted: ruled }
  return { role: current, granted: null }
}
