import { z } from 'zod'
import type { NewScoreEvent } from '~/server/ledger/contract'
import { sha256Hex } from '~/server/platform/sha256'
import { ANSWER_RESULTS } from '~/server/submissions/contract'

/** A person's decision about an answer (docs/rules/corrections.md#rulings). */
export const RULINGS = ['granted', 'voided'] as const

/** The entry of another installation from which a solve was imported. */
const origin = z.object({ key: z.string(), hash: z.string() })

/** A team's present or future solve. `at`: milliseconds; null until its submission is stored. */
const solveRef = z.object({
  submissionId: z.int().nullable(),
  at: z.int(),
  userId: z.string().nullable(),
  origin: origin.optional()
})
export type SolveRef = z.infer<typeof solveRef>

const solveChange = z.object({
  participationId: z.int(),
  challengeId: z.int(),
  before: solveRef.nullable(),
  after: solveRef.nullable()
})
export type SolveChange = z.infer<typeof solveChange>

/** `sourceId`: the flag's participation; null unless CheatDetected. */
const verdictChange = z.object({
  submissionId: z.int(),
  before: z.enum(ANSWER_RESULTS),
  after: z.enum(ANSWER_RESULTS),
  sourceId: z.int().nullable()
})

const rulingChange = z.object({
  submissionId: z.int(),
  before: z.enum(RULINGS).nullable(),
  after: z.enum(RULINGS).nullable()
})

const period = z.tuple([z.int(), z.int()])

/** Periods that do not lower the value, before and after; `period`: this correction's. */
const decayChange = z.object({
  challengeId: z.int(),
  period,
  before: z.array(period),
  after: z.array(period)
})
export type DecayChange = z.infer<typeof decayChange>
/** Null in plans from before incidents. */
export const decayChanges = z
  .array(decayChange)
  .nullish()
  .transform((given) => given ?? [])

export const boughtHint = z.object({ challengeId: z.int(), participationId: z.int(), hint: z.int() })
/** Null in plans from before hints had a cost. */
const boughtHints = z
  .array(boughtHint)
  .nullish()
  .transform((given) => given ?? [])

/** Hints that were bought elsewhere; of merges. */
const purchase = boughtHint.extend({ cost: z.int(), at: z.int() })
/** Null in plans from before merges. */
const purchases = z
  .array(purchase)
  .nullish()
  .transform((given) => given ?? [])

/** `at`, `reason`, `hint`, `origin`: of an award that was imported; else now, and the correction's reason. */
const award = z.object({
  participationId: z.int(),
  points: z.int(),
  at: z.int().optional(),
  reason: z.string().optional(),
  hint: z.object({ challenge: z.int(), id: z.int() }).optional(),
  origin: origin.optional()
})

/** The end of a division, or of the game (`division` null), as ISO text; null: the division has none of its own. */
const endChange = z.object({
  division: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable()
})
/** Null in plans from before divisions had ends. */
const endChanges = z
  .array(endChange)
  .nullish()
  .transform((given) => given ?? [])

/** Changes row by row, to preview, apply and undo. */
export const planShape = z.object({
  awards: z.array(award),
  solves: z.array(solveChange),
  verdicts: z.array(verdictChange),
  rulings: z.array(rulingChange),
  decay: decayChanges,
  hints: boughtHints,
  purchases,
  ends: endChanges
})
export type Plan = z.infer<typeof planShape>

export const NO_PLAN: Plan = {
  ...{ awards: [], solves: [], verdicts: [], rulings: [] },
  ...{ decay: [], hints: [], purchases: [], ends: [] }
}

/** True if the plan changes nothing. */
export const isEmpty = (plan: Plan): boolean => Object.values(plan).every((changes) => changes.length === 0)

/**
 * SHA-256 of a plan, 64 hex digits. Equal changes after the same correction, whose number is `last`, have equal digests: so a
 * preview can be applied only once, even if the same points may be given again. A solve at the time of the call counts as one
 * without a time, so that the preview can be applied later.
 */
export function planDigest(plan: Plan, last: number, now: Date): string {
  const at = now.getTime()
  const solves = plan.solves.map((one) =>
    one.after?.submissionId === null && one.after.at === at ? { ...one, after: { ...one.after, at: 0 } } : one
  )
  return sha256Hex(JSON.stringify([last, planShape.parse({ ...plan, solves })]))
}

/** Revocations first, then additions, each at its own time. `now` and `reason`: for awards. */
export function planEvents(plan: Plan, now: number, reason: string): NewScoreEvent[] {
  const revoked = plan.solves.flatMap(({ participationId, challengeId, before }): NewScoreEvent[] =>
    before ? [{ kind: 'void', at: now, participationId, challengeId, submissionId: before.submissionId }] : []
  )
  const come = plan.solves
    .flatMap(({ participationId, challengeId, after }) =>
      after ? [{ participationId, challengeId, ...after, submissionId: after.submissionId ?? NOT_YET }] : []
    )
    .sort((a, b) => a.at - b.at || a.submissionId - b.submissionId)
    .map(
      ({ origin, ...solve }): NewScoreEvent => ({
        kind: 'solve',
        ...solve,
        ...(origin && { payload: { origin } })
      })
    )
  const awards = plan.awards.map(
    ({ participationId, at, ...given }): NewScoreEvent => ({
      kind: 'award',
      at: at ?? now,
      participationId,
      payload: { reason, ...given }
    })
  )
  const decay = plan.decay.map(
    ({ challengeId, after }): NewScoreEvent => ({
      kind: 'decay',
      at: now,
      challengeId,
      payload: { stopped: after }
    })
  )
  return [...revoked, ...come, ...awards, ...decay]
}

/** A submission to be stored when the plan is applied; sorts last. */
const NOT_YET = Number.MAX_SAFE_INTEGER

/** Reverts awards, verdicts and rulings. */
export function inversePlan(plan: Plan): Pick<Plan, 'awards' | 'verdicts' | 'rulings'> {
  return {
    awards: plan.awards.map(({ participationId, points }) => ({ participationId, points: -points })),
    verdicts: plan.verdicts.map(({ before, after, ...one }) => ({ ...one, before: after, after: before })),
    rulings: plan.rulings.map(({ before, after, ...one }) => ({ ...one, before: after, after: before }))
  }
}
