import { z } from 'zod'
import { CHALLENGE_LIMITS } from '~/server/challenges/contract'

/** Largest event file in bytes, and the most of each list in it. */
export const EVENT_LIMITS = {
  bytes: 128 * 1024 * 1024,
  challenges: 2000,
  teams: 100_000,
  solves: 1_000_000
} as const

/** The value of a challenge whose file does not say one (docs/rules/challenges.md#fields-and-defaults). */
export const DEFAULT_CURVE = { score: 1000, minScoreRate: 0.25, difficulty: 5 } as const

const label = (max: number) =>
  z.string().min(1, 'must not be empty').max(max, `must not be longer than ${max} characters`)

const visible = (max: number) =>
  z.string().max(max, `must not be longer than ${max} characters`).regex(/\S/, 'must not be blank')

/** Unix seconds, fractions allowed, until the year 9999. */
const unixSeconds = z
  .number()
  .min(0, 'must not be before 1970')
  .lt(253_402_300_800, 'must be Unix time in seconds, not milliseconds')

const eventChallenge = z.object({
  title: visible(CHALLENGE_LIMITS.title),
  /** One of the thirteen, ignoring case; anything else counts as Misc. */
  category: z.string().max(200).nullish(),
  /** Markdown. */
  content: z.string().max(CHALLENGE_LIMITS.content).nullish(),
  hints: z.array(z.string().max(CHALLENGE_LIMITS.hint)).max(CHALLENGE_LIMITS.hints).nullish(),
  /** Absent: derived from the title, see `flagFor`. */
  flag: label(CHALLENGE_LIMITS.flag)
    .regex(/^\S(.*\S)?$/s, 'must not begin or end with a space')
    .nullish(),
  score: z.int().min(0).max(CHALLENGE_LIMITS.score).nullish(),
  minScoreRate: z.number().min(0).max(1).nullish(),
  difficulty: z.number().min(0.01).max(100_000).nullish()
})

const address = z.string().max(1000)

const eventTeam = z.object({
  name: label(1000),
  division: visible(64).nullish(),
  /** Addresses of accounts that may be here. */
  members: z.array(address).max(1000).nullish()
})

const eventSolve = z.object({
  team: label(1000),
  challenge: label(200),
  at: unixSeconds,
  /** Address of the member who solved it. */
  by: address.nullish()
})

/** An event file. Members that are not named here are ignored. */
export const eventFile = z
  .object({
    title: visible(200),
    summary: z.string().max(4096).nullish(),
    /** Markdown. */
    content: z.string().max(262_144).nullish(),
    start: unixSeconds,
    end: unixSeconds,
    challenges: z.array(eventChallenge).min(1, 'must not be empty').max(EVENT_LIMITS.challenges),
    /** Teams that only `solves` names are added behind these. */
    teams: z.array(eventTeam).max(EVENT_LIMITS.teams).nullish(),
    solves: z.array(eventSolve).max(EVENT_LIMITS.solves)
  })
  .refine(({ start, end }) => start < end, { error: 'must be after start', path: ['end'] })
export type EventFile = z.infer<typeof eventFile>

/** An event as the platform can hold it: names cleaned, references resolved, times in milliseconds. */
export interface SeedEvent {
  title: string
  summary: string
  content: string
  start: number
  end: number
  /** In order of first mention; empty without divisions. */
  divisions: string[]
  challenges: SeedChallenge[]
  teams: SeedTeam[]
  /** By time, then place in the file. */
  solves: SeedSolve[]
}

export interface SeedChallenge {
  title: string
  category: string
  content: string
  hints: string[]
  flag: string
  score: number
  minScoreRate: number
  difficulty: number
}

export interface SeedTeam {
  /** At most 50 characters; unique in the event. */
  name: string
  division: string | null
  /** Addresses of members; absent where the file has none. */
  members?: string[]
}

export interface SeedSolve {
  /** Index in `teams`. */
  team: number
  /** Index in `challenges`. */
  challenge: number
  /** Milliseconds. */
  at: number
  /** Address of the member; absent where the file has none. */
  by?: string
  /** The pair's earliest inside `[start, end)`: the one that scores. */
  counts: boolean
}

/** A team of the platform that an event names, with those of its members whom the event names too. */
export interface KnownTeam {
  id: number
  /** Who stands for the team: its captain, if the event names that one. */
  leader: string
  /** Accounts by the key of their address. */
  members: Map<string, string>
}

/** What the rows of an event became; same order as in the event. */
export interface ImportedIds {
  gameId: number
  /** Who stands for each team. */
  users: string[]
  /** Teams that were here before, with their members; null for the others. */
  known: (KnownTeam | null)[]
  participations: number[]
  challenges: number[]
}

/** What is wrong with an event file, in one line. */
export class EventFault extends Error {
  override name = 'EventFault'
}
