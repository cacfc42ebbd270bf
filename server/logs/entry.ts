import { TASK_STATUSES, type TaskStatus } from '~/server/platform/wire'
import { LOG_LEVELS, type LogLevel } from './contract'

export interface Entry {
  at: number
  level: LogLevel
  process: string
  status: TaskStatus | ''
  ip: string | null
  user: string | null
  /** Id of the service token that acted. */
  token: string | null
  event: string
  details: Record<string, unknown>
}

const ROUTINE = new Set(['job_finished'])
/** Removes secrets again, because the table has more readers than a log file. */
const SECRET =
  /flag$|flags$|answer|password|token|cookie|secret|e-?mail|authorization|stack|^sql$|parameters/i
/** A flag within an error's text. Begins with a word, so that a long one is read once. */
const FLAG_LIKE = /(?<!\w)\w*\{[^{}\s]{3,}\}/g
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const PLACED = new Set([
  'time',
  'level',
  'name',
  'pid',
  'hostname',
  'msg',
  'ip',
  'user',
  'by',
  'program',
  'status'
])

const MAX_TEXT_LENGTH = 500
const MAX_MEMBERS = 40
const DEEPEST = 4

/** Postgres stores no NUL. */
const text = (value: string, longest = MAX_TEXT_LENGTH) =>
  value.replaceAll('\0', '').replace(FLAG_LIKE, '{…}').slice(0, longest)

function plain(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return text(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === DEEPEST) return '…'
  if (Array.isArray(value)) return value.slice(0, MAX_MEMBERS).map((one) => plain(one, depth + 1))
  const members = Object.entries(value).filter(([name]) => !SECRET.test(name))
  return Object.fromEntries(
    members.slice(0, MAX_MEMBERS).map(([name, member]) => [text(name, 60), plain(member, depth + 1)])
  )
}

/** Pino counts in tens, 30 is `info`. */
const levelOf = (number: number): LogLevel =>
  LOG_LEVELS[Math.min(Math.max(Math.floor(number / 10) - 3, 0), LOG_LEVELS.length - 1)]!

function statusOf(event: string, level: LogLevel, line: Record<string, unknown>): Entry['status'] {
  const status = TASK_STATUSES.find((one) => one === line.status)
  if (status) return status
  if (event.endsWith('_refused')) return 'Denied'
  if (line.err !== undefined || level === 'Error' || level === 'Fatal') return 'Failed'
  if (event === 'stopping') return 'Exit'
  return level === 'Information' ? 'Success' : ''
}

const id = (value: unknown) => (typeof value === 'string' && UUID.test(value) ? value : null)

/** Null for other lines. The actor is `by`, else `user`; a `user` beside `by` is the target. */
export function entryOf(json: string): Entry | null {
  const line = JSON.parse(json) as Record<string, unknown>
  const { time, level: number, name, msg, ip, user, by, program } = line
  if (typeof msg !== 'string' || typeof number !== 'number' || typeof time !== 'number') return null
  if (ROUTINE.has(msg)) return null
  const level = levelOf(number)
  const rest = Object.fromEntries(Object.entries(line).filter(([member]) => !PLACED.has(member)))
  return {
    at: time,
    level,
    process: text(String(name ?? ''), 60),
    status: statusOf(msg, level, line),
    ip: typeof ip === 'string' && ip !== '' ? text(ip, 60) : null,
    user: id(by) ?? id(user),
    token: id(program),
    event: text(msg, 200),
    details: plain(by !== undefined && user !== undefined ? { user, ...rest } : rest) as Entry['details']
  }
}
