import { z } from 'zod'
import { FILE_TYPES, isRemoteUrl } from '~/server/assets/contract'
import { flagBlock } from '~/server/blocks/contract'
import { customCategory } from '~/server/categories/contract'
import { COMPOSE_LIMITS } from '~/server/compose/contract'
import { rating } from '~/server/feedback/contract'
import { editedHint, hintOffer, pricedHints } from '~/server/hints/contract'
import { SHA256_HEX } from '~/server/platform/sha256'
import { textField, VISIBLE } from '~/server/platform/text-fields'
import { wireEnum, wireInstant, wireInt, wireNumber, wireTimeText } from '~/server/platform/wire'
import { pluginName } from '~/server/plugins/contract'
import { requirementUpdate, requirementView } from '~/server/requirements/contract'
import { connections, shownConnection, storedConnection } from './connections/contract'
import { CHALLENGE_CATEGORIES, CHALLENGE_LIMITS, CHALLENGE_TYPES, FLAG_LIMITS } from './constants'
import { containerOptions } from './containers/contract'
import { MAX_ENDPOINTS } from './containers/endpoint-contract'
import { booleanField } from './fields'
import { editedFile, shownFile } from './files/contract'
import { labelUpdate, labelView } from './labels/contract'
import { CHECK_STATES } from './solver/constants'
import { solver, solverView } from './solver/contract'

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

const attachmentView = z
  .object({
    id: z.int(),
    type: z.enum(FILE_TYPES),
    url: z.string().nullable(),
    fileSize: z.int().nullable()
  })
  .meta({ id: 'Attachment' })

/** Queued, starting and unhealthy are Pending, ready is Running, all others Destroyed. */
export const CONTAINER_STATUSES = ['Pending', 'Running', 'Destroyed'] as const
export type ContainerStatus = (typeof CONTAINER_STATUSES)[number]

/** See docs/rules/instances.md#create. */
export const containerInfo = z
  .object({
    status: z.enum(CONTAINER_STATUSES),
    /** Time of the request until it has started. */
    startedAt: wireTimeText,
    /** Before it is ready: the end if it were ready now. */
    expectStopAt: wireTimeText,
    entry: z.string()
  })
  .meta({ id: 'ContainerInfoModel' })
export type ContainerInfo = z.infer<typeof containerInfo>

/** How the solve checks of a challenge stand (docs/rules/solve-checks.md#states); `since` null for `never`. */
export const checkMark = z
  .object({ state: z.enum(CHECK_STATES), since: wireTimeText.nullable() })
  .meta({ id: 'SolveCheckMarkModel' })
export type CheckMark = z.infer<typeof checkMark>

/** `missing`: no image is named; `wanted`: no engine has looked for it yet. */
export const CHALLENGE_IMAGE_STATES = ['missing', 'wanted', 'pulling', 'ready', 'failed'] as const

export const challengeInfo = z
  .object({
    id: z.int(),
    title: z.string(),
    category: z.enum(CHALLENGE_CATEGORIES),
    /** The category of the game, which `category` stands for; null without one. Not in the contract. */
    customCategory: customCategory.nullable(),
    type: z.enum(CHALLENGE_TYPES),
    isEnabled: z.boolean(),
    score: z.int(),
    minScore: z.int(),
    originalScore: z.int(),
    /** Has flags or a template; required for enabling. Not in the contract. */
    hasFlag: z.boolean(),
    /** Files of a DynamicAttachment and Accepted teams; null for other types. Not in the contract. */
    stock: z.object({ files: z.int(), teams: z.int() }).meta({ id: 'FileStockModel' }).nullable(),
    /** For empty engines; null without containers or engines, and when enabled. Not in the contract. */
    room: z.object({ instances: z.int(), teams: z.int() }).meta({ id: 'InstanceRoomModel' }).nullable(),
    acceptedCount: z.int(),
    releaseAt: wireTimeText.nullable(),
    /** Why the last release failed, a code of an error, and when; null unless one did. Not in the contract. */
    releaseFault: z
      .object({ at: wireTimeText, code: z.string() })
      .meta({ id: 'ReleaseFaultModel' })
      .nullable(),
    /** Since when and why it takes no flags; null while it takes them. Not in the contract. */
    block: flagBlock.nullable(),
    /** Judged flags of counted teams before the game's end. */
    attempts: z.int(),
    solveRate: z.number().nullable(),
    /** Of members who solved it; null without one. Not in the contract. */
    rating: rating.nullable(),
    firstBlood: z.object({ team: z.string(), time: wireTimeText }).meta({ id: 'FirstBloodModel' }).nullable(),
    /** Progress on the engine that is furthest, and its error; null without containers. Not in the contract. */
    image: z
      .object({ state: z.enum(CHALLENGE_IMAGE_STATES), error: z.string().nullable() })
      .meta({ id: 'ChallengeImageModel' })
      .nullable(),
    /** How its solve checks stand; null without a solver. Not in the contract. */
    check: checkMark.nullable()
  })
  .meta({ id: 'ChallengeInfoModel' })
