import type { Tickets } from '~/server/instances'
import type { Log } from '~/server/platform/log'
import { type Holder, type Leases, RENEW_MS } from './leases'
import { CLOSE, type CloseCode, type Relay, type Relayed } from './relay'

/** Milliseconds between two looks whether open tunnels may go on. */
const RECHECK_MS = 5000

/** The tunnels that this process carries: none outlives its instance or its ticket by more than five seconds. */
export interface OpenTunnels {
  /** Looks after a tunnel until it is done. */
  add(holder: Holder, relay: Relay): Promise<Relayed>
  /** Why a tunnel whose service has hung up is over. */
  codeOf(holder: Holder): Promise<CloseCode>
  /** Ends all, telling their clients that the platform stops. */
  close(): Promise<void>
}

export function createOpenTunnels(tickets: Tickets, leases: Leases, log: Log): OpenTunnels {
  const open = new Map<Holder, Relay>()

  /** Why each of them may not go on; null when it may. */
  const verdicts = async (all: readonly Holder[]) => {
    const good = await tickets.stillGood(all.map(({ ticket }) => ticket))
    const others = all.filter(({ ticket }) => !good.has(ticket))
    const alive = await tickets.takesConnections(others.map(({ instance }) => instance))
    return ({ ticket, instance }: Holder): CloseCode | null => {
      if (good.has(ticket)) return null
      return alive.has(instance) ? CLOSE.ticketRevoked : CLOSE.instanceEnded
    }
  }

  const recheck = async () => {
    if (open.size === 0) return
    const codeOf = await verdicts([...open.keys()])
    for (const [holder, relay] of open) {
      const code = codeOf(holder)
      if (code !== null) relay.end(code)
    }
  }

  const warn = (error: Error) => log.warn({ err: error.message }, 'tunnels_not_checked')
  const timers = [
    setInterval(() => void recheck().catch(warn), RECHECK_MS),
    setInterval(() => void leases.renew([...open.keys()]), RENEW_MS)
  ]

  return {
    async add(holder, relay) {
      open.set(holder, relay)
      return relay.done.finally(() => open.delete(holder))
    },

    codeOf: async (holder) => (await verdicts([holder]))(holder) ?? CLOSE.done,

    async close() {
      for (const timer of timers) clearInterval(timer)
      const all = [...open.values()]
      for (const relay of all) relay.end(CLOSE.stopping)
      await Promise.all(all.map(({ done }) => done))
    }
  }
}
