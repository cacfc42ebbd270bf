import { z } from 'zod'
import { customCategory } from '~/server/categories/contract'
import { boardLabels, CHALLENGE_CATEGORIES } from '~/server/challenges/contract'
import { wireTimeText } from '~/server/platform/wire'
import type { BoardChallenge, BoardItem, Scoreboard } from './rules'

type Members<T> = T extends readonly (infer E)[]
  ? Members<E>[]
  : T extends object
    ? { [Name in keyof T]-?: Members<T[Name]> }
    : null
type Same<A, B> = [Members<A>, Members<B>] extends [Members<B>, Members<A>] ? true : never
const same = <A, B>(_: Same<A, B>) => {}

const SOLVE_TYPES = ['Unaccepted', 'FirstBlood', 'SecondBlood', 'ThirdBlood', 'Normal'] as const

/** Schemas of the board for /api/openapi.json; `rules/contract.ts` documents the members. */
const blood = z
  .object({
    id: z.int(),
    name: z.string(),
    avatar: z.string().nullable(),
    submitTimeUtc: wireTimeText.nullable()
  })
  .meta({ id: 'Blood' })

const challenge = z
  .object({
    id: z.int(),
    title: z.string(),
    category: z.enum(CHALLENGE_CATEGORIES),
    /** The category of the game, which `category` stands for; absent without one. Not in the contract. */
    customCategory: customCategory.optional(),
    score: z.int(),
    solved: z.int(),
    bloods: z.array(blood).max(3),
    originalScore: z.int(),
    minScoreRate: z.number(),
    difficulty: z.number(),
    /** Values by counted solves, the last for more; absent without a scoring function. Not in the contract. */
    values: z.array(z.int()).optional(),
    /** `times`: [from, until) in Unix milliseconds whose solves do not lower the value; `solves`: how many. */
    decayStopped: z.object({ times: z.array(z.tuple([z.int(), z.int()])), solves: z.int() }).optional(),
    /** Absent without any. Not in the contract. */
    labels: boardLabels.optional()
  })
  .meta({ id: 'ChallengeInfo' })

const solve = z
  .object({
    id: z.int(),
    score: z.int(),
    type: z.enum(SOLVE_TYPES),
    userName: z.string().nullable(),
    time: wireTimeText,
    submissionId: z.int()
  })
  .meta({ id: 'ChallengeItem' })

const item = z
  .object({
    id: z.int(),
    participationId: z.int(),
    name: z.string(),
    bio: z.string().nullable(),
    organization: z.string().nullable(),
    avatar: z.string().nullable(),
    /** ISO 3166-1 alpha-2. Not in the contract. */
    country: z.string().nullable(),
    score: z.int(),
    rank: z.int(),
    organizationRank: z.int().nullable(),
    lastSubmissionTime: wireTimeText,
    solvedChallenges: z.array(solve),
    solvedCount: z.int(),
    /** Points beside solves, oldest first; `kind` and `reason` are not in the contract. */
    adjustments: z.array(
      z.object({
        time: wireTimeText,
        points: z.int(),
        kind: z.enum(['award', 'penalty', 'hint']),
        reason: z.string().nullable(),
        /** So many awards of a service as one; absent for others. */
        times: z.int().optional(),
        /** The challenge that they are for. */
        challengeId: z.int().optional()
      })
    )
  })
  .meta({ id: 'ScoreboardItem' })

const timeline = z
  .object({
    id: z.int(),
    name: z.string(),
    items: z.array(z.object({ time: wireTimeText, score: z.int() }))
  })
  .meta({ id: 'TopTimeLine' })

const challengesByCategory = z.partialRecord(z.enum(CHALLENGE_CATEGORIES), z.array(challenge))

export const boardView = z
  .object({
    seq: z.int(),
    updateTimeUtc: wireTimeText,
    bloodBonus: z.int(),
    timeLines: z.record(z.string(), z.array(timeline)),
    items: z.array(item),
    challenges: challengesByCategory,
    challengeCount: z.int()
  })
  .meta({ id: 'ScoreboardModel' })

/** Some teams of the board. Not in the contract. */
export const boardPart = z
  .object({
    seq: z.int(),
    updateTimeUtc: wireTimeText,
    challengeCount: z.int(),
    total: z.int(),
    length: z.int(),
    data: z.array(item),
    /** The caller's team, also when `data` has it; null for a caller without a team on the board. */
    own: item.nullable()
  })
  .meta({ id: 'ScoreboardPart' })

const rankStep = z.object({ time: wireTimeText, rank: z.int() })

/** A team of the board, and its ranks over time (docs/rules/scoring.md#rank-history). Not in the contract. */
export const boardTeam = z
  .object({
    seq: z.int(),
    updateTimeUtc: wireTimeText,
    challenges: challengesByCategory,
    item,
    /** Each rank with the time from which it held, oldest first; empty until the team scored. */
    ranks: z.array(rankStep),
    best: rankStep.nullable()
  })
  .meta({ id: 'ScoreboardTeam' })

same<z.infer<typeof item>, BoardItem>(true)
same<z.infer<typeof challenge>, BoardChallenge>(true)
same<Omit<z.infer<typeof boardView>, 'challenges'>, Omit<Scoreboard, 'challenges'>>(true)

const neighbour = z.object({ name: z.string(), score: z.int() })

/** The play view of a team (docs/rules/scoring.md#play-view). */
export const detailsView = z
  .object({
    challenges: challengesByCategory,
    challengeCount: z.int(),
    rank: item.nullable(),
    /** Teams next to the own one. Not in the contract. */
    beside: z.object({ ahead: neighbour.nullable(), behind: neighbour.nullable() }),
    teamToken: z.string(),
    writeupRequired: z.boolean(),
    writeupDeadline: wireTimeText,
    seq: z.int()
  })
  .meta({ id: 'GameDetailModel' })
