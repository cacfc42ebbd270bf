import { verifyPassword } from '~/server/accounts'
import type { Change } from '~/server/change'
import { bool, lockUser, row, type Sql, text } from '~/server/db'
import { AppError } from '~/server/platform/errors'

const LINKABLE = { hash: text, active: bool, banned: bool, factors: bool }

const linkable = (sql: Sql, userId: string) =>
  row(
    sql,
    LINKABLE,
    `SELECT password_hash AS hash, active, role = 'Banned' AS banned,
       EXISTS (SELECT FROM second_factors f WHERE f.user_id = users.id) AS factors FROM users WHERE id = $1`,
    [userId]
  )
type Linkable = NonNullable<Awaited<ReturnType<typeof linkable>>>

/** @throws AppError `account.banned` 401, `sign_in.inactive`, `sign_in.link_in_profile` */
function requireLinkable({ banned, active, factors }: Linkable): void {
  if (banned) throw new AppError('account.banned', 401)
  if (!active) throw new AppError('sign_in.inactive')
  // A password alone must not add a login to an account with a second factor.
  if (factors) throw new AppError('sign_in.link_in_profile')
}

/**
 * The hash of a right password, of an account that an identity may be linked to by it; null for a wrong one.
 * @throws AppError as `requireLinkable`
 */
export async function provenHash(sql: Sql, userId: string, password: string): Promise<string | null> {
  const account = await linkable(sql, userId)
  if (!(await verifyPassword(account?.hash ?? null, password)) || !account) return null
  requireLinkable(account)
  return account.hash
}

/**
 * Locks the account and reads it again, because password, ban or factors may have changed since the password check.
 * @throws AppError `identity.password_mismatch`, and as `requireLinkable`
 */
export async function lockLinkable(tx: Change, userId: string, hash: string): Promise<void> {
  // A second statement reads, because one that waits for a lock does not see new rows of other tables.
  await lockUser(tx, userId)
  const account = await linkable(tx, userId)
  if (account?.hash !== hash) throw new AppError('identity.password_mismatch')
  requireLinkable(account)
}
