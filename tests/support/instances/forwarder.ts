import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Forwarder {
  /** An address in the form of DOCKER_HOST. */
  address: string
  open(): number
  /** Forwards nothing in either direction from now on, but accepts connections. */
  stall(): void
  /** Stalls connections whose client sends something that fits, from now on; null: none. */
  hold(fits: RegExp | null): void
  /** Ends stalled connections, and forwards again. */
  resume(): void
  /** Ends every connection and accepts no more. */
  cut(): void
  /** Accepts connections again after `cut`. */
  mend(): Promise<void>
}

/** A proxy before an engine that can hang or go away. @param path of its socket; null: it listens on a port */
export async function forwardTo(engine: string, path: string | null = null): Promise<Forwarder> {
  const url = new URL(engine)
  const sockets = new Set<Socket>()
  const ends = new Set<Socket>()
  const held = new Set<Socket>()
  let stalled = false
  let holding: RegExp | null = null
  const take = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket) && held.delete(socket)).on('error', () => {})
    // A socket that is not read does not report its end either.
    if (stalled) {
      held.add(socket)
      return void socket.resume()
    }
    const other = url.protocol === 'unix:' ? connect(url.pathname) : connect(Number(url.port), url.hostname)
    ends.add(other)
    other.on('error', () => socket.destroy())
    other.on('close', () => {
      ends.delete(other)
      if (!held.has(socket)) socket.destroy()
    })
    socket.on('close', () => other.destroy())
    const stops = (data: Buffer | null) => {
      if (stalled || (data && holding?.test(data.toString('latin1')))) held.add(socket)
      return held.has(socket)
    }
    socket.on('data', (data) => stops(data) || other.write(data))
    other.on('data', (data) => stops(null) || socket.write(data))
  }
  const begin = async (port: number) => {
    const made = createServer(take)
    made.listen(path ? { path } : { port, host: '127.0.0.1' })
    await once(made, 'listening')
    return made
  }
  let server = await begin(0)
  const { port } = path ? { port: 0 } : (server.address() as AddressInfo)
  return {
    address: path ? `unix://${path}` : `tcp://127.0.0.1:${port}`,
    open: () => sockets.size,
    stall() {
      stalled = true
    },
    hold(fits) {
      holding = fits
    },
    resume() {
      stalled = false
      holding = null
      for (const socket of held) socket.destroy()
    },
    cut() {
      server.close()
      for (const socket of [...sockets, ...ends]) socket.destroy()
    },
    async mend() {
      server = await begin(port)
    }
  }
}
