import { z } from 'zod'
import { FILE_TYPES } from '~/server/assets/contract'
import { flagBlock } from '~/server/blocks/contract'
import { customCategory } from '~/server/categories/contract'
import { rating } from '~/server/feedback/contract'
import { editedHint, hintOffer } from '~/server/hints/contract'
import { wireTimeText } from '~/server/platform/wire'
import { requirementView } from '~/server/requirements/contract'
import { shownConnection, storedConnection } from './connections/contract'
import { CHALLENGE_CATEGORIES, CHALLENGE_TYPES } from './constants'
import { containerOptions } from './containers/contract'
import { editedFile, shownFile } from './files/contract'
import { labelView } from './labels/contract'
import { CHECK_STATES } from './solver/constants'
import { solverView } from './solver/contract'

/** What staff and players read of a challenge; `contract.ts` has what they send, and gives out both. */

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
