import { z } from 'zod'
import { SHA256_HEX } from '~/server/platform/sha256'
import { textField } from '~/server/platform/text-fields'
import { wireInstant, wireInt, wireTimeText } from '~/server/platform/wire'
import { DRAFT_STATES, INCIDENT_DECAY, INCIDENT_SOLVES, MAX_INSTANCE_MINUTES } from './constants'

/** `window`: the game's times or a team's division moved past answers; `merge`: see docs/suitcase.md. Staff asks for the others. */
export const CORRECTION_KINDS = [
  'award',
  'solve',
  'void',
  'rejudge',
  'incident',
  'hints',
  'extension',
  'merge',
  'window'
] as const
export type CorrectionKind = (typeof CORRECTION_KINDS)[number]

/** Teams of an award or a manual solve; challenges of a re-judging. */
const MAX_CORRECTED = 500
/** Points of an award, above or below 0. */
export const MAX_POINTS = 1_000_000
const MAX_REASON_LENGTH = 500

const id = wireInt(1)
const ids = z
  .preprocess(
    (given) => (Array.isArray(given) ? given : [given]),
    z.array(id).max(MAX_CORRECTED, 'field.list_too_long')
  )
  .refine((all) => all.length > 0, 'field.required')
  .transform((all) => [...new Set(all)].sort((a, b) => a - b))

const points = wireInt(-MAX_POINTS, MAX_POINTS).refine((given) => given !== 0, 'field.out_of_range')

/** Optional; '' and null count as absent. */
const moment = z.preprocess(
  (given) => (given === '' || given === null ? undefined : given),
  wireInstant.optional()
)

/**
 * See docs/rules/corrections.md#kinds.
 *
 * - `award`: points beside solves; below 0: penalty.
 * - `solve`: a solve without a right answer, at `at` or now.
 * - `void`: revokes solves of `participationIds` or of all, sent in `[from, to)`.
 * - `incident`: solves of `challengeIds` or of all in `[from, to)` are voided or kept, and may not lower values; running instances
 *   may live `instanceMinutes` longer.
 * - `hints`: returns points of hints to `participationIds` or to all.
 * - `extension`: the game ends at `end` for the teams of one division, or for all without `division`.
 * - `rejudge`: judges answers again by the present flags.
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
    z.object({
      kind: z.literal('extension'),
      division: z
        .string()
        .max(64, 'field.text_too_long')
        .nullish()
        .transform((name) => name ?? null),
      end: wireInstant
    }),
    z.object({ kind: z.literal('hints'), challengeId: id, participationIds: ids.nullish() }),
    z.object({
      kind: z.literal('incident'),
      challengeIds: ids.nullish(),
      from: wireInstant,
      to: wireInstant,
      solves: z.enum(INCIDENT_SOLVES),
      decay: z.enum(INCIDENT_DECAY),
      instanceMinutes: wireInt(0, MAX_INSTANCE_MINUTES).optional()
    })
  ])
  .meta({ id: 'CorrectionModel' })
export type CorrectionInput = z.infer<typeof correctionInput>

/** Public, so it is always required. */
export const correctionReason = textField(MAX_REASON_LENGTH, { type: 'field.required' })
  .regex(/\S/, 'field.required')
  .transform((text) => text.trim())

/** See `CorrectionPreview.digest`. */
const digest = z.string().regex(SHA256_HEX, 'field.type_mismatch')

