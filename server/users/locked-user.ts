import { requireActor } from '~/server/access'
import { ROLES } from '~/server/access/contract'
import { nameKey } from '~/server/accounts'
import type { Change } from '~/server/change'
import { bool, nullable, oneOf, type RowOf, row, rows, type Sql, text, uuid } from '~/server/db'
import { AppError, firstWithOthers, forbidden, isUniqueViolation, notFound } from '~/server/platform/errors'
import { endUnbacked } from '~/server/tokens'

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
export type EditableAccount = RowOf<typeof EDITABLE>

const LOCKED = { ...EDITABLE, id: uuid, version: text }

export const USER_VERSION =
  'md5(ROW(u.user_name, u.email, u.bio, u.phone, u.real_name, u.std_number, u.active, u.role)::text)'

const COLUMNS = `id, user_name AS "userName", email, bio, phone, real_name AS "realName",
  std_number AS "stdNumber", active, role, ${USER_VERSION} AS version`

/**
 * Locks caller and account in order of ids and reads both again, so that of two administrators who demote each other
 * one is refused. Rows of others may still refer to both.
 * @throws AppError 403 when the caller is no active administrator, `user.not_found` 404
 */
export async function lockAccount(tx: Change, id: string): Promise<EditableAccount & { version: string }> {
  const actor = requireActor(tx.ctx, 'Admin')
  const locked = await rows(
    tx,
    LOCKED,
    `SELECT ${COLUMNS} FROM users u WHERE id = ANY($1::uuid[]) AND u.rehearsal IS NULL ORDER BY id FOR NO KEY UPDATE`,
    [[actor.id, id]]
  )
  const own = locked.find((row) => row.id === actor.id)
  if (own?.role !== 'Admin' || !own.active) throw forbidden()
  const found = locked.find((row) => row.id === id)
  if (!found) throw notFound('user.not_found')
  const { id: _, ...stored } = found
  return stored
}

/** Logs the accounts out everywhere, and deletes all of their API tokens. */
export async function endSessionsAndTokens(tx: Change, ids: string[]): Promise<void> {
  await endSessions(tx, ids)
  await tx.query('DELETE FROM api_tokens WHERE user_id = ANY($1::uuid[])', [ids])
}

/** Tokens stay, with the remaining rights; those of games end with the right to make them. After what took it. */
export async function endSessions(tx: Change, ids: string[]): Promise<void> {
  tx.invalidate(...ids.map((id) => `user:${id}`))
  await tx.query('DELETE FROM sessions WHERE user_id = ANY($1::uuid[])', [ids])
  await endUnbacked(tx, ids)
}

/** @throws AppError for a name and an address that other accounts have, both at once */
export async function checkUnused(
  sql: Sql,
  id: string,
  { userName, email }: Pick<EditableAccount, 'userName' | 'email'>
): Promise<void> {
  const found = await row(
    sql,
    { name: bool, email: bool },
    `SELECT coalesce(bool_or(user_name_key = $2), false) AS name, coalesce(bool_or(email_key = $3), false) AS email
     FROM users WHERE id <> $1 AND (user_name_key = $2 OR email_key = $3)`,
    [id, nameKey(userName), nameKey(email)]
  )
  const faults = [
    ...(found!.name ? [new AppError('identity.duplicate_user_name')] : []),
    ...(found!.email ? [new AppError('identity.duplicate_email')] : [])
  ]
  const fault = firstWithOthers(faults)
  if (fault) throw fault
}

/** Turns unique violations into refusals; returns other errors. */
export function duplicateOf(error: unknown): unknown {
  if (isUniqueViolation(error, 'users_user_name_key_key')) return new AppError('identity.duplicate_user_name')
  if (isUniqueViolation(error, 'users_email_key_key')) return new AppError('identity.duplicate_email')
  return error
}
