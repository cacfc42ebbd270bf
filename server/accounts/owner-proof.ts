import { CONFIRMED_MINUTES, requireActor } from '~/server/access'
import type { Ctx } from '~/server/access/contract'
import { audit } from '~/server/audit'
import { bool, type Database, row, text } from '~/server/db'
import type { Attempts } from '~/server/limits'
import { AppError } from '~/server/platform/errors'
import { verifyPassword } from './password-hash'

/** SQL: whether account `u` has a password that somebody chose; who came by a provider has none until the recovery sets one. */
export const OWN_PASSWORD = 'u.generated_hash IS DISTINCT FROM u.password_hash'

/**
 * SQL: whether a right password opens account `u`, although logins are by providers only
 * (docs/rules/accounts.md#only-by-providers).
 */
export const OPENED_BY_PASSWORD_SQL = `(u.role = 'Admin' OR NOT EXISTS (SELECT FROM sign_in_providers WHERE enabled))`

const ACCOUNT = { hash: text, own: bool, fresh: bool }

interface OwnerProof {
  /** The hash that the account had then: who changes something by the proof requires it still has it. */
  hash: string
  /** False: the session proved it, which is not a proof of now. */
  byPassword: boolean
}

/**
 * Protects against a stranger at an open browser (docs/rules/accounts.md#proof-of-ownership): needs the password, with the
 * back-off of `password`, and of an account without one a session that began or was confirmed within ten minutes.
 * @param refusal what the audit calls a wrong password
 * @param acceptSession whether such a session also proves for an account that has a password, when none is given
 * @throws AppError `identity.password_mismatch`, `account.password_required`, `account.login_again`, all of the field `password`
 */
export async function proveOwner(
  { db, attempts }: { db: Database; attempts: Attempts },
  ctx: Ctx,
  password: string | undefined,
  refusal: string,
  { acceptSession = false }: { acceptSession?: boolean } = {}
): Promise<OwnerProof> {
  const { id, sessionId } = requireActor(ctx)
  const refuse = (code: string) => new AppError(code, 400, { extra: { field: 'password' } })
  const account = await row(
    db.pool,
    ACCOUNT,
    `SELECT u.password_hash AS hash, ${OWN_PASSWORD} AS own,
       EXISTS (SELECT FROM sessions s WHERE s.id = $2 AND s.user_id = u.id
         AND s.confirmed_at > now() - make_interval(mins => $3)) AS fresh
     FROM users u WHERE u.id = $1`,
    [id, sessionId, CONFIRMED_MINUTES]
  )
  const bySession = account?.fresh && (!account.own || (acceptSession && password === undefined))
  if (account && bySession) return { hash: account.hash, byPassword: false }
  if (account?.own === false) throw refuse('account.login_again')
  if (password === undefined) throw refuse('account.password_required')
  const attempt = { action: 'password' as const, account: id, ip: ctx.ip }
  await attempts.take(attempt)
  if (!(await verifyPassword(account?.hash ?? null, password)) || !account) {
    await audit(db.pool, ctx, { action: refusal, target: `user:${id}` })
    throw refuse('identity.password_mismatch')
  }
  await attempts.succeeded(attempt)
  return { hash: account.hash, byPassword: true }
}
