import type { Log } from '~/server/platform/log'
import { type Holder, type Leases, RENEW_MS } from './leases'

/** Milliseconds between two looks whether what is open may go on. */
const RECHECK_MS = 5000

/** Something open to an instance. */
export interface Connection<Why, Outcome = unknown> {
  end(why: Why): void
  /** Resolves when it is over. */
  done: Promise<Outcome>
}

/** What this process carries to instances: none outlives what it hangs on by more than five seconds. */
export interface OpenConnections<Why> {
  /** Looks after a connection, and keeps its place, until it is done. */
  add<Outcome>(holder: Holder, connection: Connection<Why, Outcome>): Promise<Outcome>
  /** Ends all, because the platform stops. */
  close(): Promise<void>
}

/** `judge` says in one go why each of several may not go on; null: it may. */
export function createOpenConnections<Why>(
  judge: (all: readonly Holder[]) => Promise<(holder: Holder) => Why | null>,
  stopping: Why,
  leases: Leases,
  log: Log
): OpenConnections<Why> {
  const open = new Map<Holder, Connection<Why>>()

  const recheck = async () => {
    if (open.size === 0) return
    const whyOf = await judge([...open.keys()])
    for (const [holder, connection] of open) {
      const why = whyOf(holder)
      if (why !== null) connection.end(why)
    }
  }

  const warn = (error: Error) => log.warn({ err: error.message }, 'tunnels_not_checked')
  const timers = [
    setInterval(() => void recheck().catch(warn), RECHECK_MS),
    setInterval(() => void leases.renew([...open.keys()]), RENEW_MS)
  ]

  return {
    async add(holder, connection) {
      open.set(holder, connection)
      return connection.done.finally(() => open.delete(holder))
    },

    async close() {
      for (const timer of timers) clearInterval(timer)
      const all = [...open.values()]
      for (const connection of all) connection.end(stopping)
      await Promise.all(all.map(({ done }) => done))
    }
  }
}
