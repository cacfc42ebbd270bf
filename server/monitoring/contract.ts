import { z } from 'zod'
import { PARTICIPATION_STATUSES } from '~/server/games/contract'
import { paging, wireEnum, wireInt, wireTimeText } from '~/server/platform/wire'
import { ANSWER_RESULTS, type AnswerResult } from '~/server/submissions/contract'

/** What makes it look as if the entry of an instance was passed on: another team's account, or many networks. */
export const SHARING_SIGNS = ['account', 'networks'] as const
export type SharingSign = (typeof SHARING_SIGNS)[number]

/** In the order of the contract's numbers. */
export const EVENT_TYPES = [
  'Normal',
  'ContainerStart',
  'ContainerDestroy',
  'FlagSubmit',
  'CheatDetected'
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** Kinds of events that monitors choose from. */
export const EVENT_KINDS = ['instances', 'flags', 'cheating', 'hints'] as const
export type EventKind = (typeof EVENT_KINDS)[number]

/** Everything after `challenge` is not in the contract. */
export const submissionView = z
  .object({
    answer: z.string(),
    status: z.enum(ANSWER_RESULTS),
    time: wireTimeText,
    /** Empty when the account is gone. */
    user: z.string(),
    team: z.string(),
    challenge: z.string(),
    id: z.int(),
    challengeId: z.int(),
    teamId: z.int(),
    /** Null when none was seen, as in imported games. */
    ip: z.string().nullable()
  })
  .meta({ id: 'Submission' })
export type SubmissionView = z.infer<typeof submissionView>

/**
 * `values` by type (docs/rules/staff.md#events): `[text]` (Normal; in hints that an entry was shared followed by one of
 * SHARING_SIGNS, challenge id, title, the account that used it or the number of networks, and for an account the participation
 * of its team, if it has one), `[challenge id, title]`
 * (containers), `[verdict, answer, title, challenge id]` (FlagSubmit), `[title, submitting team, source team]`
 * (CheatDetected).
 */
export const gameEventView = z
  .object({
    type: z.enum(EVENT_TYPES),
    values: z.array(z.string()),
    time: wireTimeText,
    /** Empty when nobody did it or the account is gone. */
    user: z.string(),
    /** Empty when no team is concerned. */
    team: z.string(),
    /** Names the event within its game. Not in the contract, like what follows. */
    key: z.string(),
    teamId: z.int().nullable(),
    /** Where it was asked for; null where nobody did, or it was not noted. */
    ip: z.string().nullable()
  })
  .meta({ id: 'GameEvent' })
export type GameEventView = z.infer<typeof gameEventView>

const participation = z
  .object({
    id: z.int(),
    team: z
      .object({ id: z.int(), name: z.string(), avatar: z.string().nullable() })
      .meta({ id: 'TeamModel' }),
    status: z.enum(PARTICIPATION_STATUSES),
    organization: z.string().nullable()
  })
  .meta({ id: 'ParticipationModel' })

/** A flag used by a team that it was not issued to. */
export const cheatInfo = z
  .object({
    ownedTeam: participation,
    submitTeam: participation,
    submission: submissionView,
    /** Flags of the owning team came from the address of this submission, too. Not in the contract. */
    sameAddress: z.boolean()
  })
  .meta({ id: 'CheatInfoModel' })
export type CheatInfo = z.infer<typeof cheatInfo>

const search = z.string().max(200, 'field.text_too_long').default('')

/**
 * A row's place in a list that is newest first: its time in Unix milliseconds and its key, which is `s` and the id of a
 * submission or `e` and the id of another event. Rows that come or go meanwhile move no row past it.
 */
export interface Position {
  at: number
  half: 'e' | 's'
  id: number
}

const POSITION = /^(\d{1,15})\.([es])(\d{1,15})$/

/** A position as addresses have it, such as `1763625600000.s42`: time, point, key. */
export const positionOf = z
  .string({ error: 'field.type_mismatch' })
  .regex(POSITION, 'field.type_mismatch')
  .transform((text): Position => {
    const [, at, half, id] = POSITION.exec(text)!
    return { at: Number(at), half: half as Position['half'], id: Number(id) }
  })

/**
 * The part of a list after a position (older rows) or before one (newer rows); `skip` counts from there, or from the
 * newest row without any. Not in the contract.
 */
const places = (position: typeof positionOf) => ({
  older: position.nullish().meta({ type: 'string' }),
  newer: position.nullish().meta({ type: 'string' })
})

/** Filters of the list of submissions; all but `type` are not in the contract. */
export const submissionQuery = paging(100).extend({
  ...places(positionOf.refine(({ half }) => half === 's', 'field.type_mismatch')),
  type: wireEnum(ANSWER_RESULTS, { NotFound: -1 }).nullish(),
  challenge: wireInt(1).nullish(),
  /** Id of a team. */
  team: wireInt(1).nullish(),
  /** In the answer, the team's or the user's name, whatever the case. */
  search
})

/** Filters of the list of events; all but `hideContainer` are not in the contract. */
export const eventQuery = paging(100).extend({
  ...places(positionOf),
  hideContainer: z.stringbool({ error: 'field.type_mismatch' }).default(false).meta({ type: 'boolean' }),
  kind: z.enum(EVENT_KINDS, { error: 'field.type_mismatch' }).nullish(),
  team: wireInt(1).nullish(),
  /** In names of team, user and challenge, or the event's values. */
  search
})

/** `skip` counts from the position, or from the newest row without one; `older` goes before `newer`. */
export interface Page {
  count: number
  skip: number
  /** Only what comes after this row. */
  older?: Position | null
  /** Only what comes before this row: the nearest rows, newest first as ever. */
  newer?: Position | null
}

export interface SubmissionFilter {
  type?: AnswerResult | null
  challenge?: number | null
  team?: number | null
  search: string
}

export interface EventFilter {
  hideContainer: boolean
  kind?: EventKind | null
  team?: number | null
  search: string
}

/** How far somebody has read a game: up to this judged submission and this event. */
export interface Cursor {
  /** Time of the submission in milliseconds. */
  at: number
  submission: number
  event: number
}

/** What was judged and what happened after a cursor, in order. */
export interface News {
  to: Cursor
  submissions: SubmissionView[]
  /** Of the submissions and of the table of events. */
  events: GameEventView[]
  /** There is more after `to`. */
  more: boolean
}

/** What was judged up to a cursor. */
export interface Figures {
  verdicts: Record<Exclude<AnswerResult, 'FlagSubmitted'>, number>
  /** Times in milliseconds of those in the minute before now, at most 1000. */
  recent: number[]
}

export const cursorText = ({ at, submission, event }: Cursor): string => `${at}.${submission}.${event}`

/** A cursor as `cursorText` wrote it; opaque to clients. */
export const cursorOf = z
  .string()
  .regex(/^\d{1,15}\.\d{1,10}\.\d{1,15}$/)
  .transform((text): Cursor => {
    const [at = 0, submission = 0, event = 0] = text.split('.').map(Number)
    return { at, submission, event }
  })
