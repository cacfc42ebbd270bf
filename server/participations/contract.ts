import { z } from 'zod'
import { profileView } from '~/server/accounts/contract'
import { type GameFacts, PARTICIPATION_STATUSES } from '~/server/games/contract'
import { wireEnum, wireInt } from '~/server/platform/wire'

export {
  PARTICIPATION_STATUSES,
  type ParticipationStatus,
  STORED_STATUSES,
  type StoredStatus
} from '~/server/games/contract'

export const participationStatus = wireEnum(PARTICIPATION_STATUSES)

/** Body of a registration. A missing team counts as 0, hence 404 (contract, GameJoinModel). */
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
    status: z.enum(PARTICIPATION_STATUSES)
  })
  .meta({ id: 'ParticipationInfoModel' })
export type ParticipationInfo = z.infer<typeof participationInfo>

/** What the play guard gives to a caller it lets through (behaviour.md 3.2). */
export interface Play {
  game: GameFacts
  participationId: number
  teamId: number
  teamName: string
  /** Null in a game without divisions. */
  division: string | null
  /** `{teamId}:{base64 signature}` (behaviour.md 2.4). */
  token: string
}
