import type { Role } from '~/server/access/contract'
import type { Change } from '~/server/change'
import { uuid7 } from '~/server/platform/ids'
import { nameKey } from './name-key'

interface NewUser {
  userName: string
  email: string
  passwordHash: string
  /** The same hash, if nobody knows the password (docs/rules/accounts.md#sign-in-by-providers). */
  generatedHash?: string
  active: boolean
  /** A mail must confirm the address first. */
  awaitsMail?: boolean
  role?: Role
  /** Null for accounts that staff make. */
  ip: string | null
  realName?: string | null | undefined
  stdNumber?: string | null | undefined
  phone?: string | null | undefined
  affiliation?: string | null | undefined
  website?: string | null | undefined
  country?: string | null | undefined
}

/** Stores an account and returns its id. Rejects with a unique violation where the name or address is taken. */
export async function insertUser(tx: Change, user: NewUser): Promise<string> {
  const id = uuid7(tx.ctx.now)
  const columns = {
    id,
    user_name: user.userName,
    user_name_key: nameKey(user.userName),
    email: user.email,
    email_key: nameKey(user.email),
    password_hash: user.passwordHash,
    generated_hash: user.generatedHash ?? null,
    active: user.active,
    awaits_mail: user.awaitsMail ?? false,
    role: user.role ?? 'User',
    ip: user.ip,
    registered_at: tx.ctx.now,
    real_name: user.realName ?? '',
    std_number: user.stdNumber ?? '',
    phone: user.phone ?? null,
    affiliation: user.affiliation ?? '',
    website: user.website ?? null,
    country: user.country ?? null
  }
  const values = Object.values(columns)
  await tx.query(
    `INSERT INTO users (${Object.keys(columns)}) VALUES (${values.map((_, place) => `$${place + 1}`)})`,
    values
  )
  return id
}
