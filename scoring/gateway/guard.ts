import { z } from 'zod'
import { type Cursor, cursorOf } from '~/server/monitoring/contract'
import type { Handshake } from './contract'

const id = z.coerce
  .number()
  .int()
  .positive()
  .max(2 ** 31 - 1)
const handshake = z.object({ game: id, seq: z.coerce.number().int().min(0).optional() })
const monitorHandshake = z.object({ game: id, after: cursorOf.optional() })

/** What a client said, in `auth` or else in the query. */
const saidIn = (auth: unknown, query: unknown) =>
  auth && typeof auth === 'object' && 'game' in auth ? auth : query

/** What a client asked for; null when it makes no sense. */
export function handshakeOf(auth: unknown, query: unknown): Handshake | null {
  return handshake.safeParse(saidIn(auth, query)).data ?? null
}

/** The same for staff. */
export function monitorHandshakeOf(auth: unknown, query: unknown): { game: number; after?: Cursor } | null {
  return monitorHandshake.safeParse(saidIn(auth, query)).data ?? null
}
