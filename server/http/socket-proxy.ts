import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { type Duplex, pipeline } from 'node:stream'
import { addressBucket } from '~/server/platform/limits'
import { createSeats } from '~/server/platform/seats'

/** Hands /socket.io to the scoring process, so that one port serves everything. */
export interface SocketProxy {
  http(req: IncomingMessage, res: ServerResponse): void
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Hangs up: a server that is closed would wait for its sockets. */
  close(): void
}

interface SocketProxyParts {
  /** Where scoring listens. */
  port: number
  /** The client's address, which goes along as X-Forwarded-For. */
  address(req: IncomingMessage): string
  /** Sockets that one address may hold open; null = any number. */
  most: number | null
}

const FULL =
  'HTTP/1.1 429 Too Many Requests\r\nRetry-After: 30\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

export function createSocketProxy({ port, address, most }: SocketProxyParts): SocketProxy {
  const seats = createSeats(most)
  const open = new Set<Duplex>()
  const headersFor = (req: IncomingMessage) => ({ ...req.headers, 'x-forwarded-for': address(req) })
  return {
    http(req, res) {
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

    upgrade(req, socket, head) {
      const bucket = addressBucket(address(req))
      if (!seats.take(bucket)) {
        socket.on('error', () => {})
        return void socket.end(FULL, () => socket.destroy())
      }
      open.add(socket)
      socket.once('close', () => {
        open.delete(socket)
        seats.leave(bucket)
      })
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
