import { z } from 'zod'
import { requiredText, textField } from '~/server/platform/text-fields'
import { wireInstant, wireInt } from '~/server/platform/wire'
import { fieldInputs } from '~/server/registration-fields/contract'
import { bloodBonusOf, DEFAULT_BLOOD_BONUS, LATEST_REVEAL } from './constants'

const divisionList = z
  .array(
    textField(64)
      .transform((name) => name.normalize('NFKC').trim())
      .pipe(z.string().min(1, 'field.required'))
      // The board's key for all divisions (docs/rules/games.md#divisions).
      .refine((name) => name.toLowerCase() !== 'all', 'game.division_reserved'),
    { error: 'field.type_mismatch' }
  )
  .max(100, 'field.out_of_range')
  .transform((names) => [...new Set(names)])

/** Members by division; what names no division of the game is dropped. */
const divisionLimitList = z
  .array(z.object({ division: textField(64), limit: wireInt(0) }), { error: 'field.type_mismatch' })
  .max(100, 'field.out_of_range')

/** Accepted and ignored, so that a read game can be sent back. */
const ignored = {
  id: z.unknown().meta({ type: 'integer' }).optional(),
  poster: z
    .unknown()
    .meta({ type: ['string', 'null'] })
    .optional(),
  publicKey: z.unknown().meta({ type: 'string' }).optional()
}

/** A value out of bounds becomes the default (docs/rules/scoring.md#blood-bonus). */
const packedBonus = wireInt(0, Number.MAX_SAFE_INTEGER).transform((packed) =>
  bloodBonusOf(packed) ? packed : DEFAULT_BLOOD_BONUS
)

/** True unless both are given in the wrong order. */
export const inOrder = ({ start, end }: { start?: Date; end?: Date }) => !start || !end || start < end
const OUT_OF_ORDER = { error: 'game.end_before_start', path: ['end'] }

export const WRITEUP_HOURS = 3
export const CERTIFICATE_LIMITS = { note: 280, signature: 100 } as const

/** Absent members get these defaults. */
export const gameInput = z
  .object({
    ...ignored,
    title: requiredText(200, 'field.title_required'),
    hidden: z.boolean({ error: 'field.type_mismatch' }).default(false),
    summary: textField(4096).default(''),
    content: textField(262_144).default(''),
    acceptWithoutReview: z.boolean({ error: 'field.type_mismatch' }).default(false),
    writeupRequired: z.boolean({ error: 'field.type_mismatch' }).default(false),
    inviteCode: textField(1024)
      .pipe(z.string().max(32, 'field.invitation_code_too_long'))
      .transform((code) => code || null)
      .nullish(),
    organizations: divisionList.nullish(),
    teamMemberCountLimit: wireInt(0).default(0),
    /** Limits of members for single divisions. Not in the contract. */
    divisionLimits: divisionLimitList.default([]),
    /** Offers to play alone. Not in the contract. */
    solo: z.boolean({ error: 'field.type_mismatch' }).default(false),
    /** The whole list: a field that is absent goes, with its answers. Not in the contract. */
    registrationFields: fieldInputs.default([]),
    containerCountLimit: wireInt(0).default(3),
    practiceMode: z.boolean({ error: 'field.type_mismatch' }).default(true),
    /** Members may rate what their team solved. Not in the contract. */
    feedback: z.boolean({ error: 'field.type_mismatch' }).default(false),
    /** Minutes after the last end at which a freeze ends by itself; null: by hand. Not in the contract. */
    revealAfter: wireInt(0, LATEST_REVEAL).nullable().default(null),
    start: wireInstant,
    end: wireInstant,
    /** Absent: WRITEUP_HOURS after the end. */
    writeupDeadline: wireInstant.optional(),
    writeupNote: textField(16_384).default(''),
    /** The edited version; another one is a conflict. Absent: write anyway. */
    version: wireInt(1).optional(),
    bloodBonus: packedBonus.default(DEFAULT_BLOOD_BONUS),
    /** The organisers' text on certificates, and the signature (docs/rules/interface.md#cards). Not in the contract. */
    certificateNote: textField(CERTIFICATE_LIMITS.note).default(''),
    certificateSignature: textField(CERTIFICATE_LIMITS.signature).default('')
  })
  .refine(inOrder, OUT_OF_ORDER)
export type GameInput = z.infer<typeof gameInput>

const { shape } = gameInput

/** Absent = unchanged, null = none, but null keeps divisions (docs/rules/games.md#edit). */
export const gameUpdate = z
  .object({
    ...shape,
    title: shape.title.optional(),
    start: wireInstant.optional(),
    end: wireInstant.optional(),
    hidden: shape.hidden.unwrap().optional(),
    summary: shape.summary.unwrap().optional(),
    content: shape.content.unwrap().optional(),
    acceptWithoutReview: shape.acceptWithoutReview.unwrap().optional(),
    writeupRequired: shape.writeupRequired.unwrap().optional(),
    teamMemberCountLimit: shape.teamMemberCountLimit.unwrap().optional(),
    divisionLimits: divisionLimitList.optional(),
    solo: shape.solo.unwrap().optional(),
    registrationFields: fieldInputs.optional(),
    containerCountLimit: shape.containerCountLimit.unwrap().optional(),
    practiceMode: shape.practiceMode.unwrap().optional(),
    feedback: shape.feedback.unwrap().optional(),
    revealAfter: shape.revealAfter.unwrap().optional(),
    writeupNote: shape.writeupNote.unwrap().optional(),
    bloodBonus: packedBonus.optional(),
    certificateNote: shape.certificateNote.unwrap().optional(),
    certificateSignature: shape.certificateSignature.unwrap().optional(),
    /** Announces a moved end of a started game (docs/rules/news.md#changes). Not in the contract. */
    announce: z.boolean({ error: 'field.type_mismatch' }).optional(),
    /**
     * Most teams that may still be in removed divisions; with more, `game.division_chosen` refuses and its `teams` tells how
     * many. Absent: any number. Not in the contract.
     */
    divisionTeams: wireInt(0).optional(),
    /**
     * How many players and teams may lose answers to removed fields; more are refused with `game.answers_lost`, whose
     * `answers` tells how many. Absent: any number. Not in the contract.
     */
    answersLost: wireInt(0).optional(),
    /**
     * Most accepted playing teams whose game a moved end may end at once; with more, `game.ends_now` refuses and its `teams`
     * tells how many. Absent: any number. Not in the contract.
     */
    endsTeams: wireInt(0).optional()
  })
  .refine(inOrder, OUT_OF_ORDER)
export type GameUpdate = z.infer<typeof gameUpdate>
