import { requireActor } from '~/server/access'
import { ROLES } from '~/server/access/contract'
import type { Change } from '~/server/change'
import { bool, nullable, number, oneOf, type RowOf, rows, type Sql, text, uuid } from '~/server/db'
import { AppError, forbidden, isUniqueViolation, notFound } from '~/server/platform/errors'

const EDITABLE = {
  userName: text,
  email: text,
  bio: text,
  phone: nullable(text),
  realName: text,
  stdNumber: text,
  active: bool,
  role: oneOf(ROLES)
}
/** What of an account administrators may change. */
export type EditableAccount = RowOf<typeof EDITABLE>

const LOCKED = { ...EDITABLE, id: uuid, version: text }

/** Names what administrators may change of the user `u`. */
export const USER_VERSION =
  'md5(ROW(u.user_name, u.email, u.bio, u.phone, u.real_name, u.std_number, u.active, u.role)::text)'

const COLUMNS = `id, user_name AS "userName", email, bio, phone, real_name AS "realName",
  std_number AS "stdNumber", active, role, ${USER_VERSION} AS version`

/**
 * Locks the caller's account and the one to be changed, in the order of their ids, and reads both again: of two
 * administrators who demote each other at the same moment, the second is refused. As nobody can demote themselves, an
 * active administrator always remains. Rows of others (flags, audits) may still refer to both.
 * @throws AppError 403 when the caller is no active administrator any more, `user.not_found` 404
 */
export async function lockAccount(tx: Change, id: string): Promise<EditableAccount & { version: string }> {
  const actor = requireActor(tx.ctx, 'Admin')
  const locked = await rows(
    tx,
    LOCKED,
    `SELECT ${COLUMNS} FROM users u WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
    [[actor.id, id]]
  )
  const own = locked.find((row) => row.id === actor.id)
  if (own?.role !== 'Admin' || !own.active) throw forbidden()
  const found = locked.find((row) => row.id === id)
  if (!found) throw notFound('user.not_found')
  const { id: _, ...stored } = found
  return stored
}

/** Ends every session of the accounts, and every token too: their passwords are new. */
export async function endAccess(tx: Change, ids: string[]): Promise<void> {
  await endSessions(tx, ids)
  await tx.query('DELETE FROM api_tokens WHERE user_id = ANY($1::uuid[])', [ids])
}

/** Ends every session of the accounts. Their tokens go on with the rights that are left. */
export async function endSessions(tx: Change, ids: string[]): Promise<void> {
  tx.invalidate(...ids.map((id) => `user:${id}`))
  await tx.query('DELETE FROM sessions WHERE user_id = ANY($1::uuid[])', [ids])
}

/** Games in which the user registered or handed something in, by id. */
export async function gamesOf(sql: Sql, id: string): Promise<number[]> {
  const games = await rows(
    sql,
    { gameId: number },
    `SELECT game_id AS "gameId" FROM registrations WHERE user_id = $1
     UNION SELECT game_id FROM submissions WHERE user_id = $1 ORDER BY 1`,
    [id]
  )
  return games.map(({ gameId }) => gameId)
}

/** Caches and boards learn of accounts that have another name. */
export async function publishRenames(tx: Change, ids: string[]): Promise<void> {
  tx.invalidate('posts', ...ids.map((id) => `user:${id}`))
  for (const id of ids) for (const game of await gamesOf(tx, id)) tx.notifyScoring(game, 'refresh')
}

/** The refusal for a name or an address that is taken; other errors as they are. */
export function duplicateOf(error: unknown): unknown {
  if (isUniqueViolation(error, 'users_user_name_key_key')) return new AppError('identity.duplicate_user_name')
  if (isUniqueViolation(error, 'users_email_key_key')) return new AppError('identity.duplicate_email')
  return error
}
