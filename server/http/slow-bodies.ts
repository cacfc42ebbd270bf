import type { IncomingMessage } from 'node:http'
import { isMultipart } from './multipart'

/** The longest a body that is no upload may take; all of them are small. */
const BODY_MS = 60_000

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Hangs up on whoever sends a small body without end, a byte now and then, to keep lines busy. */
export function boundBody(req: IncomingMessage, most = BODY_MS): void {
  if (!hasBody(req) || isMultipart(req)) return
  const hangUp = () => {
    // Whoever reads it hears what it hears of a sender that went away.
    req.destroy(Object.assign(new Error('The body takes too long'), { code: 'ECONNRESET' }))
  }
  const timer = setTimeout(hangUp, most).unref()
  for (const event of ['end', 'close']) req.once(event, () => clearTimeout(timer))
}
