import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { addressBucket, createQuota } from '~/server/limits'

/** Does not count trusted proxies, which all players share. `most` null: no limit. */
export function boundConnections(
  server: Server,
  most: number | null,
  trusted: (address: string) => boolean
): void {
  const open = createQuota(most)
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    if (trusted(address)) return
    const bucket = addressBucket(address)
    if (!open.take(bucket)) return void socket.destroy()
    socket.once('close', () => open.release(bucket))
  })
}
