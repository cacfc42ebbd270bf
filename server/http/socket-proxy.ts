import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { type Duplex, pipeline } from 'node:stream'
import { addressBucket, createQuota } from '~/server/limits'
import { toAppError } from '~/server/platform/errors'
import type { handOver } from '~/server/platform/processes/handover'
import { refuse } from './refuse'

/** Hands /socket.io and /hub to the scoring process, so that one port serves everything. */
export interface SocketProxy {
  /** @throws AppError for a connection that is refused */
  http(req: IncomingMessage, res: ServerResponse): Promise<void>
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>
  /** Ends all connections: a server that closes would wait for them. */
  close(): void
}

interface SocketProxyParts {
  /** Where scoring listens. */
  port: number
  /** The client's address, sent as X-Forwarded-For. */
  address(req: IncomingMessage): string
  /** Called before a connection is opened: scoring does not see client addresses. @throws AppError to refuse it */
  admit(req: IncomingMessage): Promise<unknown>
  /** Sockets that one address may hold open; null = any number. */
  most: number | null
  /** Passes the connection on instead of its bytes (handover.ts); false when it stays here. Absent: all stay. */
  handOver?: typeof handOver
}

/** Whether a path or an address is one of the hubs of clients of the contract (docs/rules/wire.md#hubs). */
export const isHub = (url: string): boolean => /^\/hub(?:[/?]|$)/i.test(url)

/** Whether it is scoring's to answer. */
export const isSocket = (url: string): boolean => url.startsWith('/socket.io/') || isHub(url)

/**
 * True for the first request of a connection; later ones name it by `sid`, read as Engine.IO reads it. Each request to a hub
 * counts, since there is nothing by which others could be told from the first.
 */
function begins({ url = '/' }: IncomingMessage): boolean {
  if (isHub(url)) return true
  const address = URL.canParse(url, 'http://halyard') ? new URL(url, 'http://halyard') : null
  return !address?.searchParams.getAll('sid').at(-1)
}

export function createSocketProxy({ port, address, admit, most, handOver }: SocketProxyParts): SocketProxy {
  const quota = createQuota(most)
  const open = new Set<Duplex>()
  const headersFor = (req: IncomingMessage) => ({ ...req.headers, 'x-forwarded-for': address(req) })
  return {
    async http(req, res) {
      if (begins(req)) await admit(req)
      const target = { host: '127.0.0.1', port, method: req.method, path: req.url, headers: headersFor(req) }
      const onward = request(target, (answer) => {
        res.writeHead(answer.statusCode ?? 502, answer.headers)
        // Not pipe(): an answer that breaks off would leave the client waiting for its end.
        pipeline(answer, res, () => {})
      })
      onward.on('error', () => {
        if (!res.headersSent) res.writeHead(503, { 'Retry-After': '1' })
        res.end()
      })
      res.on('close', () => onward.destroy())
      req.pipe(onward)
    },

    async upgrade(req, socket, head) {
      const bucket = addressBucket(address(req))
      if (!quota.take(bucket)) return refuse(socket, { status: 429, retryAfter: 30 })
      open.add(socket)
      socket
        .on('error', () => socket.destroy())
        .once('close', () => {
          open.delete(socket)
          quota.release(bucket)
        })
      try {
        if (begins(req)) await admit(req)
      } catch (error) {
        return refuse(socket, toAppError(error))
      }
      if (socket.destroyed || handOver?.(req, headersFor(req), socket, head)) return
      const onward = connect(port, '127.0.0.1', () => {
        const lines = Object.entries(headersFor(req)).flatMap(([name, value]) =>
          [value ?? []].flat().map((one) => `${name}: ${one}`)
        )
        onward.write(`${req.method} ${req.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
        onward.write(head)
        socket.pipe(onward).pipe(socket)
      })
      const end = () => {
        socket.destroy()
        onward.destroy()
      }
      for (const side of [socket, onward]) side.on('error', end).on('close', end)
    },

    close() {
      for (const socket of open) socket.destroy()
    }
  }
}
