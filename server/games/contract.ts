import { z } from 'zod'
import type { Ctx } from '~/server/access/contract'
import { wireTimeText } from '~/server/platform/wire'
import { type RegistrationField, registrationFields } from '~/server/registration-fields/contract'
import type { GamePause } from './constants'
import { type DivisionLimit, divisionLimits } from './divisions'

export { bloodBonusOf, DEFAULT_BLOOD_BONUS } from './constants'
export * from './divisions'
export * from './input'

/** Stored states (docs/rules/participation.md#states). */
export const STORED_STATUSES = ['Pending', 'Accepted', 'Rejected', 'Suspended'] as const
export type StoredStatus = (typeof STORED_STATUSES)[number]

/** On the wire; `Unsubmitted`: no registration. */
export const PARTICIPATION_STATUSES = [...STORED_STATUSES, 'Unsubmitted'] as const
export type ParticipationStatus = (typeof PARTICIPATION_STATUSES)[number]

/** For services; never sent as it is. */
export interface GameFacts {
  id: number
  title: string
  hidden: boolean
  /** The run that it is a copy for; null for a game of people. */
  rehearsal: string | null
  start: Date
  /** For the last team, extra time included, which `announcedEnd` leaves out; `endOf` tells that of a team. */
  end: Date
  /** For teams whose division has no later one. */
  regularEnd: Date
  /** ISO text. */
  divisionEnds: Readonly<Record<string, string>>
  practiceMode: boolean
  /** Members may rate what their team solved. */
  feedback: boolean
  /** Null: open to everybody. */
  inviteCode: string | null
  divisions: string[]
  /** Members of a team; 0 = no limit. See `limitOf`. */
  memberLimit: number
  /** Of divisions with a limit of their own. */
  divisionLimits: DivisionLimit[]
  /** Offers to play alone. */
  solo: boolean
  registrationFields: RegistrationField[]
  /** Instances of a team; 0 = no limit. */
  containerLimit: number
  acceptWithoutReview: boolean
  writeupRequired: boolean
  writeupDeadline: Date
  bloodBonus: number
  /** On certificates; '' without. */
  certificateNote: string
  certificateSignature: string
  publicKey: string
  /** Start of the freeze; null without one, and once revealed. */
  freeze: Date | null
  /** End of the last pause; null before the first. */
  pausedUntil: Date | null
}

/** Null while the board moves (docs/rules/freeze.md). */
export const frozenSince = ({ freeze }: Pick<GameFacts, 'freeze'>, now: Date): Date | null =>
  freeze && now >= freeze ? freeze : null

/** Milliseconds that the clock of a process may be behind that of Postgres, which decides when a freeze begins. */
const CLOCK_MARGIN = 5000

/** As `frozenSince`, but never later than Postgres: for what must not be told once the board is frozen. */
export const mayBeFrozen = (game: Pick<GameFacts, 'freeze'>, now: Date): boolean =>
  frozenSince(game, new Date(now.getTime() + CLOCK_MARGIN)) !== null

export interface Standing {
  participationId: number
  teamId: number
  teamName: string
  status: StoredStatus
  division: string | null
  /** Extra time in milliseconds, which only the team and staff know. */
  extraMs: number
  token: string
  /** False for who left the team after a game that had ended: what the team shares is theirs no more. */
  member: boolean
  /** Published decisions of cases about the team. */
  decisions: number
  /** Messages of the organisers that nobody of the team has opened. */
  unread: number
  /** Required registration fields that the player or the team has not answered. */
  unanswered: number
}

/** For which team somebody is signed up in a game, and how that stands. */
export interface Registration {
  team: string
  status: StoredStatus
}

/** Cached games and the caller's place in them; every change invalidates. */
export interface GameAccess {
  /** For any caller. @throws AppError `game.not_found` 404 */
  info(gameId: number): Promise<GameFacts>
  /** @throws AppError `game.not_found` 404 also when the caller may not see it */
  see(ctx: Ctx, gameId: number): Promise<GameFacts>
  /** For calls that do not ask `see`. @throws AppError `game.not_found` 404 for the copy of another's rehearsal */
  refuseRehearsal(ctx: Ctx, gameId: number): Promise<void>
  /** Null for visitors and unregistered callers. */
  standing(ctx: Ctx, gameId: number): Promise<Standing | null>
  /** The caller's registrations in these games, by game, with one query for all of them. */
  registrations(ctx: Ctx, gameIds: readonly number[]): Promise<ReadonlyMap<number, Registration>>
  /** Those of the games in which the caller is signed up for an accepted team. */
  playing(ctx: Ctx, gameIds: readonly number[]): Promise<ReadonlySet<number>>
}

/** Divisions that end later than the others, by name. */
const laterEnds = z.array(z.object({ division: z.string(), end: wireTimeText }))

/** `final`: the last one, without extra time of teams; `regular`: when those end whose division is not in `later`. */
const gameEnds = z.object({ regular: wireTimeText, final: wireTimeText, later: laterEnds })
export type GameEnds = z.infer<typeof gameEnds>

const gamePause = z.object({
  since: wireTimeText,
  until: wireTimeText,
  reason: z.string()
}) satisfies z.ZodType<GamePause>

