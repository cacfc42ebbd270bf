import type { IncomingMessage, ServerResponse } from 'node:http'

/** What a client may still send after an answer. If the connection is cut at once, many clients do not show the answer. */
export interface Rest {
  bytes: number
  /** Milliseconds. */
  time: number
  /** Milliseconds between two looks. */
  interval: number
}

const REST: Rest = { bytes: 16 * 1024 * 1024, time: 30_000, interval: 200 }

/**
 * Cuts off senders who continue after an answer that did not need their whole body. Otherwise Node would read all of it, to keep
 * the connection for the next request.
 */
export function createUnreadBounds(rest: Rest = REST): (req: IncomingMessage, res: ServerResponse) => void {
  return (req, res) => {
    res.once('finish', () => {
      if (!req.complete) watch(req, rest)
    })
  }
}

function watch(req: IncomingMessage, { bytes, time, interval }: Rest): void {
  const { socket } = req
  const [before, since] = [socket.bytesRead, Date.now()]
  const timer = setInterval(() => {
    if (req.complete || socket.destroyed) return clearInterval(timer)
    if (socket.bytesRead - before > bytes || Date.now() - since > time) socket.destroy()
  }, interval).unref()
}
