import { requireActor } from '~/server/access'
import type { Ctx } from '~/server/access/contract'
import { audit } from '~/server/audit'
import { row, text } from '~/server/db'
import { AppError } from '~/server/platform/errors'
import type { PasswordChangeInput, PasswordResetInput, RecoveryInput } from './contract'
import { type AccountDeps, auditOwn, auditUnknown } from './deps'
import { readLink, requireSameEmail } from './links'
import { consumeToken, findTokenOwner } from './mail-tokens'
import { nameKey } from './name-key'
import { hashPassword, verifyPassword } from './password-hash'

export function createPasswordChanges({
  db,
  change,
  settings,
  mail,
  captcha,
  sessions,
  attempts,
  unlinkAll
}: AccountDeps) {
  return {
    async recovery(ctx: Ctx, { email, challenge }: RecoveryInput): Promise<void> {
      await captcha.check(ctx, challenge)
      const { accountPolicy: policy } = await settings.read()
      if (!policy.emailConfirmationRequired) throw new AppError('account.reset_via_admin_only')
      if (!mail.configured) throw new AppError('mail.send_failed')
      await attempts.take({ action: 'recovery', account: nameKey(email), ip: ctx.ip })
      await change(ctx, async (tx) => {
        await mail.order(tx, { kind: 'reset', userId: null, address: email, locale: ctx.locale })
        await auditUnknown(tx, ctx, 'password_recovery_asked', null)
      })
    },

    async passwordReset(ctx: Ctx, { rToken, email, password }: PasswordResetInput): Promise<void> {
      const link = readLink({ token: rToken, email })
      // Checks before hashing, which an invented token must not cost.
      const owner = await findTokenOwner(db.pool, 'reset', link.token)
      if (!owner) throw new AppError('identity.invalid_token')
      const passwordHash = await hashPassword(password)
      const { accountPolicy: policy } = await settings.read()
      const userId = await change(ctx, async (tx) => {
        // Of an account that had no password, nobody can have known one.
        if (owner.own) await unlinkAll(tx, owner.id, { onlyProviders: policy.onlyProviders, by: owner.id })
        const taken = await consumeToken(tx, 'reset', link.token)
        if (!taken) throw new AppError('identity.invalid_token')
        requireSameEmail(taken.email, link.email)
        // The link proves the address, so it also activates an account that waits for that, and no other.
        await tx.query('UPDATE users SET password_hash = $2, active = active OR awaits_mail WHERE id = $1', [
          taken.userId,
          passwordHash
        ])
        await sessions.drop(tx, taken.userId)
        await auditOwn(tx, 'password_reset', taken.userId)
        return taken.userId
      })
      // The owner of the mail is known; attempts of others must not delay the next login.
      await attempts.succeeded({ action: 'login', account: userId, ip: ctx.ip })
    },

    async changePassword(ctx: Ctx, { old, new: chosen }: PasswordChangeInput): Promise<void> {
      const { id, sessionId } = requireActor(ctx)
      const attempt = { action: 'password' as const, account: id, ip: ctx.ip }
      await attempts.take(attempt)
      const found = await row(
        db.pool,
        { hash: text },
        'SELECT password_hash AS hash FROM users WHERE id = $1',
        [id]
      )
      const known = found?.hash ?? null
      if (!(await verifyPassword(known, old))) {
        await audit(db.pool, ctx, { action: 'password_change_refused', target: `user:${id}` })
        throw new AppError('identity.password_mismatch')
      }
      const passwordHash = await hashPassword(chosen)
      await change(ctx, async (tx) => {
        const { rowCount } = await tx.query(
          'UPDATE users SET password_hash = $2 WHERE id = $1 AND password_hash = $3',
          [id, passwordHash, known]
        )
        if (!rowCount) throw new AppError('identity.password_mismatch')
        await sessions.drop(tx, id, sessionId)
        await tx.audit({ action: 'password_changed', target: `user:${id}` })
      })
      await attempts.succeeded(attempt)
    }
  }
}
