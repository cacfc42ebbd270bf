import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import { MINUTE_MS } from '~/server/platform/time'
import type { Pace } from '../load/pace'

export const CLOSE = {
  done: 1000,
  stopping: 1001,
  upstream: 1011,
  instanceEnded: 4001,
  ticketRevoked: 4002,
  idle: 4003,
  limit: 4008,
  unreachable: 4009
} as const
export type CloseCode = (typeof CLOSE)[keyof typeof CLOSE]

const HIGH_WATER = 256 * 1024
const LOW_WATER = 64 * 1024
const PING_MS = 30_000
const IDLE_MS = 30 * MINUTE_MS
/** Time for a service's last bytes after its client has closed, and for the closing handshake. */
const LINGER_MS = 5000
/** A client that reads none of the last bytes for so long is disconnected. */
const STALL_MS = 60_000

interface Relayed {
  /** Bytes from client to service. */
  bytesIn: number
  bytesOut: number
  code: number
}

export interface Relay {
  end(code: CloseCode): void
  done: Promise<Relayed>
}

/** A slow reader makes the other side wait. `codeOf` tells why a service has closed. */
export function relay(
  client: WebSocket,
  service: Socket,
  pace: Pace,
  codeOf: () => Promise<CloseCode>
): Relay {
  const count: Relayed = { bytesIn: 0, bytesOut: 0, code: CLOSE.done }
  let lastByteAt = Date.now()
  let linger: NodeJS.Timeout | undefined
  let stall: NodeJS.Timeout | undefined
  let finishing: (() => void) | undefined

  const close = (code: CloseCode) => {
    if (count.code === CLOSE.done) count.code = code
    // Frames keep their order, so earlier bytes arrive first.
    if (client.readyState <= client.OPEN) client.close(code)
  }
  const end = (code: CloseCode) => {
    close(code)
    linger ??= setTimeout(() => {
      client.terminate()
      service.destroy()
    }, LINGER_MS)
  }

  const finish = (code: CloseCode) => {
    if (client.bufferedAmount === 0 || client.readyState !== client.OPEN) return close(code)
    finishing = () => finish(code)
    clearTimeout(stall)
    stall = setTimeout(() => client.terminate(), STALL_MS)
  }

  carry(client, service, pace, {
    carried: (direction, bytes) => {
      lastByteAt = Date.now()
      count[direction] += bytes
    },
    sent: () => finishing?.()
  })

  /** A service that closes may have been stopped. */
  const hungUp = (otherwise: CloseCode) =>
    void codeOf()
      .catch(() => CLOSE.done)
      .then((code) => (code === CLOSE.done ? finish(otherwise) : end(code)))
  service.on('error', () => {})
  client.on('error', () => service.destroy())
  client.on('close', () => {
    client.resume()
    service.end()
    service.resume()
    linger ??= setTimeout(() => service.destroy(), LINGER_MS)
  })

  const taken = () => count.bytesOut - client.bufferedAmount
  const watch = keepAlive(client, taken, () => {
    if (Date.now() - lastByteAt > IDLE_MS) end(CLOSE.idle)
  })

  // The connection was paused until a listener exists.
  service.resume()

  const serviceClosed = whenClosed(service)
  void serviceClosed.then(() => hungUp(service.errored ? CLOSE.upstream : CLOSE.done))
  const left = new Promise<void>((resolve) => void client.once('close', resolve))
  const done = Promise.all([left, serviceClosed]).then(() => {
    clearInterval(watch)
    clearTimeout(linger)
    clearTimeout(stall)
    return count
  })
  service.once('end', () => hungUp(CLOSE.done))
  return { end, done }
}

interface Carried {
  carried(direction: 'bytesIn' | 'bytesOut', bytes: number): void
  sent(): void
}

function carry(client: WebSocket, service: Socket, pace: Pace, { carried, sent }: Carried): void {
  const { held, hold } = holding(pace)

  client.on('message', (data: Buffer) => {
    carried('bytesIn', data.length)
    if (!service.writable) return
    if (!service.write(data) && service.writableLength > HIGH_WATER) client.pause()
    if (!pace.spend(data.length)) return
    client.pause()
    hold('client', () => service.writableLength <= HIGH_WATER && client.resume())
  })
  service.on('drain', () => held.client || client.resume())

  service.on('data', (chunk: Buffer) => {
    carried('bytesOut', chunk.length)
    if (client.readyState !== client.OPEN) return
    client.send(chunk, { binary: true }, () => {
      if (service.isPaused() && client.bufferedAmount < LOW_WATER && !held.service) service.resume()
      sent()
    })
    if (client.bufferedAmount > HIGH_WATER) service.pause()
    if (!pace.spend(chunk.length)) return
    service.pause()
    hold('service', () => client.bufferedAmount < LOW_WATER && service.resume())
  })
}

/** Sides paused by `pace`; calls `goOn` when they may be read again. */
function holding(pace: Pace) {
  const held = { client: false, service: false }
  const hold = (side: keyof typeof held, goOn: () => void) => {
    // A paused WebSocket still delivers what it has read.
    if (held[side]) return
    held[side] = true
    pace.wait(() => {
      held[side] = false
      goOn()
    })
  }
  return { held, hold }
}

/** Ends a silent client, unless it reads bytes, which delay a ping, or is not read. Stop it by `clearInterval`. */
function keepAlive(client: WebSocket, taken: () => number, check: () => void): NodeJS.Timeout {
  let alive = true
  let before = 0
  client.on('pong', () => {
    alive = true
  })
  return setInterval(() => {
    check()
    if (!alive && !client.isPaused && taken() === before) return client.terminate()
    alive = false
    before = taken()
    client.ping()
  }, PING_MS)
}

const whenClosed = async (socket: Socket): Promise<void> => {
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve))
}