export type ChallengeInfo = z.infer<typeof challengeInfo>

export const challengeEdit = z
  .object({
    id: z.int(),
    title: z.string(),
    content: z.string(),
    /** Not in the contract. */
    solution: z.string(),
    solutionPublic: z.boolean(),
    category: z.enum(CHALLENGE_CATEGORIES),
    /** The category of the game, which `category` stands for; null without one. Not in the contract. */
    customCategory: customCategory.nullable(),
    type: z.enum(CHALLENGE_TYPES),
    hints: z.array(z.string()),
    pricedHints: z.array(editedHint),
    /** Not in the contract. */
    connections: z.array(storedConnection),
    flagTemplate: z.string().nullable(),
    /** Not in the contract. */
    decoy: z.string().nullable(),
    isEnabled: z.boolean(),
    acceptedCount: z.int(),
    fileName: z.string().nullable(),
    /** The first of `files`. */
    attachment: attachmentView.nullable(),
    /** Those that all teams share, in order. Not in the contract. */
    files: z.array(editedFile),
    testContainer: containerInfo.nullable(),
    flags: z.array(
      z
        .object({
          id: z.int(),
          flag: z.string(),
          attachment: attachmentView.nullable(),
          /** A team has drawn it. Not in the contract. */
          drawn: z.boolean(),
          /** What its file holds beside it; null = none. Not in the contract. */
          decoy: z.string().nullable()
        })
        .meta({ id: 'FlagInfoModel' })
    ),
    containerImage: z.string(),
    memoryLimit: z.int(),
    cpuCount: z.int(),
    storageLimit: z.int(),
    containerExposePort: z.int(),
    enableTrafficCapture: z.boolean().nullable(),
    /** Containers in place of the image; null = none. Not in the contract. */
    containerCompose: z.string().nullable(),
    containerOptions,
    /** Null = none. Not in the contract. */
    solver: solverView.nullable(),
    originalScore: z.int(),
    minScoreRate: z.number(),
    difficulty: z.number(),
    /** Wrong answers of a team; null = no limit. Not in the contract. */
    attemptLimit: z.int().nullable(),
    /** Names of plug-ins; null = flags and formula decide. Not in the contract. */
    checker: z.string().nullable(),
    scoring: z.string().nullable(),
    /** What the scoring function gave for 0, 1, 2… solves, the last for more; null without one. Not in the contract. */
    pointValues: z.array(z.int()).nullable(),
    ...labelView,
    ...requirementView,
    /** The last time in which it took no flags, `until` null while it lasts; null = none. Not in the contract. */
    block: flagBlock.extend({ until: wireTimeText.nullable() }).nullable(),
    /** When it is enabled by itself; null = by hand. Not in the contract. */
    releaseAt: wireTimeText.nullable(),
    /** Deadline; null without one. Not in the contract. */
    closesAt: wireTimeText.nullable(),
    /** Counts the writes, see `challengeUpdate`. Not in the contract. */
    version: z.int()
  })
  .meta({ id: 'ChallengeEditDetailModel' })
export type ChallengeEdit = z.infer<typeof challengeEdit>

export const challengeView = z
  .object({
    id: z.int(),
    title: z.string(),
    content: z.string(),
    category: z.enum(CHALLENGE_CATEGORIES),
    /** The category of the game, which `category` stands for; null without one. Not in the contract. */
    customCategory: customCategory.nullable(),
    ...labelView,
    hints: z.array(z.string()).nullable(),
    /** Time of each hint; null for those from before the opening. Not in the contract. */
    hintTimes: z.array(wireTimeText.nullable()),
    /** Hints with a price or a time; texts that the team has are also at the end of `hints`. Not in the contract. */
    pricedHints: z.array(hintOffer),
    /** Where it is played. Not in the contract. */
    connections: z.array(shownConnection),
    score: z.int(),
    type: z.enum(CHALLENGE_TYPES),
    context: z
      .object({
        closeTime: wireTimeText.nullable(),
        instanceEntry: z.string().nullable(),
        url: z.string().nullable(),
        fileSize: z.int().nullable()
      })
      .meta({ id: 'ClientFlagContext' }),
    /** In order; the first is that of `context`. Not in the contract. */
    files: z.array(shownFile),
    /** Limit (null = none) and wrong answers so far. Not in the contract. */
    attempts: z.object({ limit: z.int(), used: z.int() }).meta({ id: 'ChallengeAttemptsModel' }).nullable(),
    /** Why it takes no flags now; null = it does. Not in the contract. */
    blocked: flagBlock.nullable(),
    /** No flags from then until the game's end; null: no deadline. Not in the contract. */
    closesAt: wireTimeText.nullable(),
    /** The caller's team has solved it in time. Not in the contract. */
    solved: z.boolean(),
    /** A right answer after the game's end, never scored. Not in the contract. */
    practised: z.boolean()
  })
  .meta({ id: 'ChallengeDetailModel' })
export type ChallengeView = z.infer<typeof challengeView>

export interface ChallengeRemoval {
  flags: number
  submissions: number
  solves: number
}
