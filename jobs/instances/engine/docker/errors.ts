import { EngineError, type EngineFault } from '../engine'

/** An error of the library: an answer that was a refusal, or a connection that failed. */
interface Refusal {
  statusCode?: number
  json?: unknown
  message: string
}

/** A refusal with its HTTP status, so that callers can tell a conflict from an absence. */
class RefusedError extends EngineError {
  constructor(
    fault: EngineFault,
    message: string,
    readonly status: number
  ) {
    super(fault, message)
  }
}

/** The status of a refusal; null when the engine did not answer at all. */
export function statusOf(error: unknown): number | null {
  return error instanceof RefusedError ? error.status : null
}

export function isGone(error: unknown): boolean {
  return error instanceof EngineError && error.fault === 'gone'
}

/** Makes an EngineError of what the library threw: 404 is `gone`, no answer is `unreachable`. */
export function asEngineError(error: unknown): EngineError {
  if (error instanceof EngineError) return error
  const { statusCode, json, message } = error as Refusal
  if (statusCode === undefined) return new EngineError('unreachable', message)
  return new RefusedError(statusCode === 404 ? 'gone' : 'failed', textOf(json, message), statusCode)
}

/** The engine's own sentence, without what the library puts around it. */
function textOf(json: unknown, message: string): string {
  const own = (json as { message?: unknown } | null | undefined)?.message
  if (typeof own === 'string') return own
  return message.replace(/^\(HTTP code \d+\) .*? - /s, '').trim()
}

/** The first pattern that fits gives the fault; the order matters. */
type Table = readonly (readonly [RegExp, EngineFault])[]

/** Messages of the engine when making or starting is refused. */
const STARTING: Table = [
  [/port is already allocated|bind\b.*address already in use/i, 'port_taken'],
  [
    /pool overlaps|overlapping ipv4|failed to allocate gateway|invalid pool request|^subnet .* is already used/i,
    'subnet_taken'
  ],
  [/no such image|reference does not exist/i, 'image.not_found'],
  [/no space left on device|disk quota exceeded/i, 'image.disk_full'],
  [
    /networks have same bridge name|network with name .* already exists|network already exists|is already in use by/i,
    'name_taken'
  ]
]

/** Messages of failed pulls; in order, since a refused login also reports that something was not found. */
const PULLING: Table = [
  [/no space left on device|disk quota exceeded/i, 'image.disk_full'],
  [
    /no matching manifest|does not match the (specified|detected) platform|image operating system/i,
    'image.platform_mismatch'
  ],
  [
    /no basic auth credentials|unauthorized|authentication required|incorrect username or password/i,
    'image.auth_failed'
  ],
  [
    /manifest unknown|manifest for .* not found|name unknown|not found: |repository name not known|repository does not exist|invalid reference format/i,
    'image.not_found'
  ],
  [/denied|forbidden/i, 'image.auth_failed'],
  [
    /connection refused|no such host|name resolution|i\/o timeout|tls:|x509|tls handshake|network is unreachable|no route to host|server gave http response|connection reset|timeout exceeded|server misbehaving|context deadline|bad gateway|service unavailable|unexpected http status: 50\d|: eof$/i,
    'image.registry_unreachable'
  ],
  [/not found|no such image/i, 'image.not_found']
]

const lookUp = (table: Table, text: string, otherwise: EngineFault): EngineFault =>
  table.find(([pattern]) => pattern.test(text))?.[1] ?? otherwise

/** The fault of a refused step of a start; `start_failed` when the message is unknown. */
export function startFault(error: EngineError): EngineError {
  const status = statusOf(error)
  if (status === null) return error
  return new RefusedError(lookUp(STARTING, error.message, 'start_failed'), error.message, status)
}

/**
 * The fault of a failed pull. `loggedIn`: credentials were sent; without them a registry that says only "denied"
 * means as often that there is no such image, and says so itself ("repository does not exist or may require…").
 */
export function pullFault(message: string, loggedIn: boolean): EngineFault {
  if (loggedIn && /pull access denied|requested access to the resource is denied/i.test(message)) {
    return 'image.auth_failed'
  }
  return lookUp(PULLING, message, 'image.failed')
}

/** Gives refusals of registries their fault; what else failed, such as the engine itself, stays what it is. */
export function asPullError(error: unknown, loggedIn: boolean): EngineError {
  const known = asEngineError(error)
  const status = statusOf(known)
  return status === null ? known : new RefusedError(pullFault(known.message, loggedIn), known.message, status)
}
