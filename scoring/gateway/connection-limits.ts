import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { addressBucket, createQuota } from '~/server/limits'
import { openSockets } from '~/server/metrics'
import type { GameServer, GameSocket } from './sockets'

/** Namespaces that one connection may request at the same time; only three exist. */
const MAX_PENDING = 6
/** A refusal takes this long at least, to slow down repeated requests. */
const REFUSAL_MS = 100

/** Clients reach the web process only, which forwards their address. */
const partyOf = ({ headers, socket }: IncomingMessage): string =>
  addressBucket(String(headers['x-forwarded-for'] ?? socket.remoteAddress ?? ''))

export class ConnectionLimits {
  readonly #quota
  readonly #pending = new WeakMap<GameSocket['conn'], number>()

  /** @param most connections of one address; null for any number */
  constructor(most: number | null) {
    this.#quota = createQuota(most)
  }

  count(engine: GameServer['engine']): void {
    engine.on('connection', (connection: GameSocket['conn']) => {
      const release = this.take(connection.request)
      if (release) connection.once('close', release)
      else connection.close(true)
    })
  }

  /** @returns the release of a counted connection; null when the address has too many */
  take(req: IncomingMessage): (() => void) | null {
    const party = partyOf(req)
    if (!this.#quota.take(party)) return null
    openSockets.inc()
    return () => {
      this.#quota.release(party)
      openSockets.dec()
    }
  }

  full(req: IncomingMessage): boolean {
    return this.#quota.full(partyOf(req))
  }

  /** Closes a connection with too many requests. @returns the reason of a refusal, or null */
  async admit<T>(socket: GameSocket, admit: () => Promise<T | null>): Promise<T | null> {
    const { conn } = socket
    const pending = (this.#pending.get(conn) ?? 0) + 1
    if (pending > MAX_PENDING) conn.close(true)
    this.#pending.set(conn, pending)
    try {
      const refusal = await admit()
      if (refusal) await sleep(REFUSAL_MS)
      return refusal
    } finally {
      this.#pending.set(conn, this.#pending.get(conn)! - 1)
    }
  }
}
