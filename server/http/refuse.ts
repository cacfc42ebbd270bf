import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { AppError } from '~/server/platform/errors'

/** Answers on a bare socket, without a body, and closes it: for upgrades, which have no response. */
export function refuseRequest(
  socket: Duplex,
  {
    status,
    retryAfter,
    headers = {}
  }: Pick<AppError, 'status' | 'retryAfter'> & Partial<Pick<AppError, 'headers'>>
): void {
  socket.on('error', () => {})
  const wait = retryAfter === null ? '' : `Retry-After: ${retryAfter}\r\n`
  const more = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${wait}${more}Connection: close\r\nContent-Length: 0\r\n\r\n`
  socket.end(head, () => socket.destroy())
}
