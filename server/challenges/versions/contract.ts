import { z } from 'zod'
import { storedHint } from '~/server/hints/contract'
import { pageSchema, wireInt, wireTimeText } from '~/server/platform/wire'
import { requirementView } from '~/server/requirements/contract'
import { storedConnection } from '../connections/contract'
import { labelView } from '../labels/contract'
import { solver } from '../solver/contract'

/** Kept versions of a challenge, newest first (docs/rules/challenges.md#history). */
export const KEPT_VERSIONS = 200

const versionedFile = z.object({
  name: z.string().nullable(),
  url: z.string().nullable(),
  hash: z.string().nullable()
})

/** Content of a version. Flags beyond the first hundred are compared by digest only. */
export const versionContent = z.object({
  title: z.string(),
  content: z.string(),
  solution: z.string().default(''),
  solutionPublic: z.boolean().default(false),
  category: z.string(),
  /** The category of the game, as it was called; null = none. */
  customCategory: z.object({ id: z.int(), name: z.string() }).nullable().default(null),
  hints: z.array(z.string()),
  pricedHints: z.array(storedHint).default([]),
  connections: z.array(storedConnection).default([]),
  isEnabled: z.boolean(),
  releaseAt: z.string().nullable(),
  closesAt: z.string().nullable().default(null),
  originalScore: z.number(),
  minScoreRate: z.number(),
  difficulty: z.number(),
  attemptLimit: z.int().nullable().default(null),
  checker: z.string().nullable().default(null),
  scoring: z.string().nullable().default(null),
  author: labelView.author.default(''),
  level: labelView.level.default(null),
  tags: labelView.tags.default([]),
  requires: requirementView.requires.default([]),
  hideLocked: requirementView.hideLocked.default(false),
  fileName: z.string(),
  attachment: versionedFile.nullable(),
  /** Those after the attachment. */
  files: z.array(versionedFile).default([]),
  flagTemplate: z.string().nullable(),
  decoy: z.string().nullable().default(null),
  flags: z.object({ count: z.int(), digest: z.string(), texts: z.array(z.string()) }),
  containerImage: z.string(),
  containerCompose: z.string().nullable(),
  memoryLimit: z.int(),
  cpuCount: z.int(),
  storageLimit: z.int(),
  containerExposePort: z.int(),
  enableTrafficCapture: z.boolean(),
  containerOptions: z.record(z.string(), z.unknown()),
  solver: solver.nullable().default(null)
})
export type VersionContent = z.infer<typeof versionContent>
export type VersionField = keyof VersionContent

export const VERSION_FIELDS = Object.keys(versionContent.shape) as VersionField[]

const challengeVersion = z
  .object({
    number: z.int(),
    time: wireTimeText,
    /** Null: the platform, the state before the first edit, or a deleted account. */
    user: z.object({ id: z.string(), name: z.string() }).nullable(),
    changed: z.array(z.string())
  })
  .meta({ id: 'ChallengeVersionModel' })
export type ChallengeVersion = z.infer<typeof challengeVersion>

export const versionPage = pageSchema(challengeVersion)
export type VersionPage = z.infer<typeof versionPage>

export const versionDetail = challengeVersion
  .extend({ content: versionContent, before: versionContent.nullable() })
  .meta({ id: 'ChallengeVersionDetailModel' })
export type VersionDetail = z.infer<typeof versionDetail>

export const versionRestore = z
  .object({
    /** The version that the reader saw; another one is a conflict. Absent = write anyway. */
    version: wireInt(1).nullish()
  })
  .meta({ id: 'ChallengeVersionRestoreModel' })
