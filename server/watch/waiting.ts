import type { GameAction } from '~/server/access/constants'

/** Kinds of work that wait for staff, and the action that a reader needs for each (docs/rules/watch.md#waiting). */
export const WAITING = {
  cases: 'cases',
  appeals: 'decisions',
  proposals: 'decisions',
  drafts: 'corrections',
  teams: 'review',
  writeups: 'writeups'
} as const satisfies Record<string, GameAction>
export type WaitingKind = keyof typeof WAITING
export const WAITING_KINDS = Object.keys(WAITING) as WaitingKind[]
