import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import type { Handshake } from './contract'

const id = z.coerce
  .number()
  .int()
  .positive()
  .max(2 ** 31 - 1)
const handshake = z.object({ game: id, seq: z.coerce.number().int().min(0).optional() })

/** What a client asked for, in `auth` or else in the query; null when it makes no sense. */
export function handshakeOf(auth: unknown, query: unknown): Handshake | null {
  const given = auth && typeof auth === 'object' && 'game' in auth ? auth : query
  return handshake.safeParse(given).data ?? null
}

/**
 * True when a page of ours, or a program that is no browser, opens the connection (bug-classes.md 21). Sockets
 * carry the session cookie, so a foreign page must not open one for its visitor.
 */
export function ownOrigin(req: IncomingMessage, publicUrl: string | null): boolean {
  const { origin, host } = req.headers
  if (origin === undefined) {
    const site = req.headers['sec-fetch-site']
    return site === undefined || site === 'same-origin' || site === 'none'
  }
  if (publicUrl && origin === new URL(publicUrl).origin) return true
  return URL.canParse(origin) && new URL(origin).host === host
}
