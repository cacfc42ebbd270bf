import { DAY_MS } from '~/server/platform/time'

/** Shared with pages; imports no library (docs/rules/cases.md). */

export const CASE_STATES = ['open', 'decided', 'appealed', 'closed'] as const
export type CaseState = (typeof CASE_STATES)[number]

export const CASE_OUTCOMES = ['nothing', 'warning', 'void', 'penalty', 'suspension'] as const
export type CaseOutcome = (typeof CASE_OUTCOMES)[number]

export const DECISION_STATES = ['proposed', 'rejected', 'confirmed', 'undone'] as const

export const EVIDENCE_KINDS = ['submission', 'match', 'event'] as const
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number]

export const ENTRY_KINDS = [...EVIDENCE_KINDS, 'note'] as const

/** Characters; teams, challenges of a decision, evidence at once, entries of a case. */
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

/** Events of cases that are told: the first two to staff, the others to the team (docs/rules/cases.md#news). */
export const CASE_NEWS = ['opened', 'appealed', 'decided', 'undone', 'answered'] as const
export type CaseNews = (typeof CASE_NEWS)[number]

/** The page on which the receiver reads more. */
export const newsPath = (kind: CaseNews, gameId: number, number: number): string =>
  kind === 'opened' || kind === 'appealed'
    ? `/games/${gameId}/monitor/Cases/${number}`
    : `/games/${gameId}/Decisions`

/** Milliseconds after a decision. */
export const APPEAL_MS = 3 * DAY_MS
