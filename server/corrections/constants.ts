/** Effect on the solves of an incident and on the decay by them. */
export const INCIDENT_SOLVES = ['keep', 'void'] as const
export const INCIDENT_DECAY = ['run', 'stop'] as const
/** Minutes that an incident lets instances live longer: a day. */
export const MAX_INSTANCE_MINUTES = 1440
/** States of a draft. */
export const DRAFT_STATES = ['open', 'applied', 'declined', 'withdrawn', 'expired'] as const
export type DraftState = (typeof DRAFT_STATES)[number]
/** Open drafts of a game. */
export const MAX_DRAFTS = 20
