import type { Scope } from '~/server/tokens/constants'

/** Roles in one game, besides those of the platform; the strongest first (docs/rules/game-staff.md#roles). */
export const GAME_ROLES = ['owner', 'author', 'referee', 'support', 'monitor'] as const
export type GameRole = (typeof GAME_ROLES)[number]

interface Rule {
  /** The least role of the platform that may do it in every game. */
  least: 'Monitor' | 'Admin'
  /** The roles in a game that may do it there as well. */
  roles: readonly GameRole[]
}

/**
 * Actions in a game and the roles that may do them (docs/rules/game-staff.md#actions). Pages, calls and services all check here.
 */
export const GAME_ACTIONS = {
  settings: { least: 'Admin', roles: ['owner'] },
  removal: { least: 'Admin', roles: ['owner'] },
  staff: { least: 'Admin', roles: ['owner'] },
  export: { least: 'Admin', roles: ['owner'] },
  suitcase: { least: 'Admin', roles: ['owner'] },
  webhooks: { least: 'Admin', roles: ['owner'] },
  rehearsals: { least: 'Admin', roles: ['owner'] },
  reveal: { least: 'Admin', roles: ['owner'] },
  overview: { least: 'Admin', roles: ['owner', 'author', 'referee', 'support', 'monitor'] },
  roles: { least: 'Monitor', roles: ['owner', 'author', 'referee', 'support', 'monitor'] },
  challenges: { least: 'Admin', roles: ['owner', 'author'] },
  preview: { least: 'Admin', roles: ['owner', 'author', 'referee', 'support', 'monitor'] },
  blocks: { least: 'Admin', roles: ['owner', 'author', 'referee'] },
  checks: { least: 'Monitor', roles: ['owner', 'author', 'referee', 'monitor'] },
  feedback: { least: 'Monitor', roles: ['owner', 'author', 'referee', 'monitor'] },
  pause: { least: 'Admin', roles: ['owner', 'referee'] },
  notices: { least: 'Admin', roles: ['owner', 'referee'] },
  review: { least: 'Admin', roles: ['owner', 'referee'] },
  corrections: { least: 'Admin', roles: ['owner', 'referee'] },
  awards: { least: 'Admin', roles: ['owner', 'referee'] },
  writeups: { least: 'Admin', roles: ['owner', 'referee'] },
  watch: { least: 'Monitor', roles: ['owner', 'referee', 'support', 'monitor'] },
  cases: { least: 'Monitor', roles: ['owner', 'referee', 'monitor'] },
  decisions: { least: 'Admin', roles: ['owner', 'referee'] },
  tickets: { least: 'Monitor', roles: ['owner', 'referee', 'support'] },
  answers: { least: 'Admin', roles: ['owner', 'support'] }
} as const satisfies Record<string, Rule>
export type GameAction = keyof typeof GAME_ACTIONS

export const ACTIONS = Object.keys(GAME_ACTIONS) as GameAction[]

export const isGameAction = (name: string): name is GameAction => Object.hasOwn(GAME_ACTIONS, name)

/** The roles in a game that may do something; for SQL. */
export const rolesFor = (action: GameAction): readonly GameRole[] => GAME_ACTIONS[action].roles

/** Actions whose calls belong to another scope than their least role suggests, or to several. */
const OTHER_SCOPES: Partial<Record<GameAction, readonly Scope[]>> = {
  awards: ['awards'],
  cases: ['monitor', 'edit'],
  checks: ['monitor', 'edit'],
  feedback: ['monitor', 'edit'],
  roles: ['monitor', 'edit'],
  tickets: ['monitor', 'edit'],
  answers: ['monitor', 'edit']
}

/** A token needs one of these scopes to do something as staff (docs/rules/accounts.md#scopes). */
export const scopesFor = (action: GameAction): readonly Scope[] =>
  OTHER_SCOPES[action] ?? (GAME_ACTIONS[action].least === 'Monitor' ? ['monitor'] : ['edit', 'admin'])

/** True if the role in a game suffices, without one on the platform. */
export const roleMay = (role: GameRole, action: GameAction): boolean => rolesFor(action).includes(role)
