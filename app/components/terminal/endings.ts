/** Reasons for the end of a terminal connection; each has a text in the namespace `terminal`. */
export type Ending =
  | 'done'
  | 'left'
  | 'stopping'
  | 'broken'
  | 'instance'
  | 'revoked'
  | 'idle'
  | 'limit'
  | 'unreachable'
  | 'gone'
  | 'throttled'
  | 'lost'

/** Close codes of tunnels (docs/decisions/013). */
const CODES: Readonly<Record<number, Ending>> = {
  1000: 'done',
  1001: 'stopping',
  1011: 'broken',
  4001: 'instance',
  4002: 'revoked',
  4003: 'idle',
  4008: 'limit',
  4009: 'unreachable'
}

/** Reason of an open connection's close code. */
export const endingOf = (code: number): Ending => CODES[code] ?? 'lost'

/** Reason of a refused connection, by the HTTP status of its address; null when there was no response. */
export function refusalOf(status: number | null): Ending {
  if (status === 404 || status === 403) return 'gone'
  return status === 429 ? 'throttled' : 'lost'
}

/** True if a new connection can work: not when the instance is deleted. */
export const mayReconnect = (ending: Ending): boolean =>
  ending !== 'instance' && ending !== 'revoked' && ending !== 'gone'
