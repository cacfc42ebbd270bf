import { z } from 'zod'
import { FILE_LIMITS } from '~/server/assets/contract'
import {
  CHALLENGE_CATEGORIES,
  CHALLENGE_LIMITS,
  CHALLENGE_TYPES,
  challengeInput,
  challengeUpdate
} from '~/server/challenges/contract'
import { gameInput } from '~/server/games/contract'
import { noticeInput } from '~/server/notices/contract'
import { wireInstant, wireInt, wireTimeText } from '~/server/platform/wire'
import { postInput } from '~/server/posts/contract'
import { MOST_REQUIRED } from '~/server/requirements/constants'

const MEBIBYTE = 1024 * 1024

/** What an import takes at most; docs/game-archives.md names them. */
export const TRANSFER_LIMITS = {
  /** Bytes of the ZIP, of one file in it, of all of them. */
  archive: FILE_LIMITS.upload,
  file: FILE_LIMITS.upload,
  total: 4096 * MEBIBYTE,
  /** A ZIP that holds more than this and so many times its own size is a bomb. */
  ratioFrom: 64 * MEBIBYTE,
  ratio: 200,
  entries: 50_000,
  path: 1024,
  /** Different contents that one import stores: each holds a lock of the database until its end. */
  contents: 4000,
  challenges: 2000,
  /** Bytes of game.json, of a challenge's own file, of a file that holds a flag. */
  game: 64 * MEBIBYTE,
  definition: MEBIBYTE,
  flagFile: 4096
} as const

/** The form of an import: one ZIP. */
export const ONE_ARCHIVE = { field: 'file', files: 1, fileSize: TRANSFER_LIMITS.archive }

/** The file that makes a ZIP a game, and what it says that it is. */
export const GAME_FILE = 'game.json'
export const GAME_FORMAT = 'halyard-game'
export const GAME_VERSION = 1

const hash = z.string().regex(/^[0-9a-f]{64}$/, 'file.not_found')
const name = z
  .string()
  .min(1, 'field.required')
  .max(FILE_LIMITS.name, 'field.text_too_long')
  .regex(/^[^\p{C}/\\]*$/u, 'field.characters')
const remote = z
  .string()
  .max(CHALLENGE_LIMITS.url, 'field.text_too_long')
  .refine((url) => /^https?:\/\/./i.test(url) && URL.canParse(url), 'field.url_malformed')

/** A file of players: one of the archive's, or an address elsewhere. */
const archivedFile = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Local'), hash, name }),
  z.object({ type: z.literal('Remote'), url: remote })
])
export type ArchivedFile = z.infer<typeof archivedFile>

const archivedFlag = z.object({ flag: z.string(), attachment: archivedFile.nullable().default(null) })

/** A challenge is created and changed by the calls' own schemas; here only what those do not hold. */
const archivedChallenge = z.object({
  ...challengeUpdate.shape,
  ...challengeInput.pick({ title: true, category: true, type: true }).shape,
  version: z.undefined().optional(),
  /** Where its folder is in the tree of its authors; null for none. */
  folder: z.string().max(TRANSFER_LIMITS.path, 'field.text_too_long').nullish(),
  /** Places in this list, from 0. */
  requires: z
    .array(wireInt(0, TRANSFER_LIMITS.challenges - 1), { error: 'field.type_mismatch' })
    .max(MOST_REQUIRED, 'field.out_of_range')
    .default([]),
  flags: z.array(archivedFlag).max(CHALLENGE_LIMITS.flags, 'field.out_of_range').default([]),
  attachment: archivedFile.nullable().default(null)
})

