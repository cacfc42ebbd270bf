import { z } from 'zod'
import { FILE_TYPES, isRemoteUrl } from '~/server/assets/contract'
import { COMPOSE_LIMITS } from '~/server/compose/contract'
import { pricedHints } from '~/server/hints/contract'
import { SHA256_HEX } from '~/server/platform/sha256'
import { textField, VISIBLE } from '~/server/platform/text-fields'
import { wireEnum, wireInstant, wireInt, wireNumber } from '~/server/platform/wire'
import { pluginName } from '~/server/plugins/contract'
import { requirementUpdate } from '~/server/requirements/contract'
import { connections } from './connections/contract'
import { CHALLENGE_CATEGORIES, CHALLENGE_LIMITS, CHALLENGE_TYPES, FLAG_LIMITS } from './constants'
import { containerOptions } from './containers/contract'
import { MAX_ENDPOINTS } from './containers/endpoint-contract'
import { booleanField } from './fields'
import { labelUpdate } from './labels/contract'
import { CHECK_STATES } from './solver/constants'
import { solver } from './solver/contract'

export { serviceSpec } from '~/server/compose/contract'
export { commandOf } from './connections/command'
export { type Connection, connections, storedConnection } from './connections/contract'
export {
  CHALLENGE_CATEGORIES,
  CHALLENGE_LIMITS,
  CHALLENGE_TYPES,
  type ChallengeCategory,
  type ChallengeType,
  type DynamicType,
  hasContainer,
  isDynamic
} from './constants'
export * from './containers/contract'
export { isRight } from './flags/matching'
export { templateFault } from './flags/template'
export { boardLabels, plainTags } from './labels/contract'
export { type CheckState, SOLVER_LIMITS } from './solver/constants'
export { type Solver, solver } from './solver/contract'
export * from './view-contract'
export { CHECK_STATES, COMPOSE_LIMITS, MAX_ENDPOINTS }

const title = textField(CHALLENGE_LIMITS.title)
  .min(1, 'field.title_too_short')
  .regex(VISIBLE, 'field.title_required')
export const flagText = textField(CHALLENGE_LIMITS.flag, { tooLong: 'field.flag_too_long' })
  .refine((written) => Buffer.byteLength(written) <= FLAG_LIMITS.bytes, 'field.flag_too_long')
  .regex(/\S/, 'field.flag_required')
const ignoredNumber = z.unknown().meta({ type: 'integer' }).optional()

/** Creates with title, category and type; the rest has defaults (docs/rules/challenges.md#fields-and-defaults). */
export const challengeInput = z.object({
  id: ignoredNumber,
  isEnabled: z.unknown().meta({ type: 'boolean' }).optional(),
  score: ignoredNumber,
  minScore: ignoredNumber,
  originalScore: ignoredNumber,
  title: z.string({ error: 'field.title_required' }).pipe(title),
  category: wireEnum(CHALLENGE_CATEGORIES).default('Misc'),
  /** A category of the game in place of `category`; null or absent = none. Not in the contract. */
  customCategoryId: wireInt(1).nullish(),
  type: wireEnum(CHALLENGE_TYPES).default('StaticAttachment')
})
export type ChallengeInput = z.infer<typeof challengeInput>

/**
 * A change: absent = unchanged. Null is the same, save for `flagTemplate`, `decoy` and `containerCompose`, which null or
 * blank clears, and for `releaseAt`, `closesAt`, `attemptLimit`, `level`, `solver`, `checker`, `scoring` and
 * `customCategoryId`.
 */
