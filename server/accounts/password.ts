import { AppError } from '~/server/platform/errors'
import type { Ctx, PasswordChangeInput, PasswordResetInput, RecoveryInput } from './contract'
import { readLink, requireAddress } from './links'
import { nameKey } from './names'
import { deedOf, noteOf, type Parts } from './parts'
import { hashPassword, verifyPassword } from './passwords'
import { actorOf } from './policy'
import { takeToken, tokenHolds } from './tokens'

/** New passwords: by a link, or by the old one. */
export function createPasswords({ db, settings, mail, captcha, sessions, backoff }: Parts) {
  return {
    async recovery(ctx: Ctx, { email, challenge }: RecoveryInput): Promise<void> {
      await captcha.check(ctx, challenge)
      const { accountPolicy: policy } = await settings.read()
      if (!policy.emailConfirmationRequired) throw new AppError('account.reset_via_admin_only')
      if (!mail.configured) throw new AppError('mail.send_failed')
      await backoff.begin({ action: 'recovery', account: nameKey(email), ip: ctx.ip })
      await db.transaction(async (sql) => {
        await mail.order(sql, { kind: 'reset', userId: null, address: email, locale: ctx.locale })
        await noteOf(sql, ctx, 'password_recovery_asked', null)
      })
      mail.wake()
    },

    async passwordReset(ctx: Ctx, { rToken, email, password }: PasswordResetInput): Promise<void> {
      const link = readLink({ token: rToken, email })
      // Before the work of hashing, which is worth something to whoever wants to keep us busy.
      if (!(await tokenHolds(db.pool, 'reset', link.token))) throw new AppError('identity.invalid_token')
      const passwordHash = await hashPassword(password)
      const userId = await db.transaction(async (sql) => {
        const taken = await takeToken(sql, 'reset', link.token)
        if (!taken) throw new AppError('identity.invalid_token')
        requireAddress(taken.email, link.email)
        // The link proves the address, so it also confirms an account that waits for that, and only such a one.
        await sql.query('UPDATE users SET password_hash = $2, active = active OR awaits_mail WHERE id = $1', [
          taken.userId,
          passwordHash
        ])
        await sessions.drop(sql, taken.userId)
        await deedOf(sql, ctx, 'password_reset', taken.userId)
        return taken.userId
      })
      sessions.forget(userId)
    },

    async changePassword(ctx: Ctx, { old, new: chosen }: PasswordChangeInput): Promise<void> {
      const { id, sessionId } = actorOf(ctx)
      const attempt = { action: 'password' as const, account: id, ip: ctx.ip }
      await backoff.begin(attempt)
      const { rows } = await db.pool.query<{ hash: string }>(
        'SELECT password_hash AS hash FROM users WHERE id = $1',
        [id]
      )
      const known = rows[0]?.hash ?? null
      if (!(await verifyPassword(known, old))) {
        await noteOf(db.pool, ctx, 'password_change_refused', id)
        throw new AppError('identity.password_mismatch')
      }
      const passwordHash = await hashPassword(chosen)
      await db.transaction(async (sql) => {
        const { rowCount } = await sql.query(
          'UPDATE users SET password_hash = $2 WHERE id = $1 AND password_hash = $3',
          [id, passwordHash, known]
        )
        // Changed meanwhile: the old one is no longer the old one.
        if (!rowCount) throw new AppError('identity.password_mismatch')
        await sessions.drop(sql, id, sessionId)
        await noteOf(sql, ctx, 'password_changed', id)
      })
      sessions.forget(id)
      await backoff.succeeded(attempt)
    }
  }
}
