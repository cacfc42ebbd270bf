import { actorOf } from '~/server/accounts'
import type { Ctx, Role } from '~/server/accounts/contract'
import type { Sql } from '~/server/platform/db'
import { AppError, forbidden, isUniqueViolation, notFound } from '~/server/platform/errors'

/** What of an account administrators may change. */
export interface Stored {
  userName: string
  email: string
  bio: string
  phone: string | null
  realName: string
  stdNumber: string
  active: boolean
  role: Role
}

export interface Held extends Stored {
  version: string
}

/** Names what administrators may change of the user `u`. */
export const USER_VERSION =
  'md5(ROW(u.user_name, u.email, u.bio, u.phone, u.real_name, u.std_number, u.active, u.role)::text)'

const COLUMNS = `id, user_name AS "userName", email, bio, phone, real_name AS "realName",
  std_number AS "stdNumber", active, role, ${USER_VERSION} AS version`

/**
 * Locks the caller's account and the one to be changed, in the order of their ids, and looks at both again: of two
 * administrators who take each other's rights at the same moment one is none any more when it is their turn. As
 * nobody takes their own rights, an active administrator always remains. Others may refer to both meanwhile, as flags and
 * the audit do: the one to be changed may have to wait for them, so they must not wait for the caller.
 * @throws AppError 403 when the caller is no active administrator any more, `user.not_found` 404
 */
export async function hold(sql: Sql, ctx: Ctx, id: string): Promise<Held> {
  const actor = actorOf(ctx, 'Admin')
  const { rows } = await sql.query<Held & { id: string }>(
    `SELECT ${COLUMNS} FROM users u WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
    [[actor.id, id]]
  )
  const own = rows.find((row) => row.id === actor.id)
  if (own?.role !== 'Admin' || !own.active) throw forbidden()
  const found = rows.find((row) => row.id === id)
  if (!found) throw notFound('user.not_found')
  const { id: _, ...stored } = found
  return stored
}

/** Ends every session of the accounts; inside the transaction that gives the reason. */
export async function endSessions(sql: Sql, ids: string[]): Promise<void> {
  await sql.query('DELETE FROM sessions WHERE user_id = ANY($1::uuid[])', [ids])
}

/** Games in which the user registered or handed something in, by id. */
export async function gamesOf(sql: Sql, id: string): Promise<number[]> {
  const { rows } = await sql.query<{ gameId: number }>(
    `SELECT game_id AS "gameId" FROM registrations WHERE user_id = $1
     UNION SELECT game_id FROM submissions WHERE user_id = $1 ORDER BY 1`,
    [id]
  )
  return rows.map(({ gameId }) => gameId)
}

/** A name or an address that is taken, as what the caller is told. */
export function taken(error: unknown): unknown {
  if (isUniqueViolation(error, 'users_user_name_key_key')) return new AppError('identity.duplicate_user_name')
  if (isUniqueViolation(error, 'users_email_key_key')) return new AppError('identity.duplicate_email')
  return error
}
