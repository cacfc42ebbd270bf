import { z } from 'zod'
import { wireInstant, wireInt, wireTimeText } from '~/server/platform/wire'
import { INCIDENT_DECAY, INCIDENT_SOLVES } from './constants'

/** Kinds that staff ask for, and `window`: a game's start or end moved past answers that had been sent. */
export const CORRECTION_KINDS = ['award', 'solve', 'void', 'rejudge', 'incident', 'hints', 'window'] as const
export type CorrectionKind = (typeof CORRECTION_KINDS)[number]

/** Teams of one award or manual solve, and challenges of one re-judging. */
export const MOST_CORRECTED = 500
/** Points of one award either way. */
export const MOST_POINTS = 1_000_000
const REASON_MOST = 500

const id = wireInt(1)
const ids = z
  .preprocess((given) => (Array.isArray(given) ? given : [given]), z.array(id))
  .refine((all) => all.length > 0, 'field.required')
  .refine((all) => all.length <= MOST_CORRECTED, 'field.list_too_long')
  .transform((all) => [...new Set(all)].sort((a, b) => a - b))

const points = wireInt(-MOST_POINTS, MOST_POINTS).refine((given) => given !== 0, 'field.required')

/** A moment; absent and '' leave it open. */
const moment = z.preprocess(
  (given) => (given === '' || given === null ? undefined : given),
  wireInstant.optional()
)

/**
 * What is to be corrected (docs/rules/corrections.md#kinds).
 *
 * - `award`: points beside solves for participations; negative ones are a penalty.
 * - `solve`: participations have solved a challenge, at `at` or now, without a right answer.
 * - `void`: solves of a challenge are taken back: those of `participationIds` or of all, sent in `[from, to)`.
 * - `incident`: `challengeIds`, or all, did not work in `[from, to)`: solves of that time are voided or kept, and do or do
 *   not lower values.
 * - `hints`: the points that hints of a challenge cost are given back, to `participationIds` or to all.
 * - `rejudge`: the answers for challenges are judged again by the flags of today.
 */
export const correctionInput = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('award'), participationIds: ids, points }),
    z.object({ kind: z.literal('solve'), participationIds: ids, challengeId: id, at: moment }),
    z.object({
      kind: z.literal('void'),
      challengeId: id,
      participationIds: ids.nullish(),
      from: moment,
      to: moment
    }),
    z.object({ kind: z.literal('rejudge'), challengeIds: ids }),
    z.object({ kind: z.literal('hints'), challengeId: id, participationIds: ids.nullish() }),
    z.object({
      kind: z.literal('incident'),
      challengeIds: ids.nullish(),
      from: wireInstant,
      to: wireInstant,
      solves: z.enum(INCIDENT_SOLVES),
      decay: z.enum(INCIDENT_DECAY)
    })
  ])
  .meta({ id: 'CorrectionModel' })
export type CorrectionInput = z.infer<typeof correctionInput>

/** Told to the public, so it is asked for each time. */
export const correctionReason = z
  .string({ error: 'field.required' })
  .max(REASON_MOST, 'field.text_too_long')
  .regex(/^[^\0]*$/, 'field.characters')
  .regex(/\S/, 'field.required')
  .transform((text) => text.trim())

/** What was previewed, in one short text; see `CorrectionPreview.digest`. */
const digest = z.string().regex(/^[0-9a-f]{64}$/, 'field.type_mismatch')

export const correctionApply = z
  .object({
    correction: correctionInput,
    reason: correctionReason,
    /** Refuses with `correction.moved_on` when the correction would do anything else than what was previewed. */
    digest: digest.optional(),
    /** Publishes a notice with the reason. */
    announce: z.boolean().optional()
  })
  .meta({ id: 'CorrectionApplyModel' })
export type CorrectionApply = z.infer<typeof correctionApply>

export const undoInput = z
  .object({ reason: correctionReason, digest: digest.optional() })
  .meta({ id: 'CorrectionUndoModel' })
export type UndoInput = z.infer<typeof undoInput>

