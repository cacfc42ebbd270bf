import type { AddressInfo } from 'node:net'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** A way to a store that can be cut. */
export interface BreakableStore {
  /** The store's address, by this way. */
  url: string
  /** Ends all connections and refuses new ones. */
  cut(): Promise<void>
  /**
   * Ends all connections, and each new one as soon as it comes, as a proxy does before a store that is away. Answers how
   * many came since: by that a test knows that somebody tried.
   */
  hangUp(): () => number
  mend(): Promise<void>
  /** Ends all connections and lets new ones in. */
  drop(): void
  close(): Promise<void>
}

/** Hears what a connection sends to the store, piece by piece, before the store does. */
export type ConnectionListener = (sent: Buffer) => void

/** Puts a TCP relay before the store at `url`; `listen` makes an ear for each connection. */
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
  const relayed = new URL(url)
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
