export const SCOPES = ['read', 'play', 'team', 'monitor', 'edit', 'admin'] as const
export type Scope = (typeof SCOPES)[number]

export const SCOPE_ROLES = {
  read: 'User',
  play: 'User',
  team: 'User',
  monitor: 'Monitor',
  edit: 'Admin',
  admin: 'Admin'
} as const satisfies Record<Scope, string>

/** Scopes of service tokens: the others concern a person's account, flags and teams. */
export const SERVICE_SCOPES = ['read', 'monitor', 'edit', 'admin'] as const satisfies readonly Scope[]

/** Lets secret scanners find published tokens. */
export const TOKEN_PREFIX = 'hly_'
export const MOST_TOKENS = 20
export const MOST_SERVICE_TOKENS = 100
/** Most service tokens of one game. */
export const MOST_GAME_TOKENS = 20
/** Days. */
export const MOST_DAYS = 365
export const LONGEST_TOKEN_NAME = 40
