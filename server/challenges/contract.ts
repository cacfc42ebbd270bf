import { z } from 'zod'
import { FILE_TYPES } from '~/server/assets/contract'
import { COMPOSE_LIMITS } from '~/server/compose/contract'
import { editedHint, hintOffer, pricedHints } from '~/server/hints/contract'
import { VISIBLE, wireEnum, wireInstant, wireInt, wireNumber, wireTimeText } from '~/server/platform/wire'
import { requirementUpdate, requirementView } from '~/server/requirements/contract'
import { CHALLENGE_CATEGORIES, type ChallengeCategory, FLAG_LIMITS } from './constants'
import { containerOptions } from './containers/contract'
import { MOST_ENDPOINTS } from './containers/endpoint-contract'
import { flag, text } from './fields'
import { labelUpdate, labelView } from './labels/contract'

export { serviceSpec } from '~/server/compose/contract'
export * from './containers/contract'
export { templateFault } from './flags/template'
export { boardLabels, plainTags } from './labels/contract'
export { CHALLENGE_CATEGORIES, type ChallengeCategory, COMPOSE_LIMITS, MOST_ENDPOINTS }

/** Bit 0 of the number: has a container; bit 1: each team has its own flag (docs/rules/challenges.md#types). */
export const CHALLENGE_TYPES = [
  'StaticAttachment',
  'StaticContainer',
  'DynamicAttachment',
  'DynamicContainer'
] as const
export type ChallengeType = (typeof CHALLENGE_TYPES)[number]

export const hasContainer = (type: ChallengeType) => type.endsWith('Container')

/** Types in which every team has a flag of its own. */
export type DynamicType = Extract<ChallengeType, `Dynamic${string}`>
export const isDynamic = (type: ChallengeType): type is DynamicType => type.startsWith('Dynamic')

/** Bounds that keep pages and pushes small. */
export const CHALLENGE_LIMITS = {
  title: 200,
  content: 262_144,
  hints: 64,
  hint: 4096,
  template: 120,
  flag: FLAG_LIMITS.characters,
  flagsAtOnce: 10_000,
  flags: 20_000,
  url: 2048,
  score: 1_000_000,
  attempts: 1000
} as const

const title = text(CHALLENGE_LIMITS.title)
  .min(1, 'field.title_too_short')
  .regex(VISIBLE, 'field.title_required')
const flagText = text(CHALLENGE_LIMITS.flag, 'field.flag_too_long')
  .refine((written) => Buffer.byteLength(written) <= FLAG_LIMITS.bytes, 'field.flag_too_long')
  .regex(/\S/, 'field.flag_required')
const ignoredNumber = z.unknown().meta({ type: 'integer' }).optional()

/**
 * A challenge to create: title, category and type are read, the rest starts with defaults
 * (docs/rules/challenges.md#fields-and-defaults).
 */
export const challengeInput = z.object({
  id: ignoredNumber,
  isEnabled: z.unknown().meta({ type: 'boolean' }).optional(),
  score: ignoredNumber,
  minScore: ignoredNumber,
  originalScore: ignoredNumber,
  title: z.string({ error: 'field.title_required' }).pipe(title),
  category: wireEnum(CHALLENGE_CATEGORIES).default('Misc'),
  type: wireEnum(CHALLENGE_TYPES).default('StaticAttachment')
})
export type ChallengeInput = z.infer<typeof challengeInput>

/**
 * A change: absent = unchanged. Null is the same, save for `flagTemplate` and `containerCompose`, which null or blank
 * clears, and for `releaseAt`, `attemptLimit` and `level`.
 */
export const challengeUpdate = z
  .object({
    title: title.nullish(),
    content: text(CHALLENGE_LIMITS.content).nullish(),
    flagTemplate: text(CHALLENGE_LIMITS.template, 'field.flag_too_long').nullish(),
    category: wireEnum(CHALLENGE_CATEGORIES).nullish(),
    hints: z
      .array(text(CHALLENGE_LIMITS.hint), { error: 'field.type_mismatch' })
      .max(CHALLENGE_LIMITS.hints, 'field.out_of_range')
      .nullish(),
    /** Hints that cost points or have a time; replaces all of them. Not in the contract. */
    pricedHints: pricedHints.nullish(),
    isEnabled: flag.nullish(),
    fileName: text(255).nullish(),
    containerImage: text(512)
      .transform((image) => image.trim())
      .nullish(),
    memoryLimit: wireInt(32, 1_048_576).nullish(),
    cpuCount: wireInt(1, 1024).nullish(),
    storageLimit: wireInt(128, 1_048_576).nullish(),
    containerExposePort: wireInt(1, 65_535).nullish(),
    enableTrafficCapture: flag.nullish(),
    /** Several containers instead of the image, see compose/; null or blank = none. Not in the contract. */
    containerCompose: text(COMPOSE_LIMITS.bytes).nullish(),
    /** Replaces all of them. Not in the contract. */
    containerOptions: containerOptions.nullish(),
    originalScore: wireInt(0, CHALLENGE_LIMITS.score).nullish(),
    minScoreRate: wireNumber(0, 1).nullish(),
    difficulty: wireNumber(0.01, 100_000).nullish(),
    /** Wrong answers that a team may send; null = any number. Not in the contract. */
    attemptLimit: wireInt(1, CHALLENGE_LIMITS.attempts).nullish(),
    ...labelUpdate,
    ...requirementUpdate,
    /** When it is enabled by itself; null = by hand. `isEnabled` without it clears it. Not in the contract. */
    releaseAt: wireInstant.nullish(),
    /**
     * Whether players of a running game are told: true = also of points, closing and opening again, false = of nothing;
     * absent = of a new challenge and new hints (docs/rules/news.md#changes). Not in the contract.
     */
    announce: flag.nullish(),
    /** The version that was edited; another one since then is a conflict. Absent = write anyway. */
    version: wireInt(1).nullish()
  })
  .meta({ id: 'ChallengeUpdateModel' })
