import { z } from 'zod'
import { PARTICIPATION_STATUSES } from '~/server/games/contract'
import { SHEET_FORMATS } from '~/server/platform/sheets/constants'
import { pagingQuery, wireEnum, wireInt, wireTimeText } from '~/server/platform/wire'
import { ANSWER_RESULTS, type AnswerResult } from '~/server/submissions/contract'

/** Signs that the entry of an instance was passed on: another team's account, or many networks. */
export const SHARING_SIGNS = ['account', 'networks'] as const
export type SharingSign = (typeof SHARING_SIGNS)[number]

/** Types in the order of the contract's numbers. */
export const EVENT_TYPES = [
  'Normal',
  'ContainerStart',
  'ContainerDestroy',
  'FlagSubmit',
  'CheatDetected'
] as const
export type EventType = (typeof EVENT_TYPES)[number]

export const EVENT_KINDS = ['instances', 'flags', 'cheating', 'hints'] as const
export type EventKind = (typeof EVENT_KINDS)[number]

/** Members after `challenge` are not in the contract. */
export const submissionView = z
  .object({
    answer: z.string(),
    status: z.enum(ANSWER_RESULTS),
    time: wireTimeText,
    /** Empty for a deleted account. */
    user: z.string(),
    team: z.string(),
    challenge: z.string(),
    id: z.int(),
    challengeId: z.int(),
    teamId: z.int(),
    /** Null when unknown, as in imported games. */
    ip: z.string().nullable(),
    /** Sent after the end of the game for its team, in practice: it is not scored. Not in the contract. */
    late: z.boolean()
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
    /** Empty without a user, and for a deleted account. */
    user: z.string(),
    team: z.string(),
    /** Unique within the game. Not in the contract, like the members below. */
    key: z.string(),
    teamId: z.int().nullable(),
    /** Address of the request; null without one. */
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

export const cheatInfo = z
  .object({
    ownedTeam: participation,
    submitTeam: participation,
    submission: submissionView,
    /** The owning team sent flags from the same address. Not in the contract. */
    sameAddress: z.boolean()
  })
  .meta({ id: 'CheatInfoModel' })
export type CheatInfo = z.infer<typeof cheatInfo>

const search = z.string().max(200, 'field.text_too_long').default('')

/** Time in Unix milliseconds and key: `s` + submission id or `e` + event id. Stable while rows come and go. */
export interface Position {
  at: number
  half: 'e' | 's'
  id: number
}

const POSITION = /^(\d{1,15})\.([es])(\d{1,15})$/

/** `1763625600000.s42`: time, point, key. */
export const positionParam = z
  .string({ error: 'field.type_mismatch' })
  .regex(POSITION, 'field.type_mismatch')
  .transform((text): Position => {
    const [, at, half, id] = POSITION.exec(text)!
    return { at: Number(at), half: half as Position['half'], id: Number(id) }
  })

/** `skip` counts from the position, or from the newest row. Not in the contract. */
const places = (position: typeof positionParam) => ({
  older: position.nullish().meta({ type: 'string' }),
  newer: position.nullish().meta({ type: 'string' })
})

/** All but `type` are not in the contract. */
export const submissionQuery = pagingQuery(100).extend({
  ...places(positionParam.refine(({ half }) => half === 's', 'field.type_mismatch')),
  type: wireEnum(ANSWER_RESULTS, { NotFound: -1 }).nullish(),
  challenge: wireInt(1).nullish(),
  team: wireInt(1).nullish(),
  /** Searches answers and names of teams and users; ignores case. */
  search
})

/** The format of a sheet. Not in the contract. */
export const sheetQuery = z.object({ format: wireEnum(SHEET_FORMATS).default('xlsx') })

/** All but `hideContainer` are not in the contract. */
export const eventQuery = pagingQuery(100).extend({
  ...places(positionParam),
  hideContainer: z.stringbool({ error: 'field.type_mismatch' }).default(false).meta({ type: 'boolean' }),
  kind: z.enum(EVENT_KINDS, { error: 'field.type_mismatch' }).nullish(),
  team: wireInt(1).nullish(),
  search
})

/** `skip` counts from the position, or from the newest row; `older` wins over `newer`. */
export interface Page {
  count: number
  skip: number
  older?: Position | null
  /** The nearest rows before this one, newest first. */
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

/** Up to where a game's verdicts and events are known. */
export interface Cursor {
  /** Of the last submission whose verdict comes in the order of sending: Unix milliseconds, and its id. */
  at: number
  submission: number
  /** Id of the last event. */
  event: number
  /** Number of the last verdict for an answer that waited for a checker; they come after those of later answers. */
  late: number
}

export interface News {
  to: Cursor
  submissions: SubmissionView[]
  events: GameEventView[]
  more: boolean
}

export interface Figures {
  verdicts: Record<Exclude<AnswerResult, 'FlagSubmitted'>, number>
  /** Times in milliseconds within the last minute, at most 1000. */
  recent: number[]
}

export const cursorText = ({ at, submission, event, late }: Cursor): string =>
  `${at}.${submission}.${event}.${late}`

/** Written by `cursorText`; opaque to clients. An older version wrote no fourth number. */
export const cursorOf = z
  .string()
  .regex(/^\d{1,15}\.\d{1,10}\.\d{1,15}(\.\d{1,10})?$/)
  .transform((text): Cursor => {
    const [at = 0, submission = 0, event = 0, late = 0] = text.split('.').map(Number)
    return { at, submission, event, late }
  })
