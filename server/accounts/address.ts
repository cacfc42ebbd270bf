import { changes } from '~/server/audit'
import { AppError, isUniqueViolation } from '~/server/platform/errors'
import type { Ctx, LinkInput, MailChangeInput } from './contract'
import { readLink, requireAddress } from './links'
import { nameKey } from './names'
import { deedOf, noteOf, type Parts } from './parts'
import { actorOf } from './policy'
import { requireDomain } from './registration'
import { takeToken } from './tokens'

/** Another address for an account, proved by a link that is sent to it. */
export function createAddresses({ db, settings, mail, sessions, backoff }: Parts) {
  return {
    async changeEmail(ctx: Ctx, { newMail }: MailChangeInput): Promise<void> {
      const { id } = actorOf(ctx)
      await backoff.begin({ action: 'recovery', account: id, ip: ctx.ip })
      const { rows } = await db.pool.query('SELECT FROM users WHERE email_key = $1', [nameKey(newMail)])
      if (rows.length > 0) throw new AppError('account.email_in_use')
      const { accountPolicy: policy } = await settings.read()
      requireDomain(policy.emailDomainList, newMail)
      if (!policy.emailConfirmationRequired)
        throw new AppError('account.change_email_via_admin_only', 400, { extra: { data: false } })
      if (!mail.configured) throw new AppError('mail.send_failed')
      await db.transaction(async (sql) => {
        await mail.order(sql, { kind: 'confirm', userId: id, address: newMail, locale: ctx.locale })
        await noteOf(sql, ctx, 'email_change_asked', id)
      })
      mail.wake()
    },

    async confirmEmail(ctx: Ctx, input: LinkInput): Promise<void> {
      const { id } = actorOf(ctx)
      const { token, email } = readLink(input)
      try {
        await db.transaction(async (sql) => {
          const taken = await takeToken(sql, 'confirm', token)
          if (!taken) throw new AppError('identity.invalid_token')
          if (taken.userId !== id) throw new AppError('account.invalid_email')
          requireAddress(taken.email, email)
          const { rows } = await sql.query<{ email: string }>(
            'SELECT email FROM users WHERE id = $1 FOR UPDATE',
            [id]
          )
          const old = rows[0]!.email
          await sql.query('UPDATE users SET email = $2, email_key = $3 WHERE id = $1', [
            id,
            taken.email,
            nameKey(taken.email)
          ])
          await deedOf(sql, ctx, 'email_changed', id, changes({ email: old }, { email: taken.email }))
          await mail.order(sql, { kind: 'address_changed', userId: id, address: old, locale: ctx.locale })
        })
      } catch (error) {
        if (isUniqueViolation(error, 'users_email_key_key')) throw new AppError('account.email_in_use')
        throw error
      }
      mail.wake()
      sessions.forget(id)
    }
  }
}