export type ChallengeUpdate = z.infer<typeof challengeUpdate>

/** Points for many challenges: absent = each keeps its own. */
export const pointsInput = challengeUpdate
  .pick({ originalScore: true, minScoreRate: true, difficulty: true, announce: true })
  .meta({ id: 'ChallengePointsModel' })
export type PointsInput = z.infer<typeof pointsInput>

const remote = (url: string) => /^https?:\/\/./i.test(url) && URL.canParse(url)

/** A flag to add; those of dynamic attachments each come with a file. */
const flagInput = z
  .object({
    flag: z.string({ error: 'field.flag_required' }).pipe(flagText),
    attachmentType: wireEnum(FILE_TYPES).default('None'),
    /** An uploaded file, for Local. */
    fileHash: z.string().max(64, 'file.not_found').nullish(),
    /** Where players fetch it, for Remote. */
    remoteUrl: text(CHALLENGE_LIMITS.url).nullish()
  })
  .refine(({ attachmentType, remoteUrl }) => attachmentType !== 'Remote' || remote(remoteUrl ?? ''), {
    error: 'field.url_malformed',
    path: ['remoteUrl']
  })
  .refine(
    ({ attachmentType, fileHash }) => attachmentType !== 'Local' || /^[0-9a-f]{64}$/.test(fileHash ?? ''),
    {
      error: 'file.not_found',
      path: ['fileHash']
    }
  )
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

/** Of the contract: queued, starting and unhealthy = Pending, ready = Running, else Destroyed. */
export const CONTAINER_STATUSES = ['Pending', 'Running', 'Destroyed'] as const
export type ContainerStatus = (typeof CONTAINER_STATUSES)[number]

/** A container as its user sees it (docs/rules/instances.md#create). */
export const containerInfo = z
  .object({
    status: z.enum(CONTAINER_STATUSES),
    /** When it was asked for, until it has started. */
    startedAt: wireTimeText,
    /** Until it is ready: what the end would be if it were ready now. */
    expectStopAt: wireTimeText,
    /** Empty until it is ready. */
    entry: z.string()
  })
  .meta({ id: 'ContainerInfoModel' })
export type ContainerInfo = z.infer<typeof containerInfo>

/** `missing`: none is named; `wanted`: no engine has looked for it yet. */
export const CHALLENGE_IMAGE_STATES = ['missing', 'wanted', 'pulling', 'ready', 'failed'] as const

/** A challenge in the editors' list. */
export const challengeInfo = z
  .object({
    id: z.int(),
    title: z.string(),
    category: z.enum(CHALLENGE_CATEGORIES),
    type: z.enum(CHALLENGE_TYPES),
    isEnabled: z.boolean(),
    /** Value now. */
    score: z.int(),
    minScore: z.int(),
    originalScore: z.int(),
    /** It has a flag or makes them; without, it cannot be enabled. Not in the contract. */
    hasFlag: z.boolean(),
    /** Files of a DynamicAttachment, one for each team, and the Accepted teams; null of other types. Not in the contract. */
    stock: z.object({ files: z.int(), teams: z.int() }).meta({ id: 'FileStockModel' }).nullable(),
    /**
     * How many instances the engines can run at once, with nothing else on them, and the Accepted teams; null without
     * containers, once it is enabled, and while no engine starts any. Not in the contract.
     */
    room: z.object({ instances: z.int(), teams: z.int() }).meta({ id: 'InstanceRoomModel' }).nullable(),
    /** Counted teams that solved it. Not in the contract, like the figures that follow (docs/rules/staff.md#challenges). */
    acceptedCount: z.int(),
    /** When it is enabled by itself; null = by hand. */
    releaseAt: wireTimeText.nullable(),
    /** Judged flags of counted teams, sent before the game's end. */
    attempts: z.int(),
    /** Share of counted teams that solved it, 0 to 1; null while there is no counted team. */
    solveRate: z.number().nullable(),
    /** The first counted solve. */
    firstBlood: z.object({ team: z.string(), time: wireTimeText }).meta({ id: 'FirstBloodModel' }).nullable(),
    /**
     * How far the image of its containers is on the engine where it is furthest, and why it could not be had there; null
     * without containers. Not in the contract.
     */
    image: z
      .object({ state: z.enum(CHALLENGE_IMAGE_STATES), error: z.string().nullable() })
      .meta({ id: 'ChallengeImageModel' })
      .nullable()
  })
  .meta({ id: 'ChallengeInfoModel' })
