import type { Limiter } from './limiter'
import type { RateRule } from './rates'

export { PER_ADDRESS, RATES, type RateRule } from './rates'

export interface Party {
  userId: string | null
  ip: string
  subject?: string
  /** The token that acts for `userId`; absent for a login. */
  tokenId?: string
}

/** @throws AppError `rate.limited` */
export type Limits = Limiter<[rule: RateRule, party: Party]>

export const HANDSHAKES_PER_ADDRESS = 250
