import { toWire } from '~/scoring/rules'
import type { InstanceView } from '~/server/instances/contract'
import { MINUTE_MS } from '~/server/platform/time'

export const NOW = Date.UTC(2026, 10, 20, 16)

interface Wish extends Partial<InstanceView> {
  /** Milliseconds after NOW at which the instance ends. */
  expiresIn?: number
}

export function viewOf({ expiresIn, ...wish }: Wish = {}): InstanceView {
  const end = expiresIn === undefined ? null : NOW + expiresIn
  return {
    gameId: 1,
    challengeId: 7,
    id: '5f3c2f0e-0a39-4f27-9a4c-7a5f0d5a3c10',
    state: 'none',
    reason: null,
    error: null,
    reference: '5f3c2f0e',
    entry: null,
    endpoints: wish.entry ? [{ title: '', protocol: 'http', entry: wish.entry, url: null, tls: null }] : [],
    requestedAt: null,
    requestedBy: null,
    startedAt: end === null ? null : toWire(end - 120 * MINUTE_MS),
    readyAt: end === null ? null : toWire(end - 120 * MINUTE_MS),
    expiresAt: end === null ? null : toWire(end),
    endedAt: null,
    extendableAt: end === null ? null : toWire(end - 10 * MINUTE_MS),
    lifetime: 120,
    extension: 120,
    window: 10,
    position: null,
    waiting: null,
    estimate: null,
    waitsFor: null,
    pull: null,
    usual: null,
    inUse: 0,
    limit: 3,
    replaces: false,
    others: [],
    recorded: false,
    unavailable: null,
    ...wish
  }
}