export const gameInfo = z
  .object({
    id: z.int(),
    title: z.string(),
    hidden: z.boolean(),
    summary: z.string(),
    content: z.string(),
    acceptWithoutReview: z.boolean(),
    writeupRequired: z.boolean(),
    inviteCode: z.string().nullable(),
    organizations: z.array(z.string()).nullable(),
    teamMemberCountLimit: z.int(),
    /** Not in the contract. */
    divisionLimits,
    solo: z.boolean(),
    registrationFields,
    containerCountLimit: z.int(),
    poster: z.string().nullable(),
    publicKey: z.string(),
    practiceMode: z.boolean(),
    /** Not in the contract. */
    feedback: z.boolean(),
    start: wireTimeText,
    end: wireTimeText,
    /** Not in the contract. */
    divisionEnds: laterEnds,
    writeupDeadline: wireTimeText,
    writeupNote: z.string(),
    bloodBonus: z.int(),
    /** Not in the contract. */
    certificateNote: z.string(),
    certificateSignature: z.string(),
    /** Start of the freeze, and time of the reveal. Not in the contract. */
    freeze: wireTimeText.nullable(),
    revealed: wireTimeText.nullable(),
    /** Minutes after the last end at which a freeze ends by itself; null: by hand. Not in the contract. */
    revealAfter: z.int().nullable(),
    /** The last pause, over or not; null before the first. Not in the contract. */
    pause: gamePause.nullable(),
    /** Counts the writes, see `gameInput`. Not in the contract. */
    version: z.int()
  })
  .meta({ id: 'GameInfoModel' })
export type GameInfo = z.infer<typeof gameInfo>

export const gameCard = z
  .object({
    id: z.int(),
    title: z.string(),
    summary: z.string(),
    poster: z.string().nullable(),
    /** Members of a team; 0 = no limit, 1 = individual. */
    limit: z.int(),
    start: wireTimeText,
    /** When the last team ends. */
    end: wireTimeText,
    /** Challenges stay open after the end. Not in the contract. */
    practiceMode: z.boolean(),
    teamCount: z.int(),
    /** The last pause, over or not; null before the first. Not in the contract. */
    pause: gamePause.nullable()
  })
  .meta({ id: 'BasicGameInfoModel' })
export type GameCard = z.infer<typeof gameCard>

export const gameView = z
  .object({
    id: z.int(),
    title: z.string(),
    summary: z.string(),
    content: z.string(),
    hidden: z.boolean(),
    organizations: z.array(z.string()).nullable(),
    /** Members by division where they differ from `limit`, and whether playing alone is offered. Not in the contract. */
    divisionLimits,
    solo: z.boolean(),
    /** What is asked at sign-up. Not in the contract. */
    registrationFields,
    inviteCodeRequired: z.boolean(),
    writeupRequired: z.boolean(),
    poster: z.string().nullable(),
    limit: z.int(),
    teamCount: z.int(),
    organization: z.string().nullable(),
    teamName: z.string().nullable(),
    practiceMode: z.boolean(),
    status: z.enum(PARTICIPATION_STATUSES),
    /** False for others, and for who left the team after its end (docs/rules/teams.md#leave-and-kick). Not in the contract. */
    member: z.boolean(),
    start: wireTimeText,
    /** For the caller's team; for others the last end that everybody is told. */
    end: wireTimeText,
    /** Not in the contract. */
    ends: gameEnds,
    /** The last team has ended, also one with extra time. Not in the contract. */
    over: z.boolean(),
    /** Teams need no review. Not in the contract. */
    acceptWithoutReview: z.boolean(),
    /** For team tokens (`POST /api/team/verify`). Not in the contract. */
    publicKey: z.string(),
    /** Start of the freeze; null without one, and once revealed. Not in the contract. */
    freeze: wireTimeText.nullable(),
    /** Deadline of writeups; null where none are required. Not in the contract. */
    writeupsUntil: wireTimeText.nullable(),
    /** The last pause, which may be over; null before the first. Not in the contract. */
    pause: gamePause.nullable(),
    corrections: z.int(),
    /** Decisions of cases about the caller's team. Not in the contract. */
    decisions: z.int(),
    /** Messages of the organisers to the caller's team that nobody of it has opened. Not in the contract. */
    unread: z.int(),
    /** Required registration fields that the caller or the caller's team has not answered. Not in the contract. */
    unanswered: z.int()
  })
  .meta({ id: 'DetailedGameInfoModel' })
export type GameView = z.infer<typeof gameView>

export const GAME_STATES = ['running', 'upcoming', 'ended'] as const
export const GAME_SIZES = ['individual', 'limited', 'any'] as const

/** Null = any. */
export interface CatalogueQuery {
  state: (typeof GAME_STATES)[number] | null
  size: (typeof GAME_SIZES)[number] | null
  count: number
  skip: number
}

/** Visible games (docs/rules/games.md#lists). */
export interface HomeGames {
  running: GameCard[]
  next: GameCard[]
  recent: GameCard[]
}

export interface GameRemoval {
  teams: number
  challenges: number
  submissions: number
  solves: number
  notices: number
}

export interface GameFigures {
  gameId: number
  /** For the last team, extra time included. */
  end: Date
  teams: number
  pending: number
  challenges: number
}
