import type { TunnelTickets } from '~/server/instances'
import type { Holder } from './leases'
import { createOpenConnections, type OpenConnections, type OpenParts } from './open-connections'
import { CLOSE, type CloseCode } from './relay'

interface OpenTunnels extends OpenConnections<CloseCode> {
  /** The close code of a tunnel whose service has hung up. */
  codeOf(holder: Holder): Promise<CloseCode>
}

export function createOpenTunnels(tickets: TunnelTickets, parts: OpenParts): OpenTunnels {
  const verdicts = async (all: readonly Holder[]) => {
    const good = await tickets.stillValid(all.flatMap(({ ticket }) => ticket ?? []))
    const isGood = ({ ticket }: Holder) => ticket !== null && good.has(ticket)
    const others = all.filter((holder) => !isGood(holder))
    const alive = await tickets.takesConnections(others.map(({ instance }) => instance))
    return (holder: Holder): CloseCode | null => {
      if (isGood(holder)) return null
      return alive.has(holder.instance) ? CLOSE.ticketRevoked : CLOSE.instanceEnded
    }
  }

  return {
    ...createOpenConnections(verdicts, CLOSE.stopping, parts),
    codeOf: async (holder) => (await verdicts([holder]))(holder) ?? CLOSE.done
  }
}