export const challengeUpdate = z
  .object({
    title: title.nullish(),
    content: textField(CHALLENGE_LIMITS.content).nullish(),
    flagTemplate: textField(CHALLENGE_LIMITS.template, { tooLong: 'field.flag_too_long' }).nullish(),
    /** A text that looks like a flag and is wrong (docs/rules/flags.md#decoys); null or blank = none. Not in the contract. */
    decoy: textField(CHALLENGE_LIMITS.template, { tooLong: 'field.flag_too_long' }).nullish(),
    /** Markdown, for staff until it is published. Not in the contract. */
    solution: textField(CHALLENGE_LIMITS.content).nullish(),
    /** Everybody may read the solution once the game is over (docs/rules/challenges.md#solutions). Not in the contract. */
    solutionPublic: booleanField.nullish(),
    /** Another one than the challenge has takes it out of a category of the game. */
    category: wireEnum(CHALLENGE_CATEGORIES).nullish(),
    /** A category of the game in place of `category`; null = none. Not in the contract. */
    customCategoryId: wireInt(1).nullish(),
    hints: z
      .array(textField(CHALLENGE_LIMITS.hint), { error: 'field.type_mismatch' })
      .max(CHALLENGE_LIMITS.hints, 'field.out_of_range')
      .nullish(),
    /** Replaces all hints with a price or a time. Not in the contract. */
    pricedHints: pricedHints.nullish(),
    /** Replaces all connections (docs/rules/challenges.md#connections). Not in the contract. */
    connections: connections.nullish(),
    isEnabled: booleanField.nullish(),
    fileName: textField(255).nullish(),
    containerImage: textField(512)
      .transform((image) => image.trim())
      .nullish(),
    memoryLimit: wireInt(32, 1_048_576).nullish(),
    cpuCount: wireInt(1, 1024).nullish(),
    storageLimit: wireInt(128, 1_048_576).nullish(),
    containerExposePort: wireInt(1, 65_535).nullish(),
    enableTrafficCapture: booleanField.nullish(),
    /** Containers in place of the image (compose/); null or blank = none. Not in the contract. */
    containerCompose: textField(COMPOSE_LIMITS.bytes).nullish(),
    /** Replaces all options. Not in the contract. */
    containerOptions: containerOptions.nullish(),
    /** Replaces the solver; null = none (docs/rules/solve-checks.md#solver). Not in the contract. */
    solver: solver.nullish(),
    originalScore: wireInt(0, CHALLENGE_LIMITS.score).nullish(),
    minScoreRate: wireNumber(0, 1).nullish(),
    difficulty: wireNumber(0.01, 100_000).nullish(),
    /** Wrong answers of a team; null = no limit. Not in the contract. */
    attemptLimit: wireInt(1, CHALLENGE_LIMITS.attempts).nullish(),
    /** Plug-in that decides on answers; null = flags do (docs/rules/plugins.md#checkers). Not in the contract. */
    checker: pluginName.nullish(),
    /**
     * What gives the value: `static`, `linear`, `logarithmic` or a plug-in; null = the standard curve
     * (docs/rules/scoring.md#scoring-functions). Not in the contract.
     */
    scoring: pluginName.nullish(),
    ...labelUpdate,
    ...requirementUpdate,
    /** Enables the challenge by itself; null = by hand. Another `isEnabled` clears it. Not in the contract. */
    releaseAt: wireInstant.nullish(),
    /** No flags from then until the game's end (docs/rules/challenges.md#deadline). Not in the contract. */
    closesAt: wireInstant.nullish(),
    /**
     * Notices: true = all, false = none, absent = opening and hints (docs/rules/news.md#changes). Not in the contract.
     */
    announce: booleanField.nullish(),
    /** The edited version; another one is a conflict. Absent = write anyway. */
    version: wireInt(1).nullish()
  })
  .meta({ id: 'ChallengeUpdateModel' })
export type ChallengeUpdate = z.infer<typeof challengeUpdate>

export const pointsInput = challengeUpdate
  .pick({ originalScore: true, minScoreRate: true, difficulty: true, scoring: true, announce: true })
  .meta({ id: 'ChallengePointsModel' })
export type PointsInput = z.infer<typeof pointsInput>

/** A decoy as it is compared with what players send; blank = none. */
export const decoyText = textField(CHALLENGE_LIMITS.template, { tooLong: 'field.flag_too_long' }).transform(
  (decoy) => decoy.trim() || null
)

/** A flag to add; those of dynamic attachments each come with a file. */
const flagInput = z
  .object({
    flag: z.string({ error: 'field.flag_required' }).pipe(flagText),
    attachmentType: wireEnum(FILE_TYPES).default('None'),
    fileHash: z.string().max(64, 'file.not_found').nullish(),
    /** Where players fetch it, for Remote. */
    remoteUrl: textField(CHALLENGE_LIMITS.url).nullish(),
    /** The decoy that its file holds. Not in the contract. */
    decoy: decoyText.nullish()
  })
  .refine(({ attachmentType, remoteUrl }) => attachmentType !== 'Remote' || isRemoteUrl(remoteUrl ?? ''), {
    error: 'field.url_malformed',
    path: ['remoteUrl']
  })
  .refine(({ attachmentType, fileHash }) => attachmentType !== 'Local' || SHA256_HEX.test(fileHash ?? ''), {
    error: 'file.not_found',
    path: ['fileHash']
  })
  .meta({ id: 'FlagCreateModel' })

export const flagsInput = z
  .array(flagInput, { error: 'field.type_mismatch' })
  .max(CHALLENGE_LIMITS.flagsAtOnce, 'field.out_of_range')
export type FlagsInput = z.infer<typeof flagsInput>

export interface ChallengeRemoval {
  flags: number
  submissions: number
  solves: number
}
