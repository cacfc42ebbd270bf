import { z } from 'zod'
import type { Locale, Translate } from '~/server/platform/i18n'
import { pagingQuery, type TaskStatus, wireEnum, wireTimeText } from '~/server/platform/wire'

export const LOG_LEVELS = ['Information', 'Warning', 'Error', 'Fatal'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Name without an account (docs/rules/staff.md#log). */
export const SYSTEM = 'System'
export const ANONYMOUS = 'Anonymous'
/** Before the name of a service token. */
export const TOKEN = 'Token '

/** Members after `status` are not in the contract. */
export const logMessage = z
  .object({
    time: wireTimeText,
    /** `System` for the platform, `Anonymous` for visitors and deleted accounts, `Token {name}` for service tokens. */
    name: z.string(),
    level: z.enum(LOG_LEVELS),
    /** Empty without a request. */
    ip: z.string(),
    msg: z.string(),
    /** A TaskStatus, or empty. */
    status: z.string(),
    id: z.int(),
    /** Past tense, such as `team_created`. */
    event: z.string(),
    process: z.string()
  })
  .meta({ id: 'LogMessageModel' })
export type LogMessage = z.infer<typeof logMessage>

export interface LogView {
  id: number
  time: string
  level: LogLevel
  process: string
  status: TaskStatus | ''
  ip: string
  name: string
  event: string
  /** Details such as `team: 12`. Never flags, passwords, tokens or mail addresses. */
  details: Record<string, unknown>
}

const words = (details: Record<string, unknown>) =>
  Object.entries(details)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')

/** The event in the reader's language. One without a text keeps its own name. */
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

/** `level`: All or one. */
export const logQuery = pagingQuery(50).extend({ level })

export interface LogFilter {
  level: LogLevel | null
  /** Searches names, addresses, events and details; '' = all. */
  search: string
  /** Events that match by their words in the reader's language. */
  events: readonly string[]
}

export interface AuditFilter {
  actor: string
  /** Exact; '' = any. */
  action: string
  /** Prefix, such as `game` or `game:7`, or part of the present name; '' = any. */
  target: string
}

export interface AuditView {
  id: number
  time: string
  /** Null: the platform, or a deleted account. */
  actor: { id: string; name: string } | null
  /** Token that acted; null for a session. */
  token: string | null
  /** The author of the service token that acted; null for other tokens, and when the token or the account is gone. */
  maker: string | null
  ip: string
  action: string
  target: {
    kind: string
    /** '' when there is only one. */
    id: string
    /** The name; for deleted challenges and games the last title. */
    name: string | null
    /** Null also when it is deleted. */
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
