export const SCOPES = ['read', 'play', 'team', 'awards', 'monitor', 'edit', 'admin'] as const
export type Scope = (typeof SCOPES)[number]

export const SCOPE_ROLES = {
  read: 'User',
  play: 'User',
  team: 'User',
  awards: 'Admin',
  monitor: 'Monitor',
  edit: 'Admin',
  admin: 'Admin'
} as const satisfies Record<Scope, string>

/** In place of a role in the game: the token gives points and does nothing else (docs/rules/awards.md#tokens). */
export const AWARDS_ONLY = 'awards'

/** Scopes of service tokens: the others concern a person's account, flags and teams. */
export const SERVICE_SCOPES = [
  'read',
  'awards',
  'monitor',
  'edit',
  'admin'
] as const satisfies readonly Scope[]

/** Lets secret scanners find published tokens. */
export const TOKEN_PREFIX = 'hly_'
export const MAX_TOKENS = 20
export const MAX_SERVICE_TOKENS = 100
/** Most service tokens of one game. */
export const MAX_GAME_TOKENS = 20
/** Days. */
export const MAX_DAYS = 365
export const MAX_TOKEN_NAME_LENGTH = 40
