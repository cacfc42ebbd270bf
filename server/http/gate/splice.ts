import type { Socket } from 'node:net'
import { MINUTE_MS } from '~/server/platform/time'
import { type Pace, pacePipe } from '../load/pace'

/** Milliseconds without a byte in either direction, as for tunnels. */
const SILENCE_MS = 30 * MINUTE_MS

const spliced = new WeakSet<Socket>()

/** True once `splice` has connected the service. */
export const isSpliced = (service: Socket): boolean => spliced.has(service)

/**
 * Connects two sockets. One side may end while the other continues; a closed side closes the other once its last bytes are sent.
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
