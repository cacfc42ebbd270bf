import type { InstanceNotifications } from '~/server/instances'
import { openTunnels } from '~/server/metrics'
import type { Log } from '~/server/platform/log'
import { type Holder, type Leases, RENEW_MS } from './leases'

const RECHECK_MS = 5000

export interface Connection<Why, Outcome = unknown> {
  end(why: Why): void
  done: Promise<Outcome>
}

/** The connections of this process to instances. Each ends within five seconds of its instance and ticket. */
export interface OpenConnections<Why> {
  add<Outcome>(holder: Holder, connection: Connection<Why, Outcome>): Promise<Outcome>
  close(): Promise<void>
}

export interface OpenParts {
  leases: Leases
  subscribe: InstanceNotifications['subscribe']
  log: Log
}

/** `judge` returns for each why it must end; null: it may go on. */
export function createOpenConnections<Why>(
  judge: (all: readonly Holder[]) => Promise<(holder: Holder) => Why | null>,
  stopping: Why,
  { leases, subscribe, log }: OpenParts
): OpenConnections<Why> {
  const open = new Map<Holder, Connection<Why>>()

  const recheck = async (holders: readonly Holder[]) => {
    if (holders.length === 0) return
    const whyOf = await judge(holders)
    for (const holder of holders) {
      const why = whyOf(holder)
      if (why !== null) open.get(holder)?.end(why)
    }
  }

  const warn = (error: Error) => log.warn({ err: error.message }, 'tunnels_not_checked')
  const timers = [
    setInterval(() => void recheck([...open.keys()]).catch(warn), RECHECK_MS),
    setInterval(() => void leases.renew([...open.keys()]), RENEW_MS)
  ]
  const unsubscribe = subscribe(
    (id) => void recheck([...open.keys()].filter(({ instance }) => instance === id)).catch(warn)
  )

  return {
    async add(holder, connection) {
      open.set(holder, connection)
      openTunnels.inc()
      return connection.done.finally(() => {
        open.delete(holder)
        openTunnels.dec()
      })
    },

    async close() {
      for (const timer of timers) clearInterval(timer)
      unsubscribe()
      const all = [...open.values()]
      for (const connection of all) connection.end(stopping)
      await Promise.all(all.map(({ done }) => done))
    }
  }
}
