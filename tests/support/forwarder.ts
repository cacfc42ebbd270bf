import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Forwarder {
  /** `tcp://127.0.0.1:port`. */
  address: string
  /** Connections that whoever calls has open. */
  open(): number
  /** From now on nothing is forwarded, in either direction; connections are still taken. */
  stall(): void
  /** Ends every connection and takes no more. */
  cut(): void
}

/** Stands between an engine's socket and a client, to behave as an engine that hangs or goes away. */
export async function forwardTo(engine: string): Promise<Forwarder> {
  const url = new URL(engine)
  const sockets = new Set<Socket>()
  const ends: Socket[] = []
  let stalled = false
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    // A socket that nobody reads does not see its end either.
    if (stalled) return void socket.resume()
    const other = url.protocol === 'unix:' ? connect(url.pathname) : connect(Number(url.port), url.hostname)
    ends.push(other)
    other.on('error', () => socket.destroy()).on('close', () => socket.destroy())
    socket.on('close', () => other.destroy())
    socket.on('data', (data) => stalled || other.write(data))
    other.on('data', (data) => stalled || socket.write(data))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    open: () => sockets.size,
    stall() {
      stalled = true
    },
    cut() {
      server.close()
      for (const socket of [...sockets, ...ends]) socket.destroy()
    }
  }
}
