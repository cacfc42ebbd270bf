import { z } from 'zod'
import type { Locale, Translate } from '~/server/platform/i18n'
import { paging, type TaskStatus, wireEnum, wireTimeText } from '~/server/platform/wire'

/** Levels that are kept, least first. */
export const LOG_LEVELS = ['Information', 'Warning', 'Error', 'Fatal'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Names of those who have no account (docs/rules/staff.md#log). */
export const SYSTEM = 'System'
export const ANONYMOUS = 'Anonymous'

/** Everything after `status` is not in the contract. */
export const logMessage = z
  .object({
    time: wireTimeText,
    /** The acting user; `System` for the platform itself, `Anonymous` for visitors and accounts that are gone. */
    name: z.string(),
    level: z.enum(LOG_LEVELS),
    /** Empty where nobody from outside was involved. */
    ip: z.string(),
    msg: z.string(),
    /** A TaskStatus, or empty. */
    status: z.string(),
    id: z.int(),
    /** Name of the event, past tense, such as `team_created`. */
    event: z.string(),
    /** The process that logged it. */
    process: z.string()
  })
  .meta({ id: 'LogMessageModel' })
export type LogMessage = z.infer<typeof logMessage>

/** One event of the log. */
export interface LogView {
  id: number
  time: string
  level: LogLevel
  process: string
  status: TaskStatus | ''
  ip: string
  name: string
  event: string
  /** Numbers and words about it, such as `team: 12`. Never flags, passwords, tokens or addresses of mail. */
  details: Record<string, unknown>
}

/** What is said about an event beside its name, such as `team: 12`. */
const words = (details: Record<string, unknown>) =>
  Object.entries(details)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')

/** An event as clients of the contract have it: in words of one language. */
export function logMessageOf(event: LogView, locale: Locale, translate: Translate): LogMessage {
  const { details, ...row } = event
  const { requestId: _, ...about } = details
  const name = translate(locale, `logs:event.${row.event}`, { defaultValue: row.event })
  const text = words(about)
  return { ...row, msg: text ? `${name} (${text})` : name }
}

const level = z
  .preprocess((given) => (/^(all)?$/i.test(String(given)) ? null : given), wireEnum(LOG_LEVELS).nullable())
  .default(null)

/** `level`: All or exactly one. */
export const logQuery = paging(50).extend({ level })

export interface LogFilter {
  level: LogLevel | null
  /** Looked for in names, addresses, events and details; '' leaves everything in. */
  search: string
  /** Events that fit the search by their words in the reader's language. */
  events: readonly string[]
}

export interface AuditFilter {
  /** Part of the name of who did it; '' = anybody. */
  actor: string
  /** Exactly; '' = any. */
  action: string
  /** Beginning, such as `game` or `game:7`, or part of the name it has now; '' = anything. */
  target: string
}

/** Who did what to what. */
export interface AuditView {
  id: number
  time: string
  /** Null: the platform itself, or an account that is gone. */
  actor: { id: string; name: string } | null
  /** Name of the token that acted for it; null when it had logged in. */
  token: string | null
  ip: string
  action: string
  target: {
    /** Such as `challenge`. */
    kind: string
    /** '' where there is only one. */
    id: string
    /** What it is called now; null when it is gone or has no name. */
    name: string | null
    /** The game it belongs to, where it belongs to one. */
    game: number | null
  }
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

export interface Page {
  count: number
  skip: number
}

export interface PageOfRows<T> {
  data: T[]
  total: number
}
