import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { addressBucket, createQuota } from '~/server/limits'
import type { GameServer, GameSocket } from './sockets'

/** Namespaces that one connection may ask to be let into at the same moment; there are not that many. */
const MOST_ASKED = 6
/** A refusal takes this long at least, so that nobody asks without end. */
const REFUSAL_MS = 100

/** The web process, which alone is asked by clients, says whose request it passes on. */
const partyOf = ({ headers, socket }: IncomingMessage): string =>
  addressBucket(String(headers['x-forwarded-for'] ?? socket.remoteAddress ?? ''))

/** Bounds what one address and one connection may have of the gateway, whatever the transport. */
export class ConnectionLimits {
  readonly #quota
  readonly #asking = new WeakMap<GameSocket['conn'], number>()

  /** Connections that one address may hold open; null = any number. */
  constructor(most: number | null) {
    this.#quota = createQuota(most)
  }

  /** Counts the connections of a server. */
  count(engine: GameServer['engine']): void {
    engine.on('connection', (connection: GameSocket['conn']) => {
      const party = partyOf(connection.request)
      if (!this.#quota.take(party)) return void connection.close(true)
      connection.once('close', () => this.#quota.release(party))
    })
  }

  /** Counts one more connection of whoever asks, until what is answered is called; null when there are too many. */
  hold(req: IncomingMessage): (() => void) | null {
    const party = partyOf(req)
    return this.#quota.take(party) ? () => this.#quota.release(party) : null
  }

  full(req: IncomingMessage): boolean {
    return this.#quota.full(partyOf(req))
  }

  /** Runs `admit` for a socket, unless its connection asks too much: that is closed. Answers the reason of a refusal. */
  async admit<T>(socket: GameSocket, admit: () => Promise<T | null>): Promise<T | null> {
    const { conn } = socket
    const asked = (this.#asking.get(conn) ?? 0) + 1
    if (asked > MOST_ASKED) conn.close(true)
    this.#asking.set(conn, asked)
    try {
      const refusal = await admit()
      if (refusal) await sleep(REFUSAL_MS)
      return refusal
    } finally {
      this.#asking.set(conn, this.#asking.get(conn)! - 1)
    }
  }
}
