import type { AddressInfo } from 'node:net'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** A proxy before a store, which can be cut. */
export interface BreakableStore {
  url: string
  /** Ends all connections and refuses new ones. */
  cut(): Promise<void>
  /** Ends all connections, and new ones after accepting them, as a proxy before a dead store. Returns a counter of those. */
  hangUp(): () => number
  mend(): Promise<void>
  /** Ends all connections and lets new ones in. */
  drop(): void
  close(): Promise<void>
}

/** Receives what a connection sends to the store, before the store does. */
export type ConnectionListener = (sent: Buffer) => void

/** The address of a store without its Unix socket, which leads past proxies and does not exist in containers. */
export function byTcp(url: string): string {
  const address = new URL(url)
  address.searchParams.delete('host')
  return address.href
}

/** Puts a TCP proxy before the store at `url`; `listen` makes a listener for each connection. */
export async function breakable(url: string, listen?: () => ConnectionListener): Promise<BreakableStore> {
  const target = new URL(url)
  const open = new Set<Socket>()
  let away = false
  let tried = 0
  const relay = (socket: Socket) => {
    if (away) {
      tried++
      socket.destroy()
      return
    }
    const onward = connect(Number(target.port), target.hostname)
    const ear = listen?.()
    if (ear) socket.on('data', ear)
    for (const [side, other] of [
      [socket, onward],
      [onward, socket]
    ] as const) {
      open.add(side)
      side.on('error', () => other.destroy())
      side.on('close', () => {
        open.delete(side)
        other.destroy()
      })
    }
    socket.pipe(onward).pipe(socket)
  }
  const begin = (port: number) =>
    new Promise<Server>((resolve, reject) => {
      const server = createServer(relay).once('error', reject)
      server.listen(port, '127.0.0.1', () => resolve(server))
    })
  let server: Server | null = await begin(0)
  const { port } = server.address() as AddressInfo
  const relayed = new URL(byTcp(url))
  relayed.host = `127.0.0.1:${port}`
  const drop = () => {
    for (const socket of open) socket.destroy()
  }
  const cut = async () => {
    const ended = server && new Promise((resolve) => server?.close(resolve))
    server = null
    drop()
    await ended
  }
  return {
    url: relayed.href,
    cut,
    hangUp() {
      away = true
      tried = 0
      drop()
      return () => tried
    },
    async mend() {
      away = false
      server ??= await begin(port)
    },
    drop,
    close: cut
  }
}
