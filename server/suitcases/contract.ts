import { z } from 'zod'
import { shownFields } from '~/server/accounts/contract'
import { correctionPreview, correctionReason } from '~/server/corrections/contract'
import { divisionEnds } from '~/server/games/contract'
import { SHA256_HEX } from '~/server/platform/sha256'
import { wireTimeText } from '~/server/platform/wire'
import { answers, FIELD_LIMITS, registrationField } from '~/server/registration-fields/contract'
import { MAX_TEAM_BIO_LENGTH } from '~/server/teams/contract'

export const SUITCASE_LIMITS = {
  /** Bytes of a file of results. */
  results: 64 * 1024 * 1024,
  /** Bytes of `suitcase.json` and of `people.json`. */
  lists: 64 * 1024 * 1024,
  teams: 20_000,
  challenges: 2000,
  images: 2000,
  /** Teams whose match is chosen by hand, and teams that a preview names. */
  matched: 500,
  /** Suitcases of a game that are listed. */
  listed: 100
} as const

export const SUITCASE_FORMAT = 'halyard-suitcase'
export const RESULTS_FORMAT = 'results'
export const FORMAT_VERSION = 1

const id = z.int().min(1)
const sha256 = z.string().regex(SHA256_HEX)
const publicKey = z.base64().length(44)

/** Ids of this installation and of the home. */
export const homeIds = z.array(z.object({ own: id, home: id }))
export type HomeIds = z.infer<typeof homeIds>

const moment = z.iso
  .datetime()
  .transform((given) => new Date(given))
  .nullable()
  .default(null)

/** Times that archives of games leave out; absent in suitcases of older versions. */
const packedChallenge = z.object({
  id,
  title: z.string().max(1000),
  releaseAt: moment,
  /** Whether its release is announced; null where the game decides. */
  releaseAnnounce: z.boolean().nullable().default(null),
  closesAt: moment
})
const packedTimes = z.object({ freezeAt: moment, divisionEnds: divisionEnds.default({}) })

/** `suitcase.json` (docs/suitcase.md#the-file). */
export const suitcaseManifest = z.object({
  format: z.literal(SUITCASE_FORMAT),
  version: z.literal(FORMAT_VERSION),
  id: z.uuid(),
  packedAt: z.iso.datetime(),
  home: z.object({ game: id, title: z.string().max(1000), publicKey }),
  /** Challenges in the order of the game's archive. */
  challenges: z.array(packedChallenge).max(SUITCASE_LIMITS.challenges),
  times: packedTimes.default({ freezeAt: null, divisionEnds: {} }),
  images: z
    .array(z.object({ reference: z.string().max(1000), id: z.string().max(200), bytes: z.int().min(0) }))
    .max(SUITCASE_LIMITS.images),
  files: z.array(z.object({ name: z.string().max(100), bytes: z.int().min(0), sha256 })).max(10)
})
export type SuitcaseManifest = z.infer<typeof suitcaseManifest>

/** Answers by the place of the question; none in suitcases of older versions. */
const packedAnswers = answers.default({})

const person = z.object({
  id: z.uuid(),
  userName: z.string().min(1).max(512),
  email: z.string().min(1).max(512),
  passwordHash: z.string().min(1).max(1000),
  answers: packedAnswers
})
export type PackedPerson = z.infer<typeof person>

const none = <T extends z.ZodType>(schema: T) => schema.transform((value) => value ?? null)

/** What a team shows about itself; null for nothing, and in suitcases of older versions. */
const shown = {
  bio: none(z.string().max(MAX_TEAM_BIO_LENGTH).nullish()),
  affiliation: none(shownFields.affiliation),
  website: none(shownFields.website),
  country: none(shownFields.country)
}

export const SHOWS_NOTHING = { bio: null, affiliation: null, website: null, country: null }

/** `people.json`: accepted teams with their registered members, the captain first where one is registered. */
export const suitcasePeople = z.object({
  teams: z
    .array(
      z.object({
        participation: id,
        name: z.string().min(1).max(50),
        division: z.string().max(64).nullable(),
        ...shown,
        answers: packedAnswers,
        members: z.array(person).max(1000)
      })
    )
    .max(SUITCASE_LIMITS.teams),
  /** Questions of the game at sign-up, in order. */
  questions: z
    .array(registrationField.pick({ of: true, kind: true, label: true }))
    .max(FIELD_LIMITS.fields)
    .default([])
})
export type SuitcasePeople = z.infer<typeof suitcasePeople>
export type PackedTeam = SuitcasePeople['teams'][number]

