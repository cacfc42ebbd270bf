import { connect, type Socket } from 'node:net'
import { engineHost, isOnlyHere } from '~/server/engines'
import type { TunnelTarget } from '~/server/instances'
import { AppError } from '~/server/platform/errors'

const CONNECT_MS = 3000

type Reachable = Pick<TunnelTarget, 'address' | 'port' | 'engine' | 'published'>

/** Connects to the first address of a service that replies. @throws AppError 418 */
export async function connectToService({ address, port, engine, published }: Reachable): Promise<Socket> {
  const ways = [
    { host: address, port },
    { host: engineHost(engine), port: published }
  ]
  // Only the engine's own machine has a route into its networks.
  for (const way of isOnlyHere(engine) ? ways : ways.slice(1)) {
    const socket = await attempt(way)
    if (socket) return socket
  }
  throw new AppError('proxy.connect_failed', 418)
}

function attempt(way: { host: string; port: number }): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect({ ...way, noDelay: true })
    const fail = () => {
      socket.destroy()
      resolve(null)
    }
    const timer = setTimeout(fail, CONNECT_MS)
    socket.once('error', fail).once('connect', () => {
      clearTimeout(timer)
      socket.off('error', fail)
      // Reads and throws nothing before there are listeners.
      socket.pause().on('error', () => {})
      resolve(socket)
    })
  })
}
