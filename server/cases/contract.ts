import { z } from 'zod'
import { MAX_POINTS } from '~/server/corrections/contract'
import { STORED_STATUSES } from '~/server/games/contract'
import { SHA256_HEX } from '~/server/platform/sha256'
import { requiredText } from '~/server/platform/text-fields'
import { wireInt, wireTimeText } from '~/server/platform/wire'
import { ANSWER_RESULTS } from '~/server/submissions/contract'
import {
  CASE_LIMITS,
  CASE_OUTCOMES,
  CASE_STATES,
  DECISION_STATES,
  ENTRY_KINDS,
  EVIDENCE_KINDS
} from './constants'

const prose = (most: number) => requiredText(most).transform((text) => text.trim())

const ids = (most: number) =>
  z
    .preprocess(
      (given) => (given === undefined || given === null || Array.isArray(given) ? given : [given]),
      z.array(wireInt(1)).max(most, 'field.list_too_long').nullish()
    )
    .transform((all) => [...new Set(all ?? [])].sort((a, b) => a - b))

/** Kind, and id of the submission or event. */
const evidenceRef = z.object({ kind: z.enum(EVIDENCE_KINDS), id: wireInt(1) })
export type EvidenceRef = z.infer<typeof evidenceRef>

const evidenceList = z.array(evidenceRef).max(CASE_LIMITS.evidence, 'field.list_too_long')

/** Adds the teams of its evidence. */
export const caseOpen = z
  .object({
    title: prose(CASE_LIMITS.title),
    evidence: evidenceList.default([]),
    participationIds: ids(CASE_LIMITS.teams)
  })
  .meta({ id: 'CaseOpenModel' })
export type CaseOpen = z.infer<typeof caseOpen>

export const caseEvidence = z
  .object({ evidence: evidenceList.min(1, 'field.required') })
  .meta({ id: 'CaseEvidenceModel' })

export const caseNote = z.object({ note: prose(CASE_LIMITS.note) }).meta({ id: 'CaseNoteModel' })

export const caseAssign = z
  .object({
    /** A member of the staff; null for nobody. */
    userId: z.preprocess((given) => (given === '' ? null : given), z.guid('field.type_mismatch').nullable())
  })
  .meta({ id: 'CaseAssignModel' })

/** The version that the caller has read. */
const version = wireInt(1)

/**
 * `participationIds`: teams (none for `nothing`); `challengeIds`: for `void`; `points`: for `penalty`
 * (docs/rules/cases.md#decisions).
 */
export const caseProposal = z
  .object({
    outcome: z.enum(CASE_OUTCOMES, { error: 'field.required' }),
    participationIds: ids(CASE_LIMITS.teams),
    challengeIds: ids(CASE_LIMITS.challenges),
    points: z.preprocess((given) => (given === '' ? undefined : given), wireInt(1, MAX_POINTS).nullish()),
    reason: prose(CASE_LIMITS.reason),
    version
  })
  .superRefine(({ outcome, participationIds, challengeIds, points }, context) => {
    const missing = (path: string) =>
      context.addIssue({ code: 'custom', path: [path], message: 'field.required' })
    if (outcome !== 'nothing' && participationIds.length === 0) missing('participationIds')
    if (outcome === 'void' && challengeIds.length === 0) missing('challengeIds')
    if (outcome === 'penalty' && !points) missing('points')
  })
  .meta({ id: 'CaseProposalModel' })
export type CaseProposal = z.infer<typeof caseProposal>

export const caseVerdict = z
  .object({
    accept: z.boolean(),
    reason: z.preprocess(
      (given) => (typeof given === 'string' && given.trim() === '' ? undefined : given),
      prose(CASE_LIMITS.reason).nullish()
    ),
    version,
    /** Refuses with `correction.moved_on` when the results would change otherwise than previewed. */
    digest: z.string().regex(SHA256_HEX, 'field.type_mismatch').optional()
  })
  .superRefine(({ accept, reason }, context) => {
    if (!accept && !reason) context.addIssue({ code: 'custom', path: ['reason'], message: 'field.required' })
  })
  .meta({ id: 'CaseVerdictModel' })
export type CaseVerdict = z.infer<typeof caseVerdict>

export const caseUndo = z.object({ reason: prose(CASE_LIMITS.reason) }).meta({ id: 'CaseUndoModel' })
export const caseAppeal = z.object({ text: prose(CASE_LIMITS.appeal) }).meta({ id: 'CaseAppealModel' })

