import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Recorder, Tap } from '~/server/captures'
import type { InstanceNotifications, TunnelTarget, TunnelTickets } from '~/server/instances'
import { AppError, forbidden, toAppError } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import { sameOrigin } from '~/server/platform/network/origin'
import { requireScope } from '~/server/tokens/contract'
import type { ContextOf } from '../context'
import type { Pace } from '../load/pace'
import { refuseRequest } from '../refuse'
import type { Holder, Leases } from './leases'
import { tapConnection } from './listen'
import { createOpenTunnels } from './open-tunnels'
import { connectToService } from './reach'
import { CLOSE, relay } from './relay'
import type { Traffic } from './traffic'

/** Longest message of a client, in bytes. */
const MAX_MESSAGE = 1024 * 1024

/** A page cannot read the status of a refused socket, so it gets a close code for errors that it can act on. */
const CLOSE_CODES: Readonly<Record<string, number>> = {
  'proxy.connection_limit': CLOSE.limit,
  'rate.limited': CLOSE.limit,
  'proxy.connect_failed': CLOSE.unreachable
}

/** Milliseconds to close a client that was accepted only for its close code. */
const FAREWELL_MS = 5000

function dismiss(client: WebSocket | null, code: number): void {
  if (!client) return
  const timer = setTimeout(() => client.terminate(), FAREWELL_MS)
  client.on('error', () => {}).once('close', () => clearTimeout(timer))
  client.close(code)
}

const PATH = /^\/api\/proxy\/(noinst\/)?([^/?]+)(?:\?|$)/

/** Connections to instances over WebSockets (docs/decisions/013). */
export interface Tunnels {
  meant(req: IncomingMessage): boolean
  /** Connects to the service before it accepts, so that a failure can be a status. Never throws. */
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>
  close(): Promise<void>
}

interface TunnelParts {
  tickets: TunnelTickets
  leases: Leases
  subscribe: InstanceNotifications['subscribe']
  recorder: Recorder
  traffic: Traffic
  pace: Pace
  contextOf: ContextOf
  publicUrl: string | null
  log: Log
}

export function createTunnels({
  tickets,
  leases,
  subscribe,
  recorder,
  traffic,
  pace,
  contextOf,
  publicUrl,
  log
}: TunnelParts): Tunnels {
  const open = createOpenTunnels(tickets, { leases, subscribe, log })
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE
  })

  const admit = async (req: IncomingMessage): Promise<{ target: TunnelTarget; ip: string }> => {
    if (!sameOrigin(req, publicUrl)) throw forbidden()
    const { ctx, limits, tokenRefusal } = await contextOf(req, '')
    if (tokenRefusal) throw tokenRefusal
    // Checks the scope only: the game is known with the instance.
    requireScope(ctx.actor, 'play', ctx.actor?.token?.gameId ?? null)
    const [, test, ticket = ''] = PATH.exec(req.url ?? '') ?? []
    return { target: await tickets.admit(ctx, ticket, test ? 'test' : 'team', limits), ip: ctx.ip ?? '' }
  }

  const accept = (req: IncomingMessage, socket: Duplex, head: Buffer) =>
    new Promise<WebSocket | null>((resolve) => {
      const onClose = () => resolve(null)
      if (socket.destroyed) return onClose()
      socket.once('close', onClose)
      server.handleUpgrade(req, socket, head, (client) => {
        socket.off('close', onClose)
        resolve(client)
      })
    })

  /** Resolves when the tunnel is over. @throws AppError while a status can still be sent */
  const carry = async (service: Socket, client: WebSocket, holder: Holder, tap: Tap | null) => {
    if (tap) tapConnection(tap, client, service)
    traffic.watch(holder.instance, service)
    const relayed = await open
      .add(
        holder,
        relay(client, service, pace, () => open.codeOf(holder))
      )
      .finally(() => tap?.close())
    log.debug({ instance: holder.instance, tunnel: holder.id, ...relayed }, 'tunnel_closed')
  }

  return {
    meant: (req) => PATH.test(req.url ?? ''),

    async upgrade(req, socket, head) {
      socket.on('error', () => socket.destroy())
      try {
        const { target, ip } = await admit(req)
        const holder = { id: randomUUID(), ticket: target.ticket, instance: target.instance }
        if (!(await leases.take(holder))) throw new AppError('proxy.connection_limit')
        try {
          const [service, record] = await Promise.all([
            connectToService(target),
            target.kind === 'team' ? recorder.plan(target.ticket) : null
          ])
          const client = await accept(req, socket, head)
          const from = { address: ip, port: req.socket.remotePort ?? 0 }
          if (client) await carry(service, client, holder, record?.(holder.id, from, target) ?? null)
          else service.destroy()
        } finally {
          await leases.leave(holder)
        }
      } catch (error) {
        const reason = toAppError(error)
        if (reason.status >= 500) log.error({ err: error }, 'request_failed')
        const closeCode = req.headers.origin === undefined ? undefined : CLOSE_CODES[reason.code]
        if (closeCode === undefined) refuseRequest(socket, reason)
        else dismiss(await accept(req, socket, head), closeCode)
      }
    },

    async close() {
      await open.close()
      await recorder.close()
    }
  }
}
