import { z } from 'zod'
import { type Cursor, cursorOf } from '~/server/monitoring/contract'
import type { AdminHandshake, Handshake } from './contract'

const id = z.coerce
  .number()
  .int()
  .positive()
  .max(2 ** 31 - 1)
const handshake = z.object({ game: id, seq: z.coerce.number().int().min(0).optional() })
const adminHandshake = z.object({ after: z.coerce.number().int().min(0).optional() })
const monitorHandshake = z.object({ game: id, after: cursorOf.optional() })

const has = (auth: unknown, member: string) => auth && typeof auth === 'object' && member in auth

/** What a client said, in `auth` or else in the query. */
const saidIn = (auth: unknown, query: unknown, member = 'game') => (has(auth, member) ? auth : query)

/** Whether it said nothing in `auth`, where our own clients do: it knows the messages of the contract. */
export const ofContract = (auth: unknown, member = 'game') => !has(auth, member)

/** What a client asked for; null when it makes no sense. */
export function handshakeOf(auth: unknown, query: unknown): Handshake | null {
  return handshake.safeParse(saidIn(auth, query)).data ?? null
}

/** The same for staff. */
export function monitorHandshakeOf(auth: unknown, query: unknown): { game: number; after?: Cursor } | null {
  return monitorHandshake.safeParse(saidIn(auth, query)).data ?? null
}

/** The same for administrators. */
export function adminHandshakeOf(auth: unknown, query: unknown): AdminHandshake | null {
  return adminHandshake.safeParse(saidIn(auth, query, 'after')).data ?? null
}
