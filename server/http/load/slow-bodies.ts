import type { IncomingMessage } from 'node:http'
import { createQuota } from '~/server/limits'
import { isMultipart } from '../multipart'

/** How slow a body may be. Times are in milliseconds. */
export interface BodyPace {
  /** The longest a body that is no upload may take; all of them are small. */
  body: number
  /** An upload must bring at least `bytes` in every `interval`: one byte now and then keeps a connection busy for nothing. */
  upload: { interval: number; bytes: number }
}

const PACE: BodyPace = { body: 60_000, upload: { interval: 30_000, bytes: 32 * 1024 } }

interface BodyBounds {
  /** The client's address, to which unfinished bodies are counted. */
  address(req: IncomingMessage): string
  /** Unfinished bodies that one address may have at a time; null = any number. */
  most: number | null
  pace?: BodyPace
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/**
 * Hangs up on senders that keep connections busy by bodies without end. @returns what every request passes through before
 * its body is read: false when the address has too many unfinished ones, so that this one must be refused
 */
export function createBodyBounds({
  address,
  most,
  pace = PACE
}: BodyBounds): (req: IncomingMessage) => boolean {
  const unfinished = createQuota(most)
  return (req) => {
    if (!hasBody(req)) return true
    const party = address(req)
    if (!unfinished.take(party)) return false
    const stop = isMultipart(req) ? watchUpload(req, pace.upload) : watchBody(req, pace.body)
    let over = false
    const end = () => {
      if (over) return
      over = true
      stop()
      unfinished.release(party)
    }
    for (const event of ['end', 'close']) req.once(event, end)
    return true
  }
}

/** Its reader gets the error of a sender that disconnected. */
function hangUp(req: IncomingMessage): void {
  req.destroy(Object.assign(new Error('The body takes too long'), { code: 'ECONNRESET' }))
}

function watchBody(req: IncomingMessage, most: number): () => void {
  const timer = setTimeout(hangUp, most, req).unref()
  return () => clearTimeout(timer)
}

function watchUpload(req: IncomingMessage, { interval, bytes }: BodyPace['upload']): () => void {
  let before = req.socket.bytesRead
  const timer = setInterval(() => {
    const { bytesRead } = req.socket
    // A slow reader, such as a full disk, is not the sender's fault.
    if (bytesRead - before < bytes && !req.isPaused()) hangUp(req)
    before = bytesRead
  }, interval).unref()
  return () => clearInterval(timer)
}
