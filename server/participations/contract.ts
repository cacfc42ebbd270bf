import { z } from 'zod'
import type { Ctx } from '~/server/access/contract'
import { profileView } from '~/server/accounts/contract'
import { type GameFacts, PARTICIPATION_STATUSES, type StoredStatus } from '~/server/games/contract'
import { STORABLE } from '~/server/platform/text-fields'
import { wireEnum, wireInt, wireTimeText } from '~/server/platform/wire'
import { type Answers, answers, givenAnswers } from '~/server/registration-fields/contract'
import type { Reserved } from '~/server/sign-in/contract'
import { shownView } from '~/server/teams/contract'

export {
  PARTICIPATION_STATUSES,
  type ParticipationStatus,
  STORED_STATUSES,
  type StoredStatus
} from '~/server/games/contract'

export const participationStatus = wireEnum(PARTICIPATION_STATUSES)

/** Why a team's state changes, for staff alone (docs/rules/participation.md#review). */
export const reviewReason = z
  .string({ error: 'field.type_mismatch' })
  .trim()
  .max(1000, 'field.text_too_long')
  .regex(STORABLE, 'field.characters')

/** A missing team counts as 0, hence 404 (docs/rules/participation.md#joining). */
export const joinInput = z
  .object({
    teamId: wireInt().default(0),
    organization: z.string({ error: 'field.type_mismatch' }).max(256, 'field.text_too_long').nullish(),
    inviteCode: z.string({ error: 'field.type_mismatch' }).max(256, 'field.text_too_long').nullish(),
    /** To the game's registration fields, by id. Not in the contract. */
    answers: givenAnswers.optional()
  })
  .meta({ id: 'GameJoinModel' })
export type JoinInput = z.infer<typeof joinInput>

export const aloneInput = joinInput.omit({ teamId: true }).meta({ id: 'GameJoinAloneModel' })
export type AloneInput = z.infer<typeof aloneInput>

export const reviewedTeam = z
  .object({
    id: z.int(),
    name: z.string().nullable(),
    bio: z.string().nullable(),
    avatar: z.string().nullable(),
    ...shownView,
    locked: z.boolean(),
    captainId: z.uuid(),
    members: z.array(profileView).nullable()
  })
  .meta({ id: 'TeamWithDetailedUserInfo' })

export const participationInfo = z
  .object({
    id: z.int(),
    team: reviewedTeam,
    /** Registered users, former team members included. */
    registeredMembers: z.array(z.uuid()),
    organization: z.string().nullable(),
    status: z.enum(PARTICIPATION_STATUSES),
    /** Of the first member. Not in the contract. */
    createdAt: wireTimeText,
    /** The team's answers by field id, and those of registered users. Not in the contract. */
    answers,
    playerAnswers: z.record(z.string(), answers)
  })
  .meta({ id: 'ParticipationInfoModel' })
export type ParticipationInfo = z.infer<typeof participationInfo>

/** A part of the list; 0 = all. Not in the contract. */
export const participationPart = z.object({
  count: wireInt(0)
    .default(0)
    .transform((count) => count || null),
  skip: wireInt(0).default(0)
})

export interface ReviewFilter {
  /** Part of a team's name or id, or a member's name, address or student number; blank = all. */
  search: string
  /** Null = all. */
  status: StoredStatus | null
  division: string | null
}

export interface ReviewSummary {
  /** Pending ones of the filter in order of sign-up; at most 1000. */
  waiting: number[]
  counts: Record<StoredStatus, number>
  /** By name; includes those no longer offered. */
  divisions: string[]
}

/** Absent = unchanged. Not in the contract. */
export const participationEdit = z
  .object({
    status: participationStatus.optional(),
    /** Null in a game without divisions. */
    organization: z.string({ error: 'field.type_mismatch' }).max(256, 'field.text_too_long').nullish(),
    /** Of a changed status. Not in the contract. */
    reason: reviewReason.nullish()
  })
  .meta({ id: 'ParticipationEditModel' })
export type ParticipationEdit = z.infer<typeof participationEdit>

export interface TeamChoice {
  id: number
  name: string
  members: number
  /** The reader's place among them by joining the team, from 1. */
  place: number
  /** Null: not signed up. */
  status: StoredStatus | null
  division: string | null
  /** Whether the reader leads it. */
  captain: boolean
  players: number
  own: boolean
}

/** The reader's team in a game. */
export interface Crew {
  /** Its players, in order of sign-up. */
  names: string[]
  members: number
  /** It sent a writeup. */
  writeup: boolean
}

export interface JoinOptions {
  teams: TeamChoice[]
  /** Null while the reader does not play. */
  crew: Crew | null
  /** Divisions that login providers decide about (docs/rules/accounts.md#divisions-by-rules). */
  reserved: Reserved
  /** What the reader of a rejected team answered before; null for others, and where the game asks nothing. */
  answers: { player: Answers; team: Answers } | null
  /** Whether a role in the game keeps the reader from signing up (docs/rules/game-staff.md#playing). */
  staff: boolean
}

/** Result of the play guard (docs/rules/participation.md#play-guard). */
export interface Play {
  game: GameFacts
  participationId: number
  teamId: number
  teamName: string
  /** Null in a game without divisions. */
  division: string | null
  /** Extra time, which only the team and staff know; 0 without (docs/rules/participation.md#extra-time). */
  extraMs: number
  /** `{teamId}:{base64 signature}` (docs/rules/teams.md#team-token). */
  token: string
}

/** Every call of a player runs it first. */
export interface PlayGuard {
  /**
   * Reads only caches. `afterEnd`: also after the end; `anyTime`: also before the start, for callers whose statement decides by the
   * database's clock. @throws AppError (docs/rules/participation.md#play-guard)
   */
  guardPlay(ctx: Ctx, gameId: number, options?: { afterEnd?: boolean; anyTime?: boolean }): Promise<Play>
}
