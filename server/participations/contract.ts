import { z } from 'zod'
import type { Ctx } from '~/server/access/contract'
import { profileView } from '~/server/accounts/contract'
import { type GameFacts, PARTICIPATION_STATUSES, type StoredStatus } from '~/server/games/contract'
import { wireEnum, wireInt, wireTimeText } from '~/server/platform/wire'

export {
  PARTICIPATION_STATUSES,
  type ParticipationStatus,
  STORED_STATUSES,
  type StoredStatus
} from '~/server/games/contract'

export const participationStatus = wireEnum(PARTICIPATION_STATUSES)

/** Body of a registration. A missing team counts as 0, hence 404 (docs/rules/participation.md#joining). */
export const joinInput = z
  .object({
    teamId: wireInt().default(0),
    organization: z.string({ error: 'field.type_mismatch' }).max(256, 'field.text_too_long').nullish(),
    inviteCode: z.string({ error: 'field.type_mismatch' }).max(256, 'field.text_too_long').nullish()
  })
  .meta({ id: 'GameJoinModel' })
export type JoinInput = z.infer<typeof joinInput>

/** A team and all its members, as those who review registrations see it. */
export const reviewedTeam = z
  .object({
    id: z.int(),
    name: z.string().nullable(),
    bio: z.string().nullable(),
    avatar: z.string().nullable(),
    locked: z.boolean(),
    captainId: z.uuid(),
    members: z.array(profileView).nullable()
  })
  .meta({ id: 'TeamWithDetailedUserInfo' })

/** A registration under review. */
export const participationInfo = z
  .object({
    id: z.int(),
    team: reviewedTeam,
    /** Ids of the users who joined the game; a subset of the members, or more when somebody left the team. */
    registeredMembers: z.array(z.uuid()),
    organization: z.string().nullable(),
    status: z.enum(PARTICIPATION_STATUSES),
    /** When the first member signed up. Not in the contract. */
    createdAt: wireTimeText
  })
  .meta({ id: 'ParticipationInfoModel' })
export type ParticipationInfo = z.infer<typeof participationInfo>

/** The part of a game's registrations that is asked for; 0 = all of them. Not in the contract. */
export const participationPart = z.object({
  count: wireInt(0)
    .default(0)
    .transform((count) => count || null),
  skip: wireInt(0).default(0)
})

/** Which registrations of a game are looked at. */
export interface ReviewFilter {
  /** Part of a name of the team or a member, of a real name, an address, a student number or the team's id; blank = all. */
  search: string
  /** Null = all. */
  status: StoredStatus | null
  /** Null = all. */
  division: string | null
}

/** The head of a list of registrations. */
export interface ReviewSummary {
  /** Those that fit the filter and wait, in the order they came; at most 1000. */
  waiting: number[]
  /** Of the whole game. */
  counts: Record<StoredStatus, number>
  /** Divisions that teams of the game are in, by name; the game may no longer offer them. */
  divisions: string[]
}

/** What an administrator changes about a registration; absent members stay as they are. Not in the contract. */
export const participationEdit = z
  .object({
    status: participationStatus.optional(),
    /** One of the game's divisions; null where the game has none. */
    organization: z.string({ error: 'field.type_mismatch' }).max(256, 'field.text_too_long').nullish()
  })
  .meta({ id: 'ParticipationEditModel' })
export type ParticipationEdit = z.infer<typeof participationEdit>

/** A team of the reader, as the game's page offers it. */
export interface TeamChoice {
  id: number
  name: string
  /** People in the team. */
  members: number
  /** How the team takes part; null when nobody has signed it up. */
  status: StoredStatus | null
  division: string | null
  /** Members who have signed up. */
  players: number
  /** The reader is one of them. */
  own: boolean
}

/** What the page of a game offers the reader for joining it. */
export interface JoinOptions {
  teams: TeamChoice[]
  /** Names of those who signed up with the reader's team, first come first; empty while the reader has not. */
  players: string[]
}

/** What the play guard gives to a caller it lets through (docs/rules/participation.md#play-guard). */
export interface Play {
  game: GameFacts
  participationId: number
  teamId: number
  teamName: string
  /** Null in a game without divisions. */
  division: string | null
  /** `{teamId}:{base64 signature}` (docs/rules/teams.md#team-token). */
  token: string
}

/** The check that every call of a player passes first. */
export interface PlayGuard {
  /**
   * Returns as whom the caller plays. Reads caches only.
   * @param options `afterEnd`: also lets through after the end of a game without practice mode
   * @throws AppError as docs/rules/participation.md#play-guard says
   */
  guardPlay(ctx: Ctx, gameId: number, options?: { afterEnd?: boolean }): Promise<Play>
}
