/** What a token may be for, by areas of the API (docs/rules/accounts.md#scopes). */
export const SCOPES = ['read', 'play', 'team', 'monitor', 'edit', 'admin'] as const
export type Scope = (typeof SCOPES)[number]

/** The least role whose account may have a token of this scope. */
export const SCOPE_ROLES = {
  read: 'User',
  play: 'User',
  team: 'User',
  monitor: 'Monitor',
  edit: 'Admin',
  admin: 'Admin'
} as const satisfies Record<Scope, string>

/** Begins every token, so that scanners for secrets find one that was published. */
export const TOKEN_PREFIX = 'hly_'
/** Tokens that one account may have; expired ones do not count. */
export const MOST_TOKENS = 20
/** Longest time a token is good for, in days. */
export const MOST_DAYS = 365
export const LONGEST_TOKEN_NAME = 40