export const visibilityInput = z.object({ public: z.boolean() }).meta({ id: 'CorrectionVisibilityModel' })

const placed = z.object({ participationId: z.int(), name: z.string(), rank: z.int(), score: z.int() })

/** A team that gains, loses or moves. `rank` is 0 where it is not on the board. */
const moved = z.object({
  participationId: z.int(),
  name: z.string(),
  before: z.object({ rank: z.int(), score: z.int() }),
  after: z.object({ rank: z.int(), score: z.int() })
})
export type MovedTeam = z.infer<typeof moved>

/** Most teams an effect names; it counts them all. */
export const MOST_NAMED = 100

/** What a correction does to the board of the moment it was computed. */
export const correctionEffect = z
  .object({
    /** Teams with more points, with fewer, and all others on the board. */
    gain: z.int(),
    lose: z.int(),
    untouched: z.int(),
    /** Teams whose rank changes, and the most places up and down. */
    ranks: z.int(),
    up: z.int(),
    down: z.int(),
    /** Solves that come, and that go. */
    added: z.int(),
    removed: z.int(),
    /** Answers with another verdict. */
    verdicts: z.int(),
    /** Challenges with another value. */
    values: z.array(z.object({ challengeId: z.int(), title: z.string(), before: z.int(), after: z.int() })),
    /** Bloods that change; null where nobody holds the place. */
    bloods: z.array(
      z.object({
        challengeId: z.int(),
        title: z.string(),
        place: z.int(),
        before: z.string().nullable(),
        after: z.string().nullable()
      })
    ),
    /** The first ten before and after. */
    top: z.object({ before: z.array(placed), after: z.array(placed) }),
    /** Teams with the greatest changes of points first, then of rank; at most `MOST_NAMED`. */
    teams: z.array(moved)
  })
  .meta({ id: 'CorrectionEffect' })
export type CorrectionEffect = z.infer<typeof correctionEffect>

export const correctionPreview = z
  .object({
    effect: correctionEffect,
    /** Says what would be done; apply with it to do just that. */
    digest: z.string(),
    /** Nothing would change. */
    empty: z.boolean()
  })
  .meta({ id: 'CorrectionPreview' })
export type CorrectionPreview = z.infer<typeof correctionPreview>

/** What everybody may read of a correction. */
export const publicCorrection = z
  .object({
    /** Counts from 1 in each game. */
    number: z.int(),
    kind: z.enum(CORRECTION_KINDS),
    /** Challenges it is about; empty for awards, and for an incident of the whole game. */
    challenges: z.array(z.object({ id: z.int(), title: z.string() })),
    /** Teams it was asked for; empty when it was about all. */
    teams: z.array(z.object({ participationId: z.int(), name: z.string() })),
    /** Of an award. */
    points: z.int().nullable(),
    /** Of an incident. */
    incident: z
      .object({
        from: wireTimeText,
        to: wireTimeText,
        solves: z.enum(INCIDENT_SOLVES),
        decay: z.enum(INCIDENT_DECAY)
      })
      .nullable()
      .default(null),
    reason: z.string(),
    time: wireTimeText,
    effect: correctionEffect,
    undone: z.object({ time: wireTimeText, reason: z.string() }).nullable()
  })
  .meta({ id: 'PublicCorrection' })
export type PublicCorrection = z.infer<typeof publicCorrection>

/** The same for staff, with who did it; null once the account is gone, or for the platform itself. */
export const correctionView = publicCorrection
  .extend({ by: z.string().nullable(), undoneBy: z.string().nullable() })
  .meta({ id: 'Correction' })
export type CorrectionView = z.infer<typeof correctionView>

export const correctionList = z
  .object({ public: z.boolean(), total: z.int(), data: z.array(correctionView) })
  .meta({ id: 'CorrectionList' })
export type CorrectionList = z.infer<typeof correctionList>

export const publicCorrections = z
  .object({ total: z.int(), data: z.array(publicCorrection) })
  .meta({ id: 'PublicCorrectionList' })
