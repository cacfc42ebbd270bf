import { z } from 'zod'
import { SCORING_FUNCTIONS, type ScoringFunction } from '~/scoring/rules'
import { COUNTRIES, MAX_AFFILIATION_LENGTH, MAX_WEBSITE_LENGTH } from '~/server/accounts/constants'
import { isWebsite } from '~/server/accounts/contract'
import { CHALLENGE_LIMITS } from '~/server/challenges/contract'

export const EVENT_LIMITS = {
  bytes: 128 * 1024 * 1024,
  challenges: 2000,
  teams: 100_000,
  solves: 1_000_000
} as const

const label = (max: number) =>
  z.string().min(1, 'must not be empty').max(max, `must not be longer than ${max} characters`)

const visible = (max: number) =>
  z.string().max(max, `must not be longer than ${max} characters`).regex(/\S/, 'must not be blank')

/** Fractions allowed, until the year 9999. */
const unixSeconds = z
  .number()
  .min(0, 'must not be before 1970')
  .lt(253_402_300_800, 'must be Unix time in seconds, not milliseconds')

const eventChallenge = z.object({
  title: visible(CHALLENGE_LIMITS.title),
  /** A category, ignoring case; others are Misc. */
  category: z.string().max(200).nullish(),
  content: z.string().max(CHALLENGE_LIMITS.content).nullish(),
  hints: z.array(z.string().max(CHALLENGE_LIMITS.hint)).max(CHALLENGE_LIMITS.hints).nullish(),
  /** Absent: see `flagFor`. */
  flag: label(CHALLENGE_LIMITS.flag)
    .regex(/^\S(.*\S)?$/s, 'must not begin or end with a space')
    .nullish(),
  score: z.int().min(0).max(CHALLENGE_LIMITS.score).nullish(),
  minScoreRate: z.number().min(0).max(1).nullish(),
  difficulty: z.number().min(0.01).max(100_000).nullish(),
  scoring: z.enum(SCORING_FUNCTIONS).nullish()
})

const address = z.string().max(1000)

/** Characters of the name of an account that is made for a team. */
export const MAX_CAPTAIN_LENGTH = 40

const eventTeam = z.object({
  name: label(1000),
  division: visible(64).nullish(),
  captain: visible(MAX_CAPTAIN_LENGTH).nullish(),
  members: z.array(address).max(1000).nullish(),
  affiliation: visible(MAX_AFFILIATION_LENGTH).nullish(),
  website: z
    .string()
    .max(MAX_WEBSITE_LENGTH, `must not be longer than ${MAX_WEBSITE_LENGTH} characters`)
    .refine(isWebsite, 'must be an address by https without a login')
    .nullish(),
  country: z.enum(COUNTRIES as [string, ...string[]], 'must be a code of ISO 3166-1, such as DE').nullish()
})

const eventSolve = z.object({
  team: label(1000),
  challenge: label(200),
  at: unixSeconds,
  by: address.nullish()
})

/** Unknown members are ignored. */
export const eventFile = z
  .object({
    title: visible(200),
    summary: z.string().max(4096).nullish(),
    content: z.string().max(262_144).nullish(),
    start: unixSeconds,
    end: unixSeconds,
    challenges: z.array(eventChallenge).min(1, 'must not be empty').max(EVENT_LIMITS.challenges),
    /** Teams named only by `solves` are appended. */
    teams: z.array(eventTeam).max(EVENT_LIMITS.teams).nullish(),
    solves: z.array(eventSolve).max(EVENT_LIMITS.solves)
  })
  .refine(({ start, end }) => start < end, { error: 'must be after start', path: ['end'] })
export type EventFile = z.infer<typeof eventFile>

/** Cleaned names, resolved references, times in milliseconds. */
export interface SeedEvent {
  title: string
  summary: string
  content: string
  start: number
  end: number
  /** Divisions in order of first mention; empty for none. */
  divisions: string[]
  challenges: SeedChallenge[]
  teams: SeedTeam[]
  /** Solves by time, then place in the file. */
  solves: SeedSolve[]
}

interface SeedChallenge {
  title: string
  category: string
  content: string
  hints: string[]
  flag: string
  score: number
  minScoreRate: number
  difficulty: number
  /** Absent = the standard curve. */
  scoring?: ScoringFunction
  /** Those of the function. */
  values?: number[]
}

export interface SeedTeam {
  /** The name, at most 50 characters, unique. */
  name: string
  division: string | null
  affiliation?: string
  website?: string
  country?: string
  /** Name of the account that is made for it. */
  captain?: string
  members?: string[]
}

export interface SeedSolve {
  /** Index in `teams`. */
  team: number
  /** Index in `challenges`. */
  challenge: number
  at: number
  by?: string
  /** Earliest of its pair within `[start, end)`: the one that scores. */
  counts: boolean
}

/** An existing team with the members that the event names. */
export interface KnownTeam {
  id: number
  /** The captain, if the event names that one. */
  leader: string
  members: Map<string, string>
}

export interface ImportedIds {
  gameId: number
  users: string[]
  known: (KnownTeam | null)[]
  participations: number[]
  challenges: number[]
}

export class EventFault extends Error {
  override name = 'EventFault'
}
