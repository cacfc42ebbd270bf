/** Why a connection of the terminal ended; each has words among the texts of `terminal`. */
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

/** By the close codes of tunnels (docs/decisions/013). */
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

/** Why a connection that was open ended. */
export const endingOf = (code: number): Ending => CODES[code] ?? 'lost'

/** Why a connection was not opened, by the status with which its address answers without a socket; null when it did not answer. */
export function refusalOf(status: number | null): Ending {
  if (status === 404 || status === 403) return 'gone'
  return status === 429 ? 'throttled' : 'lost'
}

/** Whether another connection may do better: none leads to what is gone. */
export const mayReconnect = (ending: Ending): boolean =>
  ending !== 'instance' && ending !== 'revoked' && ending !== 'gone'
