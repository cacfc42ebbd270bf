import { EngineError, type EngineFault } from '../engine'
import { RefusedError, statusOf } from '../refused'

interface Refusal {
  statusCode?: number
  json?: unknown
  message: string
}

export function isMissing(error: unknown): boolean {
  return error instanceof EngineError && error.fault === 'gone'
}

/** Converts errors of dockerode: 404 is `gone`, no response is `unreachable`. */
export function asEngineError(error: unknown): EngineError {
  if (error instanceof EngineError) return error
  const { statusCode, json, message } = error as Refusal
  if (statusCode === undefined) return new EngineError('unreachable', message)
  return new RefusedError(statusCode === 404 ? 'gone' : 'failed', textOf(json, message), statusCode)
}

function textOf(json: unknown, message: string): string {
  const own = (json as { message?: unknown } | null | undefined)?.message
  if (typeof own === 'string') return own
  return message.replace(/^\(HTTP code \d+\) .*? - /s, '').trim()
}

/** The first matching pattern gives the fault, so order matters. */
type Table = readonly (readonly [RegExp, EngineFault])[]

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
  ],
  // The challenge's own settings. What else an engine says may be a moment's trouble of its machine.
  [
    /(?<!\/)\bexec: |executable file|exec format error|chdir to cwd|unable to find (user|group)|no matching entries in|no users found|unknown capability|oom-killed/i,
    'start_failed'
  ]
]

/** Messages of failed pulls; in order, because a refused login also reports "not found". */
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

/** Fault of the words by which a start was refused. `failed`: unknown words. */
export const faultOfStart = (text: string): EngineFault => lookUp(STARTING, text, 'failed')

/** Fault of a refused start. Unknown words of status 400 are about what was asked for. */
export function startFault(error: EngineError): EngineError {
  const status = statusOf(error)
  if (status === null) return error
  const fault = lookUp(STARTING, error.message, status === 400 ? 'start_failed' : 'failed')
  return new RefusedError(fault, error.message, status)
}

/** `loggedIn`: credentials were sent; without them, "denied" may also mean a missing image. */
export function pullFault(message: string, { loggedIn }: { loggedIn: boolean }): EngineFault {
  if (loggedIn && /pull access denied|requested access to the resource is denied/i.test(message)) {
    return 'image.auth_failed'
  }
  return lookUp(PULLING, message, 'image.failed')
}

/** Sets the fault of registry errors; other errors stay as they are. */
export function asPullError(error: unknown, { loggedIn }: { loggedIn: boolean }): EngineError {
  const known = asEngineError(error)
  const status = statusOf(known)
  return status === null
    ? known
    : new RefusedError(pullFault(known.message, { loggedIn }), known.message, status)
}