/** game.json. */
export const gameArchive = z.object({
  format: z.literal(GAME_FORMAT),
  version: z.literal(GAME_VERSION),
  exportedAt: wireInstant.optional(),
  game: gameInput,
  poster: hash.nullable().default(null),
  challenges: z.array(archivedChallenge).max(TRANSFER_LIMITS.challenges, 'field.out_of_range').default([]),
  notices: z
    .array(noticeInput.extend({ time: wireInstant }))
    .max(1000, 'field.out_of_range')
    .default([]),
  posts: z
    .array(z.object({ ...postInput.shape, version: z.undefined().optional(), time: wireInstant }))
    .max(1000, 'field.out_of_range')
    .default([]),
  /** Files that texts show or link to as `/assets/<hash>/<name>`. */
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

/** What was sent along with an archive; all but `dryRun` is for challenge folders. */
export const importOptions = z.object({
  /** Only the report. */
  dryRun: z.preprocess((given) => given === true || given === 'true' || given === '1', z.boolean()),
  /** Title and times of the game that is made; hidden, a week from now, for two days. */
  title: gameInput.shape.title.optional(),
  start: wireInstant.optional(),
  end: wireInstant.optional(),
  /** A game that is there and takes the challenges. */
  game: wireInt(1).optional(),
  /** Challenges of that game which become as the archive has them: their ids, with commas, or `all`. */
  update: z
    .preprocess(
      (given) => (typeof given === 'string' && given !== 'all' ? given.split(',').filter(Boolean) : given),
      z
        .union([z.literal('all'), z.array(wireInt(1)).max(TRANSFER_LIMITS.challenges, 'field.out_of_range')])
        .optional()
    )
    .optional(),
  /** Values for marks in descriptions, such as `{"HOST": "ctf.example.org"}`: an object, or one as JSON. */
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

export const exportQuery = z.object({
  /** `false` leaves the platform's posts out. */
  posts: z.preprocess((given) => given !== 'false' && given !== '0', z.boolean())
})

/** A remark: a key of `transfer.json` under `line`, its values, and the same in words. */
export interface Line {
  code: string
  params: Record<string, string | number>
}
const lineView = z.object({
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()]))
})

/** What an import makes, or would make. */
export const importReport = z
  .object({
    /** Null in a dry run, and where no challenge could be made, so that no game was. */
    gameId: z.int().nullable(),
    kind: z.enum(['Game', 'Folders']),
    title: z.string(),
    start: wireTimeText,
    end: wireTimeText,
    /** The challenges go into a game that was there. */
    existing: z.boolean(),
    challenges: z.array(
      z.object({
        /** Where in the archive it stands. */
        from: z.string(),
        title: z.string(),
        category: z.enum(CHALLENGE_CATEGORIES),
        type: z.enum(CHALLENGE_TYPES),
        score: z.int(),
        flags: z.int(),
        files: z.int(),
        enabled: z.boolean(),
        notes: z.array(lineView)
      })
    ),
    /** Challenges that the game has in another edition: all in a dry run, else those that became this one. Not in the contract. */
    updates: z.array(
      z.object({
        challengeId: z.int(),
        from: z.string(),
        title: z.string(),
        /** What is another one in the archive. */
        changes: z.array(lineView),
        notes: z.array(lineView)
      })
    ),
    /** What descriptions leave for values, and in how many it stands. Not in the contract. */
    marks: z.array(z.object({ text: z.string(), challenges: z.int() })),
    /** What stands for them: given, or kept of earlier imports into the game. Not in the contract. */
    values: z.record(z.string(), z.string()),
    /** What becomes no challenge, and why. */
    refused: z.array(z.object({ from: z.string(), title: z.string(), reason: lineView })),
    notices: z.int(),
    posts: z.int(),
    notes: z.array(lineView)
  })
  .meta({ id: 'GameImportModel' })
export type ImportReport = z.infer<typeof importReport>

const yes = z.preprocess((given) => given === true || given === 'true' || given === '1', z.boolean())

/** How challenge folders are pushed into a game (docs/challenges-as-code.md#the-call). */
export const pushOptions = z.object({
  /** Only the plan. */
  dryRun: yes,
  /** The plan that was shown: another one by now is refused. */
  plan: hash.optional(),
  /** Leaves out challenges that cannot be used, instead of refusing all. */
  partial: yes,
  values: importOptions.shape.values
})
export type PushOptions = z.infer<typeof pushOptions>

/** One challenge folder, and a remark on it. */
const leftOut = z.object({ from: z.string(), title: z.string(), reason: lineView })

/** What a push does, or would do. Not in the contract. */
export const pushReport = z
  .object({
    gameId: z.int(),
    /** Of the game. */
    title: z.string(),
    /** Names this plan: sent with the push, it is done only if it is still the same. */
    plan: hash,
    created: importReport.shape.challenges,
    updated: importReport.shape.updates,
    unchanged: z.array(z.object({ from: z.string(), title: z.string() })),
    /** What cannot be used, and after a push what failed. */
    refused: z.array(leftOut),
    /** Files that are called like a challenge's and are none. */
    ignored: z.array(leftOut),
    /** Challenges that came from a folder and are in none now; a push leaves them. */
    gone: z.array(z.object({ challengeId: z.int(), title: z.string() })),
    marks: importReport.shape.marks
  })
  .meta({ id: 'ChallengePushModel' })
export type PushReport = z.infer<typeof pushReport>
