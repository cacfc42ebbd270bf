import { z } from 'zod'
import { STORED_STATUSES } from '~/server/games/contract'
import { requiredText, textField } from '~/server/platform/text-fields'
import { idParam, wireInstant, wireInt, wireTimeText } from '~/server/platform/wire'
import { RECEIVERS, TICKET_LIMITS, TICKET_OWNERS, TICKET_STATES } from './constants'

const words = (most: number) => requiredText(most).transform((text) => text.trim())

/** One line, for lists, mails and messages of chats. */
const line = (most: number) =>
  words(most)
    .refine((text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), 'field.characters')
    .transform((text) => text.normalize('NFC'))

/** A form sends an empty text where nothing is chosen. */
const chosen = <T extends z.ZodType>(value: T) =>
  z.preprocess((given) => (given === '' ? null : given), value.nullish()).transform((given) => given ?? null)

const text = words(TICKET_LIMITS.text)

/** A new ticket; without a challenge it is about the game. */
export const ticketOpen = z
  .object({ title: line(TICKET_LIMITS.title), text, challengeId: chosen(wireInt(1)) })
  .meta({ id: 'TicketOpenModel' })
export type TicketOpen = z.infer<typeof ticketOpen>

export const ticketMessage = z.object({ text }).meta({ id: 'TicketMessageModel' })

/** Id of the last message that the caller has read: what came after it refuses the call. */
const last = wireInt(0)

export const ticketAnswer = z.object({ text, last }).meta({ id: 'TicketAnswerModel' })
export type TicketAnswer = z.infer<typeof ticketAnswer>

export const ticketClosing = z
  .object({ closed: z.boolean({ error: 'field.type_mismatch' }), last })
  .meta({ id: 'TicketClosingModel' })
export type TicketClosing = z.infer<typeof ticketClosing>

const account = z.preprocess(
  (given) => (given === '' ? null : given),
  z.guid('field.type_mismatch').nullable()
)

/** `userId`: the new owner, one of the staff that answers; `from`: the owner that the caller read. Null for nobody. */
export const ticketOwning = z.object({ userId: account, from: account }).meta({ id: 'TicketOwningModel' })
export type TicketOwning = z.infer<typeof ticketOwning>

export const cannedInput = z
  .object({ name: line(TICKET_LIMITS.name), text })
  .meta({ id: 'CannedAnswerModel' })
export type CannedInput = z.infer<typeof cannedInput>

const receivers = {
  to: z.enum(RECEIVERS, { error: 'field.required' }),
  /** Needed for `team`. */
  participationId: chosen(wireInt(1)),
  /** Needed for `division`. */
  division: chosen(z.string({ error: 'field.type_mismatch' }).max(256, 'field.text_too_long'))
}

interface Named {
  to: (typeof RECEIVERS)[number]
  participationId: number | null
  division: string | null
}

/** Names the field that says who a message is for. */
function requireNamed(
  { to, participationId, division }: Named,
  context: { addIssue(issue: { code: 'custom'; path: string[]; message: string }): void }
) {
  const missing = (path: string) =>
    context.addIssue({ code: 'custom', path: [path], message: 'field.required' })
  if (to === 'team' && participationId === null) missing('participationId')
  if (to === 'division' && division === null) missing('division')
}

export const receiversQuery = z.object(receivers).superRefine(requireNamed)
export type Receivers = z.infer<typeof receiversQuery>

/** A message of the organisers. `teams`: how many receivers were previewed; another number refuses it. */
export const messageInput = z
  .object({
    ...receivers,
    title: line(TICKET_LIMITS.title),
    text,
    /** Also sends a mail to the captains. */
    mail: z.boolean({ error: 'field.type_mismatch' }).default(false),
    teams: wireInt(1)
  })
  .superRefine(requireNamed)
  .meta({ id: 'TicketBroadcastModel' })
export type MessageInput = z.infer<typeof messageInput>

/** `mails`: captains who would get it by mail; 0 where no mail server is set up. `team`: its name, of one alone. */
export const receiverCount = z
  .object({ teams: z.int(), mails: z.int(), team: z.string().nullable() })
  .meta({ id: 'TicketReceivers' })
export type ReceiverCount = z.infer<typeof receiverCount>

const challenge = z.object({ id: z.int(), title: z.string() })

const ticket = {
  id: z.int(),
  title: z.string(),
  state: z.enum(TICKET_STATES),
  /** Null for the game as a whole, and once the challenge is gone. */
  challenge: challenge.nullable(),
  openedAt: wireTimeText,
  /** When the last message was written, or the ticket was closed or reopened. */
  changedAt: wireTimeText
}

/** A ticket as its team sees it. */
export const ticketRow = z
  .object({
    ...ticket,
    /** Messages of the organisers that no member of the team has opened. */
    unread: z.int()
  })
  .meta({ id: 'TicketRow' })
export type TicketRow = z.infer<typeof ticketRow>

/** `next`: the `after` of the following part; null at the end. */
export const ticketList = z
  .object({ data: z.array(ticketRow), next: z.string().nullable() })
  .meta({ id: 'TicketList' })