/** First line of a file of results (docs/suitcase.md#results). */
export const resultsHead = z.object({
  halyard: z.literal(RESULTS_FORMAT),
  version: z.literal(FORMAT_VERSION),
  suitcase: z.uuid(),
  homeKey: publicKey,
  publicKey,
  challenges: homeIds.max(SUITCASE_LIMITS.challenges),
  /** `home`: null for a team that was made there. */
  teams: z
    .array(
      z.object({
        own: id,
        home: id.nullable(),
        name: z.string().min(1).max(50),
        division: z.string().max(64).nullable()
      })
    )
    .max(SUITCASE_LIMITS.teams)
})
export type ResultsHead = z.infer<typeof resultsHead>

/** The text that the key of the other machine's game signs; `digest`: SHA-256 of all lines before, in hexadecimal. */
export const resultsMessage = (suitcase: string, digest: string): string =>
  `HALYARD_RESULTS_${suitcase}_${digest}`

/** The text that the key of the home game signs; `digest`: SHA-256 of `suitcase.json`, in hexadecimal. */
export const manifestMessage = (digest: string): string => `HALYARD_SUITCASE_${digest}`

/** For each participation of the other machine: a participation here, a new team, or left out. */
const matching = z
  .record(z.string().regex(/^[1-9]\d{0,9}$/), z.union([z.enum(['new', 'skip']), id]))
  .refine((given) => Object.keys(given).length <= SUITCASE_LIMITS.matched, 'field.list_too_long')
export type Matching = z.infer<typeof matching>

export const mergePreviewInput = z
  .object({ teams: matching.optional() })
  .meta({ id: 'SuitcaseMergePreviewModel' })
export type MergePreviewInput = z.infer<typeof mergePreviewInput>

export const mergeInput = z
  .object({
    teams: matching.optional(),
    reason: correctionReason,
    /** The digest of the preview; `correction.moved_on` refuses if the effect has changed. */
    digest: sha256,
    /** The fingerprint that the other machine shows; not needed once its key is confirmed. Blanks and case do not matter. */
    fingerprint: z.string().max(200, 'field.text_too_long').optional()
  })
  .meta({ id: 'SuitcaseMergeModel' })
export type MergeInput = z.infer<typeof mergeInput>

/** `correction`: its number (docs/rules/corrections.md). */
export const mergeDone = z.object({ correction: z.int() }).meta({ id: 'SuitcaseMerged' })

export const ONE_RESULT = { field: 'file', files: 1, fileSize: SUITCASE_LIMITS.results }

export const suitcaseView = z
  .object({
    id: z.uuid(),
    packed: wireTimeText,
    /** Null for a deleted account. */
    by: z.string().nullable(),
    /** The confirmed key's fingerprint; null before. */
    fingerprint: z.string().nullable(),
    /** When the newest results were received; null before. */
    received: wireTimeText.nullable(),
    /** Entries of the ledger that were merged. */
    merged: z.int()
  })
  .meta({ id: 'Suitcase' })
export type SuitcaseView = z.infer<typeof suitcaseView>

const HOW = ['pack', 'before', 'name', 'chosen', 'new', 'skip', 'left'] as const

export const mergePreview = z
  .object({
    suitcase: suitcaseView,
    /** The fingerprint of the key that signed the results. */
    fingerprint: z.string(),
    confirmed: z.boolean(),
    entries: z.int(),
    solves: z.int(),
    awards: z.int(),
    /**
     * How teams there are found here, at most `SUITCASE_LIMITS.matched`: those that are not certain first. `left`: off the
     * board there, so nothing of it is imported.
     */
    teams: z.array(
      z.object({
        own: z.int(),
        name: z.string(),
        how: z.enum(HOW),
        /** Null for a new team, or none. */
        here: z.object({ participationId: z.int(), name: z.string() }).nullable()
      })
    ),
    teamCount: z.int(),
    /**
     * Numbers of solves and awards that are not imported: outside the times of game or challenge or later than now, of challenges that are not
     * here, of left-out teams.
     */
    left: z.object({ outside: z.int(), challenges: z.int(), teams: z.int() }),
    preview: correctionPreview
  })
  .meta({ id: 'SuitcaseMergePreview' })
export type MergePreview = z.infer<typeof mergePreview>
export type Match = MergePreview['teams'][number]