export const evidenceFacts = z.object({
  /** Time of what happened. */
  time: wireTimeText,
  participationId: z.int().nullable(),
  team: z.string(),
  /** Empty for a deleted account. */
  user: z.string(),
  ip: z.string().nullable(),
  challengeId: z.int().nullable(),
  challenge: z.string().nullable(),
  answer: z.string().nullable(),
  status: z.enum(ANSWER_RESULTS).nullable(),
  /** The flag's team, and whether it sent flags from the same address. */
  ownerId: z.int().nullable(),
  owner: z.string().nullable(),
  sameAddress: z.boolean().nullable(),
  /** `values` as in docs/rules/staff.md#events. */
  event: z.object({ type: z.string(), values: z.array(z.string()) }).nullable()
})
export type EvidenceFacts = z.infer<typeof evidenceFacts>

const team = z.object({ participationId: z.int(), name: z.string() })
const person = z.object({ id: z.string(), name: z.string() })

const caseRow = z
  .object({
    number: z.int(),
    title: z.string(),
    state: z.enum(CASE_STATES),
    teams: z.array(team),
    time: wireTimeText,
    /** Null for a deleted account. */
    openedBy: z.string().nullable(),
    assignedTo: z.string().nullable(),
    /** A proposal waits for a second person. */
    waiting: z.boolean(),
    evidence: z.int(),
    notes: z.int()
  })
  .meta({ id: 'CaseRow' })
export type CaseRow = z.infer<typeof caseRow>

export const caseList = z.object({ total: z.int(), data: z.array(caseRow) }).meta({ id: 'CaseList' })
export type CaseList = z.infer<typeof caseList>

const caseEntry = z.object({
  id: z.int(),
  kind: z.enum(ENTRY_KINDS),
  time: wireTimeText,
  by: z.string().nullable(),
  facts: evidenceFacts.nullable(),
  note: z.string().nullable()
})
export type CaseEntry = z.infer<typeof caseEntry>

export const caseDecision = z.object({
  id: z.int(),
  outcome: z.enum(CASE_OUTCOMES),
  state: z.enum(DECISION_STATES),
  teams: z.array(team),
  challenges: z.array(z.object({ id: z.int(), title: z.string() })),
  points: z.int().nullable(),
  reason: z.string(),
  by: z.string().nullable(),
  time: wireTimeText,
  answeredBy: z.string().nullable(),
  answeredAt: wireTimeText.nullable(),
  answer: z.string().nullable(),
  /** Number of its correction. */
  correction: z.int().nullable(),
  undone: z.object({ time: wireTimeText, by: z.string().nullable(), reason: z.string() }).nullable()
})
export type CaseDecision = z.infer<typeof caseDecision>

const appeal = z.object({
  participationId: z.int(),
  team: z.string(),
  decisionId: z.int(),
  by: z.string().nullable(),
  time: wireTimeText,
  text: z.string(),
  answer: z.object({ text: z.string(), by: z.string().nullable(), time: wireTimeText }).nullable()
})
export type CaseAppeal = z.infer<typeof appeal>

export const caseView = caseRow
  .omit({ evidence: true, notes: true, waiting: true, teams: true, assignedTo: true })
  .extend({
    version: z.int(),
    assignedTo: person.nullable(),
    teams: z.array(team.extend({ teamId: z.int(), status: z.enum(STORED_STATUSES) })),
    entries: z.array(caseEntry),
    decisions: z.array(caseDecision),
    appeals: z.array(appeal),
    /** `own`: the caller proposed; `confirmers`: administrators who could confirm. */
    waiting: z.object({ own: z.boolean(), confirmers: z.int() }).nullable()
  })
  .meta({ id: 'Case' })
export type CaseView = z.infer<typeof caseView>

/** A whole case as a file, with its game, and with the person and the time of the export. */
export const caseExport = caseView
  .omit({ waiting: true })
  .extend({
    game: z.object({ id: z.int(), title: z.string() }),
    exported: z.object({ time: wireTimeText, by: z.string() })
  })
  .meta({ id: 'CaseExport' })
export type CaseExport = z.infer<typeof caseExport>

/** A decision as the team sees it: nothing about other teams or evidence. */
const teamDecision = z.object({
  number: z.int(),
  outcome: z.enum(CASE_OUTCOMES),
  challenges: z.array(z.object({ id: z.int(), title: z.string() })),
  points: z.int().nullable(),
  reason: z.string(),
  time: wireTimeText,
  undone: z.object({ time: wireTimeText, reason: z.string() }).nullable(),
  /** End of the time to appeal. */
  appealUntil: wireTimeText,
  appeal: z
    .object({
      by: z.string().nullable(),
      time: wireTimeText,
      text: z.string(),
      answer: z.object({ text: z.string(), time: wireTimeText }).nullable()
    })
    .nullable()
})
export const teamDecisions = z.object({ data: z.array(teamDecision) }).meta({ id: 'TeamDecisionList' })
export type TeamDecision = z.infer<typeof teamDecision>
