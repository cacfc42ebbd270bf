/** What becomes of the solves of an incident's time, and of the decay by them. */
export const INCIDENT_SOLVES = ['keep', 'void'] as const
export const INCIDENT_DECAY = ['run', 'stop'] as const
