import { randomUUID } from 'node:crypto'
import { Agent, type AgentOptions, type ClientRequestArgs } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { InstanceNotifications, TunnelTickets } from '~/server/instances'
import { AppError, isAppError, notFound } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import type { Leases } from '../tunnels/leases'
import { createOpenConnections } from '../tunnels/open-connections'
import { connectToService } from '../tunnels/reach'
import type { Traffic } from '../tunnels/traffic'
import { AGE, type Lookup } from './lookup'
import { isSpliced } from './splice'

/** Milliseconds that a connection stays open for its client's next request; shorter than most servers' limit. */
const IDLE_MS = 4000

interface Upstream {
  /** The socket is paused until read. @throws AppError 404 unknown name, 503 no place left, 502 silent service */
  connect(label: string): Promise<Socket>
  /** Never shared between clients: a confused service must not send one's response to another. `host` is a label. */
  agentFor(client: Duplex): Agent
  /** The agent for retries, which must not use a kept connection that may be closing. */
  once: Agent
  /** Ends spliced connections; those of agents end with their clients. */
  close(): Promise<void>
}

interface UpstreamParts {
  lookup: Lookup
  takesConnections: TunnelTickets['takesConnections']
  leases: Leases
  subscribe: InstanceNotifications['subscribe']
  traffic: Traffic
  log: Log
}

type Why = 'instance_ended' | 'stopping'

export function createUpstream(parts: UpstreamParts): Upstream {
  const { lookup, takesConnections, leases, subscribe, traffic, log } = parts
  const judge = async (all: readonly { instance: string }[]) => {
    const alive = await takesConnections([...new Set(all.map(({ instance }) => instance))])
    return ({ instance }: { instance: string }): Why | null => (alive.has(instance) ? null : 'instance_ended')
  }
  const open = createOpenConnections<Why>(judge, 'stopping', { leases, subscribe, log })

  const connect = async (label: string): Promise<Socket> => {
    const target = await lookup(label, AGE.connection)
    if (!target) throw notFound('container.not_found')
    const holder = { id: randomUUID(), instance: target.instance, ticket: null }
    if (!(await leases.take(holder))) throw new AppError('proxy.connection_limit', 503, { retryAfter: 1 })
    const socket = await connectToService(target).catch(async (error) => {
      await leases.leave(holder)
      throw isAppError(error) ? new AppError(error.code, 502) : error
    })
    traffic.watch(target.instance, socket)
    const done = new Promise<void>((resolve) => void socket.once('close', () => resolve()))
    const end = (why: Why) => {
      // During a shutdown, a running response may finish in the time that its client's connection gets.
      if (why !== 'stopping' || isSpliced(socket)) socket.destroy()
    }
    void open.add(holder, { end, done }).finally(() => leases.leave(holder))
    return socket
  }

  class ServiceAgent extends Agent {
    /** node:http expects the connection when the callback is called. */
    override createConnection(
      { host }: ClientRequestArgs,
      callback: (error: Error | null, socket: Duplex) => void
    ): undefined {
      const fail = callback as (error: Error) => void
      connect(host ?? '').then((socket) => callback(null, socket), fail)
    }
  }
  class PassingAgent extends ServiceAgent {
    /** Offers keep-alive, because a service that closes at once may cut its own response. */
    override keepSocketAlive(): boolean {
      return false
    }
  }
  const agents = new WeakMap<Duplex, Agent>()
  const kept: AgentOptions = { keepAlive: true, timeout: IDLE_MS }

  return {
    connect,

    agentFor(client) {
      const known = agents.get(client)
      if (known) return known
      const agent = new ServiceAgent(kept)
      agents.set(client, agent)
      client.once('close', () => agent.destroy())
      return agent
    },

    once: new PassingAgent({ keepAlive: true }),

    close: open.close
  }
}
