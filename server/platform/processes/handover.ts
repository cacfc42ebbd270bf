import { type IncomingHttpHeaders, IncomingMessage, type Server } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { z } from 'zod'
import { passSocket } from './pass-socket'

/** As in scripts/lib/platform/handover.mjs. */
const TAKES_SOCKETS = 'takes sockets'

const upgrade = z.object({
  upgrade: z.object({
    url: z.string(),
    headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
    /** Bytes after the head; base64. */
    head: z.string()
  })
})

/**
 * Sends a socket to the parent, which passes it to the scoring process with this port, or to another one while that is away.
 * `headers` replace the request's. False if it is no system socket.
 */
export function handOver(
  { url = '/' }: IncomingMessage,
  { headers, port }: { headers: IncomingHttpHeaders; port: number },
  socket: Duplex,
  head: Buffer
): boolean {
  if (!(socket instanceof Socket) || !process.send || !process.connected) return false
  const read = Buffer.concat([head, (socket.read() as Buffer | null) ?? Buffer.alloc(0)])
  const message: z.input<typeof upgrade> & { port: number } = {
    port,
    upgrade: { url, headers: headers as Record<string, string | string[]>, head: read.toString('base64') }
  }
  // Otherwise closing the server would wait for the other process.
  Object.assign(socket, { server: null })
  passSocket(process, message, socket)
  return true
}

/** Answers upgrades whose sockets the parent hands over, and tells it so: until then other processes get them. */
export function takeOver(server: Server): void {
  process.on('message', (message, socket) => {
    if (!(socket instanceof Socket)) return
    const { data } = upgrade.safeParse(message)
    if (!data) return void socket.destroy()
    const { url, headers, head } = data.upgrade
    const request = Object.assign(new IncomingMessage(socket), {
      ...{ method: 'GET', url, headers },
      ...{ httpVersion: '1.1', httpVersionMajor: 1, httpVersionMinor: 1 }
    })
    if (!server.emit('upgrade', request, socket, Buffer.from(head, 'base64'))) socket.destroy()
  })
  if (process.connected) process.send?.(TAKES_SOCKETS)
}
