import type { RateName } from '~/server/platform/rates'
import type { Limiter } from './limiter'

/** Who a request is counted for. */
export interface Party {
  userId: string | null
  ip: string
  /** What rules by `subject` count. */
  subject?: string
}

/** Counts requests by rule and party. @throws AppError `rate.limited` */
export type Limits = Limiter<[rule: RateRule, party: Party]>

/**
 * At most `max` calls in `seconds`, counted by account (visitors by address), by address, or by `subject`, which the caller
 * of the limiter names, such as a team's instance (docs/rules/limits.md#rates).
 */
export interface RateRule {
  name: string
  max: number
  seconds: number
  by: 'user' | 'address' | 'subject'
}

export const RATES = {
  read: { name: 'read', max: 300, seconds: 60, by: 'user' },
  /** Words looked for while they are typed. */
  search: { name: 'search', max: 120, seconds: 60, by: 'user' },
  flag: { name: 'flag', max: 10, seconds: 10, by: 'user' },
  register: { name: 'register', max: 10, seconds: 600, by: 'address' },
  // A venue logs in from one address; wrong passwords are slowed down beside this (attempts.ts).
  login: { name: 'login', max: 120, seconds: 60, by: 'address' },
  /** A scoreboard shows an avatar for each of its rows. */
  file: { name: 'file', max: 3000, seconds: 60, by: 'user' },
  /** Lines of the log about what somebody is not let into. */
  refusal: { name: 'refusal', max: 5, seconds: 60, by: 'user' },
  /** Opening tickets and writing to them, as a team. */
  help: { name: 'help', max: 6, seconds: 60, by: 'user' },
  /** Starting, extending and stopping instances, whichever they are. */
  container: { name: 'container', max: 30, seconds: 60, by: 'user' },
  /**
   * The same of one team and one challenge, by all its members together: that is where clicking in a hurry costs an
   * engine something. Not of the team as a whole, since members who work on different challenges at once are no hurry,
   * and the limit of instances and the pause between two starts bound them anyway.
   */
  instance: { name: 'instance', max: 6, seconds: 60, by: 'subject' },
  /** Tunnels that were asked for with something that opens none. */
  ticket: { name: 'ticket', max: 30, seconds: 60, by: 'address' },
  /** Tunnels opened by one ticket; a script that tries something again and again opens one each time. */
  tunnel: { name: 'tunnel', max: 1200, seconds: 60, by: 'subject' },
  /** Requests by host names that lead to no instance; pages whose instance has just ended ask a few times. */
  host: { name: 'host', max: 60, seconds: 60, by: 'address' },
  upload: { name: 'upload', max: 30, seconds: 60, by: 'user' },
  write: { name: 'write', max: 60, seconds: 60, by: 'user' }
} as const satisfies Record<RateName, RateRule>

/** What one address may have open at a time, a whole venue behind it included; an IPv6 /64 counts as one. */
export const PER_ADDRESS = {
  /** Socket.IO connections. */
  sockets: 1000,
  /** Connections of every kind: six for each browser. */
  connections: 4000,
  /** Bodies of requests that are still on their way. */
  bodies: 250
}

/** TLS connections of one address that are still being agreed on. */
export const HANDSHAKES_PER_ADDRESS = 250
