import type { Duplex } from 'node:stream'

/** Requests that one connection may have sent ahead of their answers. */
const AHEAD = 32

/**
 * Deals with the requests of one connection one after the other: their answers have to come in order anyway, and the
 * later ones may depend on what the earlier ones did. A connection that sends on and on is ended.
 */
export function createRequestOrder() {
  const last = new WeakMap<Duplex, Promise<void>>()
  const waiting = new WeakMap<Duplex, number>()
  return async (connection: Duplex, work: () => Promise<void>): Promise<void> => {
    const ahead = waiting.get(connection) ?? 0
    if (ahead >= AHEAD) return void connection.destroy()
    waiting.set(connection, ahead + 1)
    const done = (last.get(connection) ?? Promise.resolve()).then(work)
    last.set(connection, done)
    await done
    waiting.set(connection, waiting.get(connection)! - 1)
  }
}
