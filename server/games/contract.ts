import { z } from 'zod'
import type { Ctx } from '~/server/access/contract'
import { VISIBLE, wireInstant, wireInt, wireTimeText } from '~/server/platform/wire'
import type { GamePause } from './constants'
import { type DivisionLimit, divisionLimits } from './divisions'

export * from './divisions'

/** 50, 30 and 10 per mille, packed (docs/rules/scoring.md#blood-bonus). */
export const DEFAULT_BLOOD_BONUS = 52_459_530

/** Bonus of the first three solvers per mille; null for an invalid value (docs/rules/scoring.md#blood-bonus). */
export function bloodBonusOf(packed: number): { first: number; second: number; third: number } | null {
  const bonus = {
    first: Math.floor(packed / 2 ** 20),
    second: Math.floor(packed / 2 ** 10) % 1024,
    third: packed % 1024
  }
  const valid = Object.values(bonus).every((share) => share >= 0 && share <= 1000)
  return valid ? bonus : null
}

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

export interface Standing {
  participationId: number
  teamId: number
  teamName: string
  status: StoredStatus
  division: string | null
  /** Extra time in milliseconds, which only the team and staff know. */
  extraMs: number
  token: string
  /** Published decisions of cases about the team. */
  decisions: number
  /** Messages of the organisers that nobody of the team has opened. */
  unread: number
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
  playing(ctx: Ctx, gameIds: readonly number[]): Promise<ReadonlySet<number>>
}

const text = (max: number) =>
  z
    .string({ error: 'field.type_mismatch' })
    .max(max, 'field.text_too_long')
    .regex(/^[^\0]*$/, 'field.characters')

const divisionList = z
  .array(
    text(64)
      .transform((name) => name.normalize('NFKC').trim())
      .pipe(z.string().min(1, 'field.required'))
      // The board's key for all divisions (docs/rules/games.md#divisions).
      .refine((name) => name.toLowerCase() !== 'all', 'game.division_reserved'),
    { error: 'field.type_mismatch' }
  )
  .max(100, 'field.out_of_range')
  .transform((names) => [...new Set(names)])

/** Members by division; what names no division of the game is dropped. */
const divisionLimitList = z
  .array(z.object({ division: text(64), limit: wireInt(0) }), { error: 'field.type_mismatch' })
  .max(100, 'field.out_of_range')

/** Accepted and ignored, so that a read game can be sent back. */
const ignored = {
  id: z.unknown().meta({ type: 'integer' }).optional(),
  poster: z
    .unknown()
    .meta({ type: ['string', 'null'] })
    .optional(),
  publicKey: z.unknown().meta({ type: 'string' }).optional()
}

/** A value out of bounds becomes the default (docs/rules/scoring.md#blood-bonus). */
const packedBonus = wireInt(0, Number.MAX_SAFE_INTEGER).transform((packed) =>
  bloodBonusOf(packed) ? packed : DEFAULT_BLOOD_BONUS
)

/** True unless both are given in the wrong order. */
export const inOrder = ({ start, end }: { start?: Date; end?: Date }) => !start || !end || start < end
const OUT_OF_ORDER = { error: 'game.end_before_start', path: ['end'] }

export const WRITEUP_HOURS = 3
export const CERTIFICATE_LIMITS = { note: 280, signature: 100 } as const

/** Absent members get these defaults. */
export const gameInput = z
  .object({
    ...ignored,
    title: z
      .string({ error: 'field.title_required' })
      .max(200, 'field.text_too_long')
      .regex(/^[^\0]*$/, 'field.characters')
      .regex(VISIBLE, 'field.title_required'),
    hidden: z.boolean({ error: 'field.type_mismatch' }).default(false),
    summary: text(4096).default(''),
    content: text(262_144).default(''),
    acceptWithoutReview: z.boolean({ error: 'field.type_mismatch' }).default(false),
    writeupRequired: z.boolean({ error: 'field.type_mismatch' }).default(false),
    inviteCode: text(1024)
      .pipe(z.string().max(32, 'field.invitation_code_too_long'))
      .transform((code) => code || null)
      .nullish(),
    organizations: divisionList.nullish(),
    teamMemberCountLimit: wireInt(0).default(0),
    /** Of divisions with a limit of their own. Not in the contract. */
    divisionLimits: divisionLimitList.default([]),
    /** Offers to play alone. Not in the contract. */
    solo: z.boolean({ error: 'field.type_mismatch' }).default(false),
    containerCountLimit: wireInt(0).default(3),
    practiceMode: z.boolean({ error: 'field.type_mismatch' }).default(true),
    /** Members may rate what their team solved. Not in the contract. */
    feedback: z.boolean({ error: 'field.type_mismatch' }).default(false),
    start: wireInstant,
    end: wireInstant,
    /** Absent: WRITEUP_HOURS after the end. */
    writeupDeadline: wireInstant.optional(),
    writeupNote: text(16_384).default(''),
    /** The edited version; another one is a conflict. Absent: write anyway. */
    version: wireInt(1).optional(),
    bloodBonus: packedBonus.default(DEFAULT_BLOOD_BONUS),
    /** What the organisers add to certificates, and who signs (docs/rules/interface.md#cards). Not in the contract. */
    certificateNote: text(CERTIFICATE_LIMITS.note).default(''),
    certificateSignature: text(CERTIFICATE_LIMITS.signature).default('')
  })
  .refine(inOrder, OUT_OF_ORDER)
export type GameInput = z.infer<typeof gameInput>

const { shape } = gameInput

/** Absent = unchanged, null = none, but null keeps divisions (docs/rules/games.md#edit). */
export const gameUpdate = z
  .object({
    ...shape,
    title: shape.title.optional(),
    start: wireInstant.optional(),
    end: wireInstant.optional(),
    hidden: shape.hidden.unwrap().optional(),
    summary: shape.summary.unwrap().optional(),
    content: shape.content.unwrap().optional(),
    acceptWithoutReview: shape.acceptWithoutReview.unwrap().optional(),
    writeupRequired: shape.writeupRequired.unwrap().optional(),
    teamMemberCountLimit: shape.teamMemberCountLimit.unwrap().optional(),
    divisionLimits: divisionLimitList.optional(),
    solo: shape.solo.unwrap().optional(),
    containerCountLimit: shape.containerCountLimit.unwrap().optional(),
    practiceMode: shape.practiceMode.unwrap().optional(),
    feedback: shape.feedback.unwrap().optional(),
    writeupNote: shape.writeupNote.unwrap().optional(),
    bloodBonus: packedBonus.optional(),
    certificateNote: shape.certificateNote.unwrap().optional(),
    certificateSignature: shape.certificateSignature.unwrap().optional(),
    /** Announces a moved end of a started game (docs/rules/news.md#changes). Not in the contract. */
    announce: z.boolean({ error: 'field.type_mismatch' }).optional()
  })
  .refine(inOrder, OUT_OF_ORDER)
export type GameUpdate = z.infer<typeof gameUpdate>

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
    inviteCodeRequired: z.boolean(),
    writeupRequired: z.boolean(),
    poster: z.string().nullable(),
    limit: z.int(),
    teamCount: z.int(),
    organization: z.string().nullable(),
    teamName: z.string().nullable(),
    practiceMode: z.boolean(),
    status: z.enum(PARTICIPATION_STATUSES),
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
    unread: z.int()
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
  teams: number
  pending: number
  challenges: number
}
