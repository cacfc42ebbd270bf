import type { Duplex } from 'node:stream'

const AHEAD = 32

/** Handles requests in order, because one may depend on an earlier one. Ends a connection that pipelines too many. */
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
