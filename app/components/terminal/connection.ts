import { type Ending, endingOf, refusalOf } from './endings'

/** Bytes of a message, well below the platform's limit (docs/decisions/013). */
const CHUNK = 64 * 1024

interface ConnectionEvents {
  open(): void
  bytes(data: Uint8Array): void
  ended(ending: Ending): void
}

export interface Connection {
  send(data: string | Uint8Array): void
  /** Closes the connection for the reader and calls `ended`. */
  leave(): void
  /** Closes the connection without calling `ended`. */
  drop(): void
}

/** Requests the address by HTTP, because browsers hide why a WebSocket was refused. */
async function refusal(address: string): Promise<Ending> {
  const answer = await fetch(address.replace(/^ws/, 'http')).catch(() => null)
  return refusalOf(answer?.status ?? null)
}

/** Opens a connection to `address` (ws: or wss:); `ended` is called exactly once. */
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
