import type { Socket } from 'node:net'
import { type Pace, pacePipe } from '../load/pace'

/** Milliseconds without a byte in either direction, as for tunnels. */
const SILENCE_MS = 30 * 60_000

const spliced = new WeakSet<Socket>()

/** Whether `splice` alone handles a connection from now on. */
export const isSpliced = (service: Socket): boolean => spliced.has(service)

/**
 * Joins a client with the connection to a service: bytes go both ways, each as fast as the other side takes them and `pace` lets them. A side
 * that has said all may still listen; one that is gone takes the other with it, once that has been sent the last bytes.
 */
export function splice(client: Socket, service: Socket, pace: Pace): void {
  for (const [side, other] of [
    [client, service],
    [service, client]
  ] as const) {
    side.allowHalfOpen = true
    side.on('error', () => {})
    side.on('close', () => other.destroySoon())
    side.pipe(other)
    pacePipe(side, other, pace)
  }
  spliced.add(service)
  service.setTimeout(SILENCE_MS, () => service.destroy())
}
