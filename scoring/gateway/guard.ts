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
