import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import type { Tap } from '~/server/captures'

/** The close code of a WebSocket that ended without one (RFC 6455, 7.1.5). */
const CUT_OFF = 1006

/** Passes the bytes of both sides to a recorder. Call it before either is read; does not pass on the end. */
export function tapConnection(tap: Tap, client: WebSocket, service: Socket): void {
  client.on('message', (data: Buffer) => tap.data('client', data))
  service.on('data', (chunk: Buffer) => tap.data('service', chunk))
  client.on('close', (code) => {
    if (code !== CUT_OFF) tap.fin('client')
  })
  service.once('end', () => tap.fin('service'))
}
