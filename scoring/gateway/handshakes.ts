import { z } from 'zod'
import { type Cursor, cursorOf } from '~/server/monitoring/contract'
import type { AdminHandshake, Handshake } from './contract'

const id = z.coerce
  .number()
  .int()
  .positive()
  .max(2 ** 31 - 1)
const handshake = z.object({
  game: id,
  seq: z.coerce.number().int().min(0).optional(),
  newsOnly: z.boolean().optional()
})
const adminHandshake = z.object({ after: z.coerce.number().int().min(0).optional() })
const monitorHandshake = z.object({ game: id, after: cursorOf.optional() })

const has = (auth: unknown, member: string) => auth && typeof auth === 'object' && member in auth

const handshakeData = (auth: unknown, query: unknown, member = 'game') => (has(auth, member) ? auth : query)

/** Our own clients send `auth`; those of the contract do not, and get other messages. */
export const isContractClient = (auth: unknown, member = 'game') => !has(auth, member)

/** From `auth`, or from the query of clients that send none. Null for what is no handshake. */
export function handshakeOf(auth: unknown, query: unknown): Handshake | null {
  return handshake.safeParse(handshakeData(auth, query)).data ?? null
}

/** As `handshakeOf`, for monitors. `after`: from where on they miss events. */
export function monitorHandshakeOf(auth: unknown, query: unknown): { game: number; after?: Cursor } | null {
  return monitorHandshake.safeParse(handshakeData(auth, query)).data ?? null
}

/** As `handshakeOf`, for administrators, whose handshake names no game. */
export function adminHandshakeOf(auth: unknown, query: unknown): AdminHandshake | null {
  return adminHandshake.safeParse(handshakeData(auth, query, 'after')).data ?? null
}