export type TicketList = z.infer<typeof ticketList>

const message = z.object({
  id: z.int(),
  /** The message is the organisers'. */
  staff: z.boolean(),
  /** Null once the account is gone; to the team also of the organisers, who answer as one. */
  by: z.string().nullable(),
  time: wireTimeText,
  text: z.string()
})
export type TicketMessage = z.infer<typeof message>

/** Reasons why a team cannot write. */
export const BARRIERS = ['closed', 'full', 'unanswered'] as const

export const ticketView = z
  .object({
    ...ticket,
    messages: z.array(message),
    /** The reason why the team cannot write; null if it can. */
    barrier: z.enum(BARRIERS).nullable()
  })
  .meta({ id: 'Ticket' })
export type TicketView = z.infer<typeof ticketView>

const team = z.object({ participationId: z.int(), teamId: z.int(), name: z.string() })

const person = z.object({ id: z.string(), name: z.string() })
/** The owner among the staff; null for nobody. */
const owner = person.nullable()

/** A ticket in the queue of the organisers. */
export const queueRow = z
  .object({ ...ticket, team, owner, messages: z.int() })
  .meta({ id: 'QueuedTicketRow' })
export type QueueRow = z.infer<typeof queueRow>

export const queueList = z
  .object({ data: z.array(queueRow), next: z.string().nullable() })
  .meta({ id: 'QueuedTicketList' })
export type QueueList = z.infer<typeof queueList>

export const queueView = z
  .object({
    ...ticket,
    team: team.extend({ status: z.enum(STORED_STATUSES) }),
    owner,
    messages: z.array(message),
    /** Id of the last message. */
    last: z.int()
  })
  .meta({ id: 'QueuedTicket' })
export type QueueView = z.infer<typeof queueView>

/** Possible owners of the game's tickets, by name. */
export const ticketStaff = z.object({ data: z.array(person) }).meta({ id: 'TicketStaffList' })
export type TicketStaff = z.infer<typeof ticketStaff>['data']

const cannedAnswer = z.object({ id: z.int(), name: z.string(), text: z.string() })
export type CannedAnswer = z.infer<typeof cannedAnswer>
export const cannedList = z.object({ data: z.array(cannedAnswer) }).meta({ id: 'CannedAnswerList' })

const rowsOf = (most: number) =>
  wireInt(1)
    .default(most)
    .transform((asked) => Math.min(asked, 100))
    .meta({ default: most })

/** A part of a team's list; `after`: the `next` of the part before. */
export const ticketQuery = z.object({ count: rowsOf(30), after: idParam.nullish().meta({ type: 'string' }) })
export type TicketQuery = z.infer<typeof ticketQuery>

/** A place in the queue, as `next` has it. */
const queuePlace = z
  .string({ error: 'field.type_mismatch' })
  .regex(/^-?\d{1,15}\.\d{1,10}$/, 'field.type_mismatch')
  .transform((text) => {
    const [place = 0, id = 0] = text.split('.').map(Number)
    return { place, id }
  })
  .refine(({ id }) => id <= 2_147_483_647, 'field.type_mismatch')

/**
 * `challenge`: 0 for tickets about the game; `owner`: tickets of the caller, or of nobody; without `state` all tickets except
 * those in which only the organisers wrote.
 */
export const queueQuery = z.object({
  count: rowsOf(30),
  after: queuePlace.nullish().meta({ type: 'string' }),
  state: z.enum(TICKET_STATES, { error: 'field.type_mismatch' }).nullish(),
  challenge: wireInt(0).nullish(),
  owner: z.enum(TICKET_OWNERS, { error: 'field.type_mismatch' }).nullish()
})
export type QueueQuery = z.infer<typeof queueQuery>

const plainText = (most: number) => textField(most).min(1, 'field.required')

/** A message in an archive: by the organisers or by the team, without a person's name. */
export const archivedMessage = z.object({
  fromStaff: z.boolean(),
  text: plainText(TICKET_LIMITS.text),
  at: wireInstant
})

/** A ticket of an archive. `challenge`: its place in the list of challenges, from 0; null: about the game. */
export const archivedTicket = z.object({
  title: plainText(TICKET_LIMITS.title),
  byStaff: z.boolean(),
  openedAt: wireInstant,
  challenge: wireInt(0).nullable().default(null),
  messages: z.array(archivedMessage).max(TICKET_LIMITS.messages + 1, 'field.out_of_range')
})
export type ArchivedTicket = z.infer<typeof archivedTicket>

export const earlierList = z
  .object({
    total: z.int(),
    data: z.array(
      z.object({
        id: z.int(),
        /** Null: about the game. */
        challenge: z.object({ id: z.int(), title: z.string() }).nullable(),
        title: z.string(),
        /** The organisers wrote first. */
        byStaff: z.boolean(),
        openedAt: wireTimeText,
        messages: z.array(z.object({ fromStaff: z.boolean(), text: z.string(), at: wireTimeText }))
      })
    )
  })
  .meta({ id: 'EarlierTicketList' })
export type EarlierList = z.infer<typeof earlierList>
