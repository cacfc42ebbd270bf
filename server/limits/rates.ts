import type { RateName } from '~/server/platform/rate-setting'

/**
 * `max` calls in `seconds` by account (visitors: address), address or `subject` (docs/rules/limits.md#rates). `caller`:
 * a token has its own, else as by account; only for what costs this platform, because whoever has more tokens has more.
 */
export interface RateRule {
  name: string
  max: number
  seconds: number
  by: 'user' | 'caller' | 'address' | 'subject'
}

export const RATES = {
  read: { name: 'read', max: 300, seconds: 60, by: 'caller' },
  search: { name: 'search', max: 120, seconds: 60, by: 'caller' },
  flag: { name: 'flag', max: 10, seconds: 10, by: 'user' },
  register: { name: 'register', max: 10, seconds: 600, by: 'address' },
  // A venue shares one address; login-backoff.ts slows wrong passwords.
  login: { name: 'login', max: 120, seconds: 60, by: 'address' },
  /** A scoreboard shows an avatar in each row. */
  file: { name: 'file', max: 3000, seconds: 60, by: 'caller' },
  refusal: { name: 'refusal', max: 5, seconds: 60, by: 'user' },
  /** Opening tickets and writing to them, as a team. */
  help: { name: 'help', max: 6, seconds: 60, by: 'user' },
  /** Inviting people to the staff of a game, which may send a mail to any address. */
  invite: { name: 'invite', max: 30, seconds: 600, by: 'user' },
  /** Starting, extending and stopping instances, whichever they are. */
  container: { name: 'container', max: 30, seconds: 60, by: 'user' },
  /** A limit per team and challenge, because starts load an engine; members may work on several challenges. */
  instance: { name: 'instance', max: 6, seconds: 60, by: 'subject' },
  ticket: { name: 'ticket', max: 30, seconds: 60, by: 'address' },
  /** Tunnels of one ticket; a script opens one each time. */
  tunnel: { name: 'tunnel', max: 1200, seconds: 60, by: 'subject' },
  /** Requests for unknown hosts; pages of an ended instance retry. */
  host: { name: 'host', max: 60, seconds: 60, by: 'address' },
  /** Points that a service gives, in place of `write`. */
  award: { name: 'award', max: 300, seconds: 60, by: 'caller' },
  upload: { name: 'upload', max: 30, seconds: 60, by: 'caller' },
  write: { name: 'write', max: 60, seconds: 60, by: 'caller' }
} as const satisfies Record<RateName, RateRule>

/** Open at a time by one address, which a whole venue may share; an IPv6 /64 counts as one. */
export const PER_ADDRESS = {
  sockets: 1000,
  /** All connections: six for each browser. */
  connections: 4000,
  bodies: 250
}
