import { type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type Duplex, pipeline } from 'node:stream'
import { addressBucket, createQuota } from '~/server/limits'
import { toAppError } from '~/server/platform/errors'
import { SCORING_HEADER } from '~/server/platform/network/scoring-name'
import type { handOver } from '~/server/platform/processes/handover'
import { refuseRequest } from './refuse'
import type { ScoringLines } from './scoring-lines'

/** Passes /socket.io and /hub to a scoring process, so that one port serves everything. */
interface SocketProxy {
  /** @throws AppError for a connection that is refused */
  http(req: IncomingMessage, res: ServerResponse): Promise<void>
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>
  close(): void
}

interface SocketProxyParts {
  lines: ScoringLines
  address(req: IncomingMessage): string
  /** Called before a connection opens, because scoring does not see client addresses. @throws AppError to refuse it */
  admit(req: IncomingMessage): Promise<unknown>
  /** Open sockets of one address; null: no limit. */
  most: number | null
  /** Passes on the connection itself (handover.ts); returns false to keep it here. Absent: keeps all. */
  handOver?: typeof handOver
}

/** See docs/rules/wire.md#hubs. */
export const isHub = (url: string): boolean => /^\/hub(?:[/?]|$)/i.test(url)

export const isSocket = (url: string): boolean => url.startsWith('/socket.io/') || isHub(url)

/** The connection that a request names; null for its first request. Reads `sid` as Engine.IO does, `id` as hubs do. */
function namedBy({ url = '/' }: IncomingMessage): string | null {
  const address = URL.canParse(url, 'http://halyard') ? new URL(url, 'http://halyard') : null
  if (!address) return null
  if (!isHub(url)) return address.searchParams.getAll('sid').at(-1) || null
  for (const [name, value] of address.searchParams) if (name.toLowerCase() === 'id') return value || null
  return null
}

/** Counts every request to a hub, because its id may be invented. */
const begins = (req: IncomingMessage): boolean => isHub(req.url ?? '/') || namedBy(req) === null

function answerHeaders({ connection: _, 'keep-alive': __, ...headers }: IncomingHttpHeaders) {
  return headers
}

export function createSocketProxy({ lines, address, admit, most, handOver }: SocketProxyParts): SocketProxy {
  const quota = createQuota(most)
  const open = new Set<Duplex>()
  const headersFor = (req: IncomingMessage, name?: string) => {
    const { [SCORING_HEADER]: _, ...headers } = req.headers
    return { ...headers, 'x-forwarded-for': address(req), ...(name && { [SCORING_HEADER]: name }) }
  }
  return {
    async http(req, res) {
      if (begins(req)) await admit(req)
      const line = await lines.open(namedBy(req)).catch(() => null)
      if (!line) return void res.writeHead(503, { 'Retry-After': '1' }).end()
      const target = {
        createConnection: () => line.socket,
        method: req.method,
        path: req.url,
        headers: { ...headersFor(req, line.name), connection: 'close' }
      }
      const onward = request(target, (answer) => {
        res.writeHead(answer.statusCode ?? 502, answerHeaders(answer.headers))
        // Not pipe(): after a broken response the client would wait for its end.
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
      if (!quota.take(bucket)) return refuseRequest(socket, { status: 429, retryAfter: 30 })
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
        return refuseRequest(socket, toAppError(error))
      }
      const chosen = handOver ? await lines.choose(namedBy(req)) : null
      if (socket.destroyed) return
      if (
        chosen &&
        handOver?.(req, { headers: headersFor(req, chosen.name), port: chosen.port }, socket, head)
      )
        return
      const line = await lines.open(namedBy(req)).catch(() => null)
      if (!line) return refuseRequest(socket, { status: 503, retryAfter: 1 })
      const onward = line.socket
      if (socket.destroyed) return void onward.destroy()
      const fields = Object.entries(headersFor(req, line.name)).flatMap(([name, value]) =>
        [value ?? []].flat().map((one) => `${name}: ${one}`)
      )
      onward.write(`${req.method} ${req.url} HTTP/1.1\r\n${fields.join('\r\n')}\r\n\r\n`)
      onward.write(head)
      socket.pipe(onward).pipe(socket)
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