export type ChallengeInfo = z.infer<typeof challengeInfo>

/** A whole challenge for editors. */
export const challengeEdit = z
  .object({
    id: z.int(),
    title: z.string(),
    content: z.string(),
    category: z.enum(CHALLENGE_CATEGORIES),
    type: z.enum(CHALLENGE_TYPES),
    hints: z.array(z.string()),
    /** Those that cost points or have a time. Not in the contract. */
    pricedHints: z.array(editedHint),
    flagTemplate: z.string().nullable(),
    isEnabled: z.boolean(),
    /** Counted teams that solved it. */
    acceptedCount: z.int(),
    fileName: z.string().nullable(),
    attachment: attachmentView.nullable(),
    testContainer: containerInfo.nullable(),
    flags: z.array(
      z
        .object({
          id: z.int(),
          flag: z.string(),
          attachment: attachmentView.nullable(),
          /** A team has drawn it. Not in the contract. */
          drawn: z.boolean()
        })
        .meta({ id: 'FlagInfoModel' })
    ),
    containerImage: z.string(),
    memoryLimit: z.int(),
    cpuCount: z.int(),
    storageLimit: z.int(),
    containerExposePort: z.int(),
    enableTrafficCapture: z.boolean().nullable(),
    /** Several containers instead of the image; null = none. Not in the contract. */
    containerCompose: z.string().nullable(),
    /** Not in the contract. */
    containerOptions,
    originalScore: z.int(),
    minScoreRate: z.number(),
    difficulty: z.number(),
    /** Wrong answers that a team may send; null = any number. Not in the contract. */
    attemptLimit: z.int().nullable(),
    ...labelView,
    ...requirementView,
    /** When it is enabled by itself; null = by hand. Not in the contract. */
    releaseAt: wireTimeText.nullable(),
    /** Counts the writes, see `challengeUpdate`. Not in the contract. */
    version: z.int()
  })
  .meta({ id: 'ChallengeEditDetailModel' })
export type ChallengeEdit = z.infer<typeof challengeEdit>

/** A challenge as played. `content` and `hints` are Markdown source. */
export const challengeView = z
  .object({
    id: z.int(),
    title: z.string(),
    content: z.string(),
    category: z.enum(CHALLENGE_CATEGORIES),
    ...labelView,
    hints: z.array(z.string()).nullable(),
    /**
     * When each hint was given; null for those that were there when the challenge was enabled or the game began. Not in the
     * contract.
     */
    hintTimes: z.array(wireTimeText.nullable()),
    /**
     * Hints that cost points or have a time; those of which the team has the text are at the end of `hints`, too. Not in the
     * contract.
     */
    pricedHints: z.array(hintOffer),
    /** Value now, before any bonus. */
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
    /** Wrong answers the team may send, and has sent; null = any number. Not in the contract. */
    attempts: z.object({ limit: z.int(), used: z.int() }).meta({ id: 'ChallengeAttemptsModel' }).nullable(),
    /** The caller's team has solved it in time. Not in the contract. */
    solved: z.boolean(),
    /** It has answered it right since the game's end, which is never scored. Not in the contract. */
    practised: z.boolean()
  })
  .meta({ id: 'ChallengeDetailModel' })
export type ChallengeView = z.infer<typeof challengeView>

/** What goes with a challenge that is deleted. */
export interface ChallengeRemoval {
  flags: number
  submissions: number
  solves: number
}

/** A challenge that was ticked among others, and what a change of it would concern. */
export interface SelectedChallenge {
  id: number
  title: string
  isEnabled: boolean
  releaseAt: Date | null
  originalScore: number
  /** Of all teams, also of those off the board. */
  solves: number
  /** Judged ones. */
  submissions: number
  /** Instances of teams that run or start. */
  instances: number
  /** As in the list of all. */
  hasFlag: ChallengeInfo['hasFlag']
  image: ChallengeInfo['image']
  stock: ChallengeInfo['stock']
}

export interface SelectedChallenges {
  challenges: SelectedChallenge[]
  /**
   * How many teams fit on the engines, with nothing else on them, when each runs instances of all those that are not enabled,
   * as far as it may, beside the Accepted teams; null where there is nothing to start or no engine.
   */
  room: { fit: number; teams: number } | null
}

/** When challenges are released: the first one then, each further one so many minutes later; null = by hand. */
export const releasePlan = z.object({
  first: wireInstant.nullable(),
  every: wireInt(0, 10_080).default(0),
  announce: flag.optional()
})
export type ReleasePlan = z.infer<typeof releasePlan>
