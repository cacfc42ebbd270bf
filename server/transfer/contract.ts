import { z } from 'zod'
import { FILE_LIMITS, isRemoteUrl } from '~/server/assets/contract'
import { CATEGORY_LIMITS } from '~/server/categories/constants'
import { categoryInput } from '~/server/categories/contract'
import { CHALLENGE_FILES } from '~/server/challenges/constants'
import {
  CHALLENGE_CATEGORIES,
  CHALLENGE_LIMITS,
  CHALLENGE_TYPES,
  challengeInput,
  challengeUpdate,
  decoyText
} from '~/server/challenges/contract'
import { gameInput, inOrder } from '~/server/games/contract'
import { noticeInput } from '~/server/notices/contract'
import { SHA256_HEX } from '~/server/platform/sha256'
import { wireInstant, wireInt, wireTimeText } from '~/server/platform/wire'
import { postInput } from '~/server/posts/contract'
import { MAX_REQUIRED } from '~/server/requirements/constants'
import { TICKET_LIMITS } from '~/server/tickets/constants'
import { archivedTicket, cannedInput } from '~/server/tickets/contract'

const MEBIBYTE = 1024 * 1024

/** Limits of an import; docs/game-archives.md lists them. */
export const TRANSFER_LIMITS = {
  tickets: 5000,
  /** Bytes of the ZIP, of one file, of all files. */
  archive: FILE_LIMITS.upload,
  file: FILE_LIMITS.upload,
  total: 4096 * MEBIBYTE,
  /** From this size on, a ZIP of more than `ratio` times its own size is a bomb. */
  ratioFrom: 64 * MEBIBYTE,
  ratio: 200,
  entries: 50_000,
  path: 1024,
  /** Different contents of an import; each holds a database lock until its end. */
  contents: 4000,
  challenges: 2000,
  /** Bytes of game.json, of a challenge's definition, of a file with a flag. */
  game: 64 * MEBIBYTE,
  definition: MEBIBYTE,
  flagFile: 4096
} as const

export const ONE_ARCHIVE = { field: 'file', files: 1, fileSize: TRANSFER_LIMITS.archive }

export const GAME_FILE = 'game.json'
export const GAME_FORMAT = 'halyard-game'
export const GAME_VERSION = 1

const hash = z.string().regex(SHA256_HEX, 'file.not_found')
const name = z
  .string()
  .min(1, 'field.required')
  .max(FILE_LIMITS.name, 'field.text_too_long')
  .regex(/^[^\p{C}/\\]*$/u, 'field.characters')
const remote = z
  .string()
  .max(CHALLENGE_LIMITS.url, 'field.text_too_long')
  .refine(isRemoteUrl, 'field.url_malformed')

export const archivedFile = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Local'), hash, name }),
  z.object({ type: z.literal('Remote'), url: remote, name: name.nullish() })
])
export type ArchivedFile = z.infer<typeof archivedFile>

const archivedFlag = z.object({
  flag: z.string(),
  attachment: archivedFile.nullable().default(null),
  decoy: decoyText.nullish()
})

/** Adds members that the schemas of calls lack. */
const archivedChallenge = z.object({
  ...challengeUpdate.shape,
  ...challengeInput.pick({ title: true, category: true, type: true }).shape,
  version: z.undefined().optional(),
  customCategoryId: z.undefined().optional(),
  /** The name of one of `categories`. */
  customCategory: categoryInput.shape.name.nullish(),
  /** The folder in the tree of its authors; null for none. */
  folder: z.string().max(TRANSFER_LIMITS.path, 'field.text_too_long').nullish(),
  /** Places in this list, from 0. */
  requires: z
    .array(wireInt(0, TRANSFER_LIMITS.challenges - 1), { error: 'field.type_mismatch' })
    .max(MAX_REQUIRED, 'field.out_of_range')
    .default([]),
  flags: z.array(archivedFlag).max(CHALLENGE_LIMITS.flags, 'field.out_of_range').default([]),
  /** The first of the files that all teams share. */
  attachment: archivedFile.nullable().default(null),
  /** The others, in order. */
  files: z
    .array(archivedFile)
    .max(CHALLENGE_FILES.files - 1, 'field.out_of_range')
    .default([])
})

