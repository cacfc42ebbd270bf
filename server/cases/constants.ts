/** What the pages of cases share with the server; it needs no library (docs/rules/cases.md). */

export const CASE_STATES = ['open', 'decided', 'appealed', 'closed'] as const
export type CaseState = (typeof CASE_STATES)[number]

/** What two of the staff can decide. */
export const CASE_OUTCOMES = ['nothing', 'warning', 'void', 'penalty', 'suspension'] as const
export type CaseOutcome = (typeof CASE_OUTCOMES)[number]

export const DECISION_STATES = ['proposed', 'rejected', 'confirmed', 'undone'] as const

/** A submission, a flag of another team, an event of the game. */
export const EVIDENCE_KINDS = ['submission', 'match', 'event'] as const
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number]

export const ENTRY_KINDS = [...EVIDENCE_KINDS, 'note'] as const

/** Lengths in characters; most teams, challenges of a decision, pieces of evidence at once, entries of a case. */
export const CASE_LIMITS = {
  title: 100,
  note: 4000,
  reason: 500,
  appeal: 4000,
  teams: 20,
  challenges: 100,
  evidence: 50,
  entries: 500
} as const

/** How long after a decision a team may appeal. */
export const APPEAL_MS = 3 * 86_400_000
