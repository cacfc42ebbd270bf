import type { IncomingMessage } from 'node:http'
import { createQuota } from '~/server/limits'
import { isMultipart } from '../multipart'

/** Times in milliseconds. */
interface BodyPace {
  /** Longest time of a body that is no upload. */
  body: number
  /** An upload must bring `bytes` in every `interval`: single bytes would keep a connection busy for nothing. */
  upload: { interval: number; bytes: number }
}

const PACE: BodyPace = { body: 60_000, upload: { interval: 30_000, bytes: 32 * 1024 } }

interface BodyBounds {
  address(req: IncomingMessage): string
  /** Unfinished bodies of one address; null: no limit. */
  most: number | null
  /** True if the path may take files; elsewhere a form with files gets the time of any other body. */
  takesFiles?(req: IncomingMessage): boolean
  pace?: BodyPace
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** @returns a check before reading a body: false when the address has too many unfinished ones */
export function createBodyBounds({
  address,
  most,
  takesFiles = () => true,
  pace = PACE
}: BodyBounds): (req: IncomingMessage) => boolean {
  const unfinished = createQuota(most)
  return (req) => {
    if (!hasBody(req)) return true
    const party = address(req)
    if (!unfinished.take(party)) return false
    const stop =
      isMultipart(req) && takesFiles(req) ? watchUpload(req, pace.upload) : watchBody(req, pace.body)
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
