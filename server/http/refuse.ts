import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { AppError } from '~/server/platform/errors'

/** Answers instead of an upgrade, and hangs up. */
export function refuse(
  socket: Duplex,
  { status, retryAfter }: Pick<AppError, 'status' | 'retryAfter'>
): void {
  socket.on('error', () => {})
  const wait = retryAfter === null ? '' : `Retry-After: ${retryAfter}\r\n`
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${wait}Connection: close\r\nContent-Length: 0\r\n\r\n`
  socket.end(head, () => socket.destroy())
}
