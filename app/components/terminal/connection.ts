/** The WebSocket of a terminal. */
import { type Ending, endingOf, refusalOf } from './endings'

/** Most bytes of a message, well below what the platform takes (docs/decisions/013). */
const CHUNK = 64 * 1024

interface ConnectionEvents {
  open(): void
  bytes(data: Uint8Array): void
  ended(ending: Ending): void
}

export interface Connection {
  send(data: string | Uint8Array): void
  /** Ends it as the reader's wish; `ended` is told. */
  leave(): void
  /** Ends it and tells nobody any more. */
  drop(): void
}

/** Asks the address without a socket, since browsers do not tell why one was refused. */
async function refusal(address: string): Promise<Ending> {
  const answer = await fetch(address.replace(/^ws/, 'http')).catch(() => null)
  return refusalOf(answer?.status ?? null)
}

/** Opens a connection to `address` (ws: or wss:); `ended` comes once, whatever happens. */
export function connect(address: string, on: ConnectionEvents): Connection {
  const socket = new WebSocket(address)
  const encoder = new TextEncoder()
  let opened = false
  let left = false
  let dropped = false
  socket.binaryType = 'arraybuffer'
  socket.onopen = () => {
    opened = true
    if (!dropped) on.open()
  }
  socket.onmessage = ({ data }) => {
    if (!dropped) on.bytes(new Uint8Array(data as ArrayBuffer))
  }
  socket.onclose = async ({ code }) => {
    const ending = left ? 'left' : opened ? endingOf(code) : await refusal(address)
    if (!dropped) on.ended(ending)
  }
  return {
    send(data) {
      if (socket.readyState !== WebSocket.OPEN) return
      const bytes = typeof data === 'string' ? encoder.encode(data) : data
      for (let at = 0; at < bytes.length; at += CHUNK) socket.send(bytes.slice(at, at + CHUNK))
    },
    leave() {
      left = true
      socket.close()
    },
    drop() {
      dropped = true
      socket.close()
    }
  }
}