export const correctionApply = z
  .object({
    correction: correctionInput,
    reason: correctionReason,
    /** Refuses with `correction.moved_on` when the effect would differ from the preview. */
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

/** `rank` is 0 off the board. */
const moved = z.object({
  participationId: z.int(),
  name: z.string(),
  before: z.object({ rank: z.int(), score: z.int() }),
  after: z.object({ rank: z.int(), score: z.int() })
})
export type MovedTeam = z.infer<typeof moved>

/** Teams listed by an effect; all are counted. */
export const MAX_NAMED = 100

/** Effect on the board at this moment. */
export const correctionEffect = z
  .object({
    /** Teams with more points, with fewer, and the others. */
    gain: z.int(),
    lose: z.int(),
    untouched: z.int(),
    /** Teams with another rank, and the most places up and down. */
    ranks: z.int(),
    up: z.int(),
    down: z.int(),
    /** New and revoked solves. */
    added: z.int(),
    removed: z.int(),
    /** Answers with another verdict. */
    verdicts: z.int(),
    /** Challenges with another value. */
    values: z.array(z.object({ challengeId: z.int(), title: z.string(), before: z.int(), after: z.int() })),
    /** Changed bloods; null if nobody holds the place. */
    bloods: z.array(
      z.object({
        challengeId: z.int(),
        title: z.string(),
        place: z.int(),
        before: z.string().nullable(),
        after: z.string().nullable()
      })
    ),
    /** The first ten. */
    top: z.object({ before: z.array(placed), after: z.array(placed) }),
    /** Greatest changes of points first, then of rank; at most `MAX_NAMED`. */
    teams: z.array(moved)
  })
  .meta({ id: 'CorrectionEffect' })
export type CorrectionEffect = z.infer<typeof correctionEffect>

export const correctionPreview = z
  .object({
    effect: correctionEffect,
    /** Ends that would change: of a division, or of the game when `division` is null. A time of null: that of the game. */
    ends: z.array(
      z.object({
        division: z.string().nullable(),
        before: wireTimeText.nullable(),
        after: wireTimeText.nullable()
      })
    ),
    /** Running instances that would live longer. */
    instances: z.int(),
    /** A second person must confirm, because the correction moves the first ten teams. */
    second: z.boolean(),
    /** Send it to apply exactly this. */
    digest: z.string(),
    /** The correction would change nothing. */
    empty: z.boolean()
  })
  .meta({ id: 'CorrectionPreview' })
export type CorrectionPreview = z.infer<typeof correctionPreview>

export const secondInput = z.object({ second: z.boolean() }).meta({ id: 'CorrectionSecondModel' })

/** `digest`: that of the draft's preview, as the caller saw it. */
export const draftConfirm = z.object({ digest }).meta({ id: 'CorrectionDraftConfirmModel' })
export const draftDecline = z.object({ reason: correctionReason }).meta({ id: 'CorrectionDraftDeclineModel' })

/** A correction as everybody may read it. */
export const publicCorrection = z
  .object({
    /** Counts from 1 in each game. */
    number: z.int(),
    kind: z.enum(CORRECTION_KINDS),
    /** Empty for awards, and for an incident of the whole game. */
    challenges: z.array(z.object({ id: z.int(), title: z.string() })),
    /** Empty for all teams. */
    teams: z.array(z.object({ participationId: z.int(), name: z.string() })),
    /** Award only. */
    points: z.int().nullable(),
    /** Incident only. */
    incident: z
      .object({
        from: wireTimeText,
        to: wireTimeText,
        solves: z.enum(INCIDENT_SOLVES),
        decay: z.enum(INCIDENT_DECAY),
        /** Minutes that instances of that moment live longer; 0 where nothing was said of them. */
        instanceMinutes: z.int().default(0)
      })
      .nullable()
      .default(null),
    /** Extension only. `division`: null for the game. `before`: its end until then, that of the game when it had none of its own. */
    extension: z
      .object({ division: z.string().nullable(), before: wireTimeText, end: wireTimeText })
      .nullable()
      .default(null),
    reason: z.string(),
    time: wireTimeText,
    effect: correctionEffect,
    undone: z.object({ time: wireTimeText, reason: z.string() }).nullable()
  })
  .meta({ id: 'PublicCorrection' })
export type PublicCorrection = z.infer<typeof publicCorrection>

/**
 * The correction as staff see it. `by`, `undoneBy`: null for a deleted account or the platform; `confirmedBy`: null also if no
 * second person was needed.
 */
export const correctionView = publicCorrection
  .extend({ by: z.string().nullable(), confirmedBy: z.string().nullable(), undoneBy: z.string().nullable() })
  .meta({ id: 'Correction' })
export type CorrectionView = z.infer<typeof correctionView>

export const correctionList = z
  .object({
    public: z.boolean(),
    /** Corrections that move the first ten need a second person. */
    second: z.boolean(),
    /** Open drafts. */
    drafts: z.int(),
    total: z.int(),
    data: z.array(correctionView)
  })
  .meta({ id: 'CorrectionList' })
export type CorrectionList = z.infer<typeof correctionList>

export const publicCorrections = z
  .object({ total: z.int(), data: z.array(publicCorrection) })
  .meta({ id: 'PublicCorrectionList' })

const scope = publicCorrection.pick({
  ...{ kind: true, challenges: true, teams: true, points: true, incident: true, extension: true },
  reason: true
})

/** A correction that is not applied yet. */
export const draftView = scope
  .extend({
    id: z.int(),
    /** A notice will tell its reason. */
    announce: z.boolean(),
    /** Null for a deleted account. */
    by: z.string().nullable(),
    /** The caller proposed it. */
    own: z.boolean(),
    time: wireTimeText,
    state: z.enum(DRAFT_STATES),
    /** The effect at the time of the proposal. */
    effect: correctionEffect,
    /** Null while it is open. `by`: null for the platform and deleted accounts; `reason`: of a refusal. */
    decided: z
      .object({ time: wireTimeText, by: z.string().nullable(), reason: z.string().nullable() })
      .nullable(),
    /** Error code for which it expired, or could not be applied now; null for none. */
    cause: z.string().nullable(),
    /** The number of the correction made from the draft. */
    number: z.int().nullable()
  })
  .meta({ id: 'CorrectionDraft' })
export type DraftView = z.infer<typeof draftView>

/** A draft with its present effect; null unless it is open and possible. */
export const draftNow = draftView
  .extend({
    preview: correctionPreview.nullable(),
    /** The effect differs from that at the time of the proposal. */
    changed: z.boolean()
  })
  .meta({ id: 'CorrectionDraftNow' })
export type DraftNow = z.infer<typeof draftNow>

export const draftList = z
  .object({ total: z.int(), data: z.array(draftView) })
  .meta({ id: 'CorrectionDraftList' })
export type DraftList = z.infer<typeof draftList>

export const draftState = z.object({
  state: z.enum(DRAFT_STATES, { error: 'field.type_mismatch' }).default('open')
})
