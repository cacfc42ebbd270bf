const NAME = 'AppError'

/** What a caller did wrong, or what is not to be had. Mapped to the wire by app/request (docs/rules/errors.md#body). */
export class AppError extends Error {
  readonly code: string
  readonly status: number
  /** `status` inside the body where it differs from the HTTP status (10001, 10002, …). */
  readonly bodyStatus: number
  readonly params: Record<string, string | number>
  /** Seconds for `Retry-After`; null sends no such header. */
  readonly retryAfter: number | null
  /** More members of the body (`data` of sign-up answers). */
  readonly extra: Record<string, unknown>
  /** Headers of the answer, such as `WWW-Authenticate`. */
  readonly headers: Record<string, string>
  /** Sent as RFC 9457 has it, where the contract does (docs/rules/errors.md#status-inside-the-body). */
  readonly problem: boolean

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
    } = {}
  ) {
    super(code)
    this.name = NAME
    this.code = code
    this.status = status
    this.bodyStatus = options.bodyStatus ?? status
    this.params = options.params ?? {}
    this.retryAfter = options.retryAfter ?? null
    this.extra = options.extra ?? {}
    this.headers = options.headers ?? {}
    this.problem = options.problem ?? false
  }
}

/**
 * Whether something thrown is an AppError. By its name: the pages' bundle and the process's bundle each hold a copy of the
 * class, so `instanceof` knows those of one of them only.
 */
export const isAppError = (thrown: unknown): thrown is AppError =>
  thrown instanceof Error && thrown.name === NAME

/** Foreign, hidden and unreleased things answer like missing ones. */
export const notFound = (code: string) => new AppError(code, 404)
export const loginRequired = () => new AppError('auth.login_required', 401)
export const forbidden = (code = 'auth.forbidden') => new AppError(code, 403)
/** Somebody else wrote since the caller read. */
export const editConflict = () => new AppError('edit.conflict', 409)
export const gameNotStarted = () => new AppError('game.not_started', 400, { bodyStatus: 10001 })
export const gameEnded = () => new AppError('game.ended', 400, { bodyStatus: 10002 })

/** What Postgres or the way to it answered: raw statements throw it, models throw it in another error. */
const causeOf = (error: unknown): unknown => (error as { parent?: unknown } | null)?.parent ?? error

/** What a Postgres error says of itself; {} for other errors. */
function stateOf(error: unknown): { code?: unknown; constraint?: string } {
  const cause = causeOf(error)
  return typeof cause === 'object' && cause !== null ? cause : {}
}

/** True for a Postgres unique violation, optionally of one constraint. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const { code, constraint: broken } = stateOf(error)
  return code === '23505' && (constraint === undefined || broken === constraint)
}

/** True when Postgres took a transaction back because of others; the same may well succeed now. */
export function isSerializationFailure(error: unknown): boolean {
  const { code } = stateOf(error)
  return code === '40001' || code === '40P01'
}

/** The name of the foreign key that a Postgres error is about: what it refers to is not there. Null for other errors. */
export function brokenReference(error: unknown): string | null {
  const { code, constraint } = stateOf(error)
  return code === '23503' ? (constraint ?? '') : null
}

/** True when a row is still referred to, or refers to none. */
export function isForeignKeyViolation(error: unknown): boolean {
  return brokenReference(error) !== null
}

/** What is missed when a row refers to nothing, by the column that refers. */
const MISSED: Record<string, string> = {
  game_id: 'game.not_found',
  team_id: 'team.not_found',
  challenge_id: 'challenge.not_found',
  participation_id: 'participation.not_found'
}

/** The caller's own account, in what it does. */
const OWN = /_(user|captain|author|actor)_id_fkey$/

/** What was deleted while the caller worked with it, as if it had never been there; other errors as they are. */
export function whatIsGone(error: unknown): unknown {
  const constraint = brokenReference(error)
  if (constraint && OWN.test(constraint)) return loginRequired()
  const column = Object.keys(MISSED).find((name) => constraint?.endsWith(`_${name}_fkey`))
  return column ? notFound(MISSED[column]!) : error
}

/**
 * Postgres is away, starting, stopping, out of room, connections or time, or only read from; SQLSTATE classes and codes.
 */
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
/** What `pg` throws without a code. */
const AWAY_WORDS =
  /^(Connection terminated|Client has encountered a connection error|timeout expired|timeout exceeded when trying|Operation timeout)/

/** True when a store could not be reached: the same request may well succeed in a moment. */
export function isStoreAway(error: unknown): boolean {
  const cause = causeOf(error)
  if (!(cause instanceof Error)) return false
  const { code } = cause as { code?: unknown }
  if (typeof code !== 'string') return AWAY_WORDS.test(cause.message)
  return AWAY_NETWORK.has(code) || AWAY_STATES.test(code)
}

/** Any thrown thing as what the caller is told; what nobody foresaw is `server.error`. */
export function toAppError(thrown: unknown): AppError {
  const error = whatIsGone(thrown)
  if (isAppError(error)) return error
  return isStoreAway(error)
    ? new AppError('server.busy', 503, { retryAfter: 1 })
    : new AppError('server.error', 500)
}
