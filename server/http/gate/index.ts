import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { HostNames, InstanceNotifications, TunnelTickets } from '~/server/instances'
import { type Limits, RATES } from '~/server/limits/contract'
import { AppError, notFound } from '~/server/platform/errors'
import type { Translator } from '~/server/platform/i18n'
import type { Log } from '~/server/platform/log'
import type { Pace } from '../load/pace'
import type { Leases } from '../tunnels/leases'
import type { Traffic } from '../tunnels/traffic'
import { type Onward, proxyRequest } from './exchange'
import { framingOf, requestHeaders } from './headers'
import { AGE, createLookup } from './lookup'
import { createNames, hostsOf } from './names'
import { createGatePages, gateStatus } from './pages'
import { createRequestOrder } from './request-order'
import { splice } from './splice'
import { answerOn, upgrade } from './upgrade'
import { createUpstream } from './upstream'

export type Scheme = 'http' | 'https'

/** Endpoints of instances by host name (docs/decisions/016). */
export interface Gate {
  /** True if the host is below the domain: the gate then answers on every path. */
  meant(req: IncomingMessage): boolean
  /** Sends the service's response or an error page. Never throws. */
  request(req: IncomingMessage, res: ServerResponse, scheme: Scheme): Promise<void>
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer, scheme: Scheme): Promise<void>
  /** Connects a non-HTTP endpoint to the TLS connection for `name`; returns false for an HTTP endpoint. */
  relay(name: string, socket: Socket): Promise<boolean>
  /** Ends upgraded and relayed connections; resolves when running responses are over too. */
  close(): Promise<void>
}

export interface GateParts {
  domain: string
  sessionAliases: readonly string[]
  hostNames: HostNames
  tickets: Pick<TunnelTickets, 'takesConnections'>
  leases: Leases
  subscribe: InstanceNotifications['subscribe']
  traffic: Traffic
  pace: Pace
  limits: Pick<Limits, 'take'>
  translator: Translator
  addressOf(req: IncomingMessage): string
  log: Log
}

/** A path or `*`. An absolute address could contradict Host. */
const isTarget = ({ method, url = '' }: IncomingMessage) =>
  url.startsWith('/') || (url === '*' && method === 'OPTIONS')

/** Safe to send again when a kept connection turns out to be closed. */
const REPEATABLE = new Set(['GET', 'HEAD', 'OPTIONS'])

export function createGate(parts: GateParts): Gate {
  const { domain, hostNames, tickets, leases, subscribe, traffic, pace, limits, addressOf, log } = parts
  const names = createNames(domain)
  const pages = createGatePages(parts.translator)
  const lookup = createLookup(hostNames)
  const { takesConnections } = tickets
  const upstream = createUpstream({ lookup, takesConnections, leases, subscribe, traffic, log })
  const inOrder = createRequestOrder()

  /** @throws AppError 400 for an ambiguous request, 404 for an unknown name */
  const admit = async (req: IncomingMessage, scheme: Scheme): Promise<Onward> => {
    const hosts = hostsOf(req)
    const framing = framingOf(req.rawHeaders)
    if (hosts.length !== 1 || framing === null || !isTarget(req)) throw new AppError('request.malformed')
    const label = names.labelOf(hosts[0]!)
    const target = label === null ? null : await lookup(label, AGE.admission)
    const address = addressOf(req)
    if (label === null || target?.protocol !== 'http') {
      await limits.take(RATES.host, { userId: null, ip: address })
      throw notFound('container.not_found')
    }
    const method = req.method ?? 'GET'
    const repeatable = framing === 'none' && REPEATABLE.has(method)
    const headers = requestHeaders(req.rawHeaders, { address, scheme, framing }, parts.sessionAliases)
    return {
      ...{ label, method, headers, pace, path: req.url ?? '/' },
      agent: repeatable ? upstream.agentFor(req.socket) : upstream.once
    }
  }

  const fail = (error: unknown, req: IncomingMessage, res: ServerResponse) => {
    const { status, retryAfter } = gateStatus(error)
    if (status === 500) log.error({ err: error }, 'request_failed')
    return pages.answer(req, res, status, retryAfter)
  }

  return {
    meant: (req) => hostsOf(req).some(names.covers),

    request: (req, res, scheme) =>
      inOrder(req.socket, () =>
        admit(req, scheme)
          .then((onward) => proxyRequest(req, res, onward))
          .catch((error) => fail(error, req, res))
      ),

    async upgrade(req, duplex, head, scheme) {
      const socket = duplex as Socket
      socket.on('error', () => socket.destroy())
      try {
        const onward = await admit(req, scheme)
        // A body would be read as the first bytes of the other protocol.
        if (framingOf(req.rawHeaders) !== 'none') throw new AppError('request.malformed')
        if (!socket.destroyed) await upgrade(req, socket, head, { ...onward, agent: upstream.once })
      } catch (error) {
        await fail(error, req, answerOn(req, socket))
      }
    },

    async relay(name, socket) {
      const label = names.labelOf(name)
      const target = label === null ? null : await lookup(label, AGE.connection)
      if (label === null || target?.protocol !== 'tcp') return false
      const service = await upstream.connect(label)
      if (socket.destroyed) service.destroy()
      else splice(socket, service, pace)
      return true
    },

    close: upstream.close
  }
}

/** Requests for hosts of instances go to the gate, all others to the platform; without a gate everything does. */
export function routeByHost(
  server: Server,
  gate: Gate | null,
  scheme: Scheme,
  platform: {
    request(req: IncomingMessage, res: ServerResponse): void
    upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void
  }
): void {
  const isFor = (req: IncomingMessage): req is IncomingMessage => gate?.meant(req) ?? false
  const request = (req: IncomingMessage, res: ServerResponse) =>
    isFor(req) ? void gate!.request(req, res, scheme) : platform.request(req, res)
  server.on('request', request)
  server.on('checkContinue', (req, res) => {
    // The service itself decides whether it wants the body.
    if (!isFor(req)) res.writeContinue()
    request(req, res)
  })
  server.on('upgrade', (req, socket, head) =>
    isFor(req) ? void gate!.upgrade(req, socket, head, scheme) : platform.upgrade(req, socket, head)
  )
}
