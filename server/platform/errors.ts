const NAME = 'AppError'

/** Seconds after which a call that is refused for a while, 503, can be sent again, where the error names none. */
const USUAL_PAUSE = 5

/** An error of the caller, or something unavailable; app/request maps it to the wire (docs/rules/errors.md#body). */
export class AppError extends Error {
  readonly code: string
  readonly status: number
  readonly bodyStatus: number
  readonly params: Record<string, string | number>
  /** Seconds; null sends no `Retry-After`. */
  readonly retryAfter: number | null
  /** More members of the body (`data` of sign-up replies). */
  readonly extra: Record<string, unknown>
  readonly headers: Record<string, string>
  /** Sent as RFC 9457 (docs/rules/errors.md#status-inside-the-body). */
  readonly problem: boolean
  /** Faults of other fields that were found together with this one. */
  readonly others: readonly AppError[]

  constructor(
    code: string,
    status = 400,
    options: {
      bodyStatus?: number
      params?: Record<string, string | number>
      retryAfter?: number
      extra?: Record<string, unknown>
      headers?: Record<string, string>
      problem?: boolean
      others?: readonly AppError[]
    } = {}
  ) {
    super(code)
    this.name = NAME
    this.code = code
    this.status = status
    this.bodyStatus = options.bodyStatus ?? status
    this.params = options.params ?? {}
    this.retryAfter = options.retryAfter ?? (status === 503 ? USUAL_PAUSE : null)
    this.extra = options.extra ?? {}
    this.headers = options.headers ?? {}
    this.problem = options.problem ?? false
    this.others = options.others ?? []
  }
}

/** The first fault with the others beside it; null without any. */
export function firstWithOthers([first, ...others]: readonly AppError[]): AppError | null {
  if (!first || others.length === 0) return first ?? null
  const { code, status, bodyStatus, params, extra } = first
  return new AppError(code, status, { bodyStatus, params, extra, others })
}

/** Compares names: the bundles of pages and process each have a copy of the class, which `instanceof` would miss. */
export const isAppError = (thrown: unknown): thrown is AppError =>
  thrown instanceof Error && thrown.name === NAME

/** Foreign, hidden and unreleased things look like missing ones. */
export const notFound = (code: string) => new AppError(code, 404)
export const loginRequired = () => new AppError('auth.login_required', 401)
export const forbidden = (code = 'auth.forbidden') => new AppError(code, 403)
export const editConflict = () => new AppError('edit.conflict', 409)
export const gameNotStarted = () => new AppError('game.not_started', 400, { bodyStatus: 10001 })
export const gameEnded = () => new AppError('game.ended', 400, { bodyStatus: 10002 })

/** Raw statements throw the driver's error; models wrap it. */
const causeOf = (error: unknown): unknown => (error as { parent?: unknown } | null)?.parent ?? error

function stateOf(error: unknown): { code?: unknown; constraint?: string } {
  const cause = causeOf(error)
  return typeof cause === 'object' && cause !== null ? cause : {}
}

/** Without `constraint`, of any. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const { code, constraint: broken } = stateOf(error)
  return code === '23505' && (constraint === undefined || broken === constraint)
}

/** Name of a foreign key whose target is missing; null for other errors. */
function brokenReference(error: unknown): string | null {
  const { code, constraint } = stateOf(error)
  return code === '23503' ? (constraint ?? '') : null
}

/** A row is still referenced, or references none. */
export function isForeignKeyViolation(error: unknown): boolean {
  return brokenReference(error) !== null
}

const MISSED: Record<string, string> = {
  game_id: 'game.not_found',
  team_id: 'team.not_found',
  challenge_id: 'challenge.not_found',
  participation_id: 'participation.not_found'
}

const OWN = /_(user|captain|author|actor)_id_fkey$/

/** Turns a foreign key error into "not found": the row was deleted meanwhile. Returns other errors unchanged. */
export function whatIsGone(error: unknown): unknown {
  const constraint = brokenReference(error)
  if (constraint && OWN.test(constraint)) return loginRequired()
  const column = Object.keys(MISSED).find((name) => constraint?.endsWith(`_${name}_fkey`))
  return column ? notFound(MISSED[column]!) : error
}

/** SQLSTATEs of a Postgres that is away, starting, stopping, out of resources or read-only. */
const AWAY_STATES = /^(08...|57P0[123]|53[123]00|25006|57014|55P03)$/
const AWAY_NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN'
])
const AWAY_WORDS =
  /^(Connection terminated|Client has encountered a connection error|timeout expired|timeout exceeded when trying|Operation timeout)/

/** A store was unreachable: the same may succeed in a moment. */
export function isStoreAway(error: unknown): boolean {
  const cause = causeOf(error)
  if (!(cause instanceof Error)) return false
  const { code } = cause as { code?: unknown }
  if (typeof code !== 'string') return AWAY_WORDS.test(cause.message)
  return AWAY_NETWORK.has(code) || AWAY_STATES.test(code)
}

/** Turns anything thrown into an error for the caller; unforeseen ones are `server.error`. */
export function toAppError(thrown: unknown): AppError {
  const error = whatIsGone(thrown)
  if (isAppError(error)) return error
  return isStoreAway(error)
    ? new AppError('server.busy', 503, { retryAfter: 1 })
    : new AppError('server.error', 500)
}