export const gameArchive = z.object({
  format: z.literal(GAME_FORMAT),
  version: z.literal(GAME_VERSION),
  exportedAt: wireInstant.optional(),
  game: gameInput,
  poster: hash.nullable().default(null),
  categories: z.array(categoryInput).max(CATEGORY_LIMITS.listed, 'field.out_of_range').default([]),
  challenges: z.array(archivedChallenge).max(TRANSFER_LIMITS.challenges, 'field.out_of_range').default([]),
  notices: z
    .array(noticeInput.extend({ time: wireInstant }))
    .max(1000, 'field.out_of_range')
    .default([]),
  posts: z
    .array(z.object({ ...postInput.shape, version: z.undefined().optional(), time: wireInstant }))
    .max(1000, 'field.out_of_range')
    .default([]),
  answers: z.array(cannedInput).max(TICKET_LIMITS.answers, 'field.out_of_range').default([]),
  tickets: z.array(archivedTicket).max(TRANSFER_LIMITS.tickets, 'field.out_of_range').default([]),
  embeds: z.array(hash).max(TRANSFER_LIMITS.contents, 'field.out_of_range').default([])
})
export type GameArchive = z.infer<typeof gameArchive>

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Options sent with an archive; all but `dryRun` are for challenge folders. */
export const importOptions = z.object({
  dryRun: z.preprocess((given) => given === true || given === 'true' || given === '1', z.boolean()),
  /** The new game is hidden and runs for two days, a week from now. */
  title: gameInput.shape.title.optional(),
  start: wireInstant.optional(),
  end: wireInstant.optional(),
  game: wireInt(1).optional(),
  /** Challenges of that game to update: ids with commas, or `all`. */
  update: z
    .preprocess(
      (given) => (typeof given === 'string' && given !== 'all' ? given.split(',').filter(Boolean) : given),
      z
        .union([z.literal('all'), z.array(wireInt(1)).max(TRANSFER_LIMITS.challenges, 'field.out_of_range')])
        .optional()
    )
    .optional(),
  /** Values for placeholders in descriptions, such as `{"HOST": "ctf.example.org"}`; an object or its JSON. */
  values: z
    .preprocess(
      (given) => (typeof given === 'string' ? jsonOf(given) : given),
      z
        .record(z.string().max(100, 'field.text_too_long'), z.string().max(500, 'field.text_too_long'))
        .refine((given) => Object.keys(given).length <= 100, 'field.out_of_range')
        .optional()
    )
    .optional()
})
export type ImportOptions = z.infer<typeof importOptions>

const yes = z.preprocess((given) => given === true || given === 'true' || given === '1', z.boolean())

/** The members that a copy of a game has of its own. Not in the contract. */
export const gameCopy = z
  .object({
    title: gameInput.shape.title,
    hidden: gameInput.shape.hidden.unwrap().default(true),
    start: wireInstant,
    end: wireInstant
  })
  .refine(inOrder, { error: 'game.end_before_start', path: ['end'] })
export type GameCopy = z.infer<typeof gameCopy>

export const exportQuery = z.object({
  /** `false` skips the platform's posts. */
  posts: z.preprocess((given) => given !== 'false' && given !== '0', z.boolean()),
  /** `true` adds what teams and organisers wrote to each other, without teams and people. Not in the contract. */
  tickets: yes
})

export interface Line {
  code: string
  params: Record<string, string | number>
}
const lineView = z.object({
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()]))
})

export const importReport = z
  .object({
    /** Null in a dry run, and when no challenge could be made. */
    gameId: z.int().nullable(),
    kind: z.enum(['Game', 'Folders']),
    title: z.string(),
    start: wireTimeText,
    end: wireTimeText,
    /** Until when writeups are taken. Not in the contract. */
    writeupDeadline: wireTimeText,
    existing: z.boolean(),
    challenges: z.array(
      z.object({
        from: z.string(),
        title: z.string(),
        category: z.enum(CHALLENGE_CATEGORIES),
        /** The name of the game’s category, which `category` stands for; null without one. Not in the contract. */
        customCategory: z.string().nullable(),
        type: z.enum(CHALLENGE_TYPES),
        score: z.int(),
        flags: z.int(),
        files: z.int(),
        enabled: z.boolean(),
        notes: z.array(lineView)
      })
    ),
    /** Challenges with another edition: all in a dry run, else the updated ones. Not in the contract. */
    updates: z.array(
      z.object({
        challengeId: z.int(),
        from: z.string(),
        title: z.string(),
        changes: z.array(lineView),
        notes: z.array(lineView)
      })
    ),
    /** Placeholders in descriptions, and in how many. Not in the contract. */
    marks: z.array(z.object({ text: z.string(), challenges: z.int() })),
    /** Their values, given or kept from earlier imports. Not in the contract. */
    values: z.record(z.string(), z.string()),
    refused: z.array(z.object({ from: z.string(), title: z.string(), reason: lineView })),
    notices: z.int(),
    posts: z.int(),
    /** Earlier tickets. Not in the contract. */
    tickets: z.int(),
    notes: z.array(lineView)
  })
  .meta({ id: 'GameImportModel' })
export type ImportReport = z.infer<typeof importReport>

/** How challenge folders are pushed into a game (docs/challenges-as-code.md#the-call). */
export const pushOptions = z.object({
  /** Returns the plan only. */
  dryRun: yes,
  /** The plan that was shown: another one by now is refused. */
  plan: hash.optional(),
  /** Leaves out challenges that cannot be used, instead of refusing all. */
  partial: yes,
  values: importOptions.shape.values
})
export type PushOptions = z.infer<typeof pushOptions>

/** A challenge folder with a remark. */
const leftOut = z.object({ from: z.string(), title: z.string(), reason: lineView })

/** The result of a push, or of its plan. Not in the contract. */
export const pushReport = z
  .object({
    gameId: z.int(),
    /** The title of the game. */
    title: z.string(),
    /** Names this plan: sent with the push, it is done only if it is still the same. */
    plan: hash,
    created: importReport.shape.challenges,
    updated: importReport.shape.updates,
    unchanged: z.array(z.object({ from: z.string(), title: z.string() })),
    /** Folders that cannot be used, and after a push those that failed. */
    refused: z.array(leftOut),
    /** Files that are called like a challenge's and are none. */
    ignored: z.array(leftOut),
    /** Challenges that came from a folder and are in none now; a push leaves them. */
    gone: z.array(z.object({ challengeId: z.int(), title: z.string() })),
    marks: importReport.shape.marks
  })
  .meta({ id: 'ChallengePushModel' })
export type PushReport = z.infer<typeof pushReport>
