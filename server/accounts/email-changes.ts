import { requireActor } from '~/server/access'
import type { Ctx } from '~/server/access/contract'
import { diffFields } from '~/server/audit'
import { row } from '~/server/db'
import { AppError, isUniqueViolation } from '~/server/platform/errors'
import type { LinkInput, MailChangeInput } from './contract'
import { type AccountDeps, auditOwn } from './deps'
import { readLink, requireSameEmail } from './links'
import { consumeToken } from './mail-tokens'
import { defineUsers } from './model'
import { nameKey } from './name-key'
import { proveOwner } from './owner-proof'
import { requireDomain } from './registration'

export function createEmailChanges(deps: AccountDeps) {
  const { db, change, settings, mail, attempts } = deps
  const users = defineUsers(db.sequelize)
  return {
    async changeEmail(ctx: Ctx, { newMail, password }: MailChangeInput): Promise<void> {
      const { id } = requireActor(ctx)
      const { accountPolicy: policy } = await settings.read()
      if (!policy.emailConfirmationRequired)
        throw new AppError('account.change_email_via_admin_only', 400, { extra: { data: false } })
      requireDomain(policy.emailDomainList, newMail)
      if (!mail.configured) throw new AppError('mail.send_failed')
      await proveOwner(deps, ctx, password, 'email_change_refused', { acceptSession: true })
      await attempts.take({ action: 'recovery', account: id, ip: ctx.ip })
      const taken = await row(db.pool, {}, 'SELECT FROM users WHERE email_key = $1', [nameKey(newMail)])
      await change(ctx, async (tx) => {
        // Mails the address's owner instead; the caller sees no difference.
        if (taken)
          await mail.order(tx, { kind: 'registered', userId: null, address: newMail, locale: ctx.locale })
        else await mail.order(tx, { kind: 'confirm', userId: id, address: newMail, locale: ctx.locale })
        await tx.audit({ action: 'email_change_asked', target: `user:${id}` })
      })
    },

    async confirmEmail(ctx: Ctx, input: LinkInput): Promise<void> {
      const { id } = requireActor(ctx)
      const { token, email } = readLink(input)
      try {
        await change(ctx, async (tx) => {
          const taken = await consumeToken(tx, 'confirm', token)
          if (!taken) throw new AppError('identity.invalid_token')
          if (taken.userId !== id) throw new AppError('account.invalid_email')
          requireSameEmail(taken.email, email)
          const { transaction } = tx
          const user = await users.findByPk(id, {
            attributes: ['id', 'email'],
            transaction,
            lock: transaction.LOCK.UPDATE,
            rejectOnEmpty: true
          })
          const old = user.email
          await user.update({ email: taken.email, emailKey: nameKey(taken.email) }, { transaction })
          await auditOwn(tx, 'email_changed', id, diffFields({ email: old }, { email: taken.email }))
          await mail.order(tx, { kind: 'address_changed', userId: id, address: old, locale: ctx.locale })
          tx.invalidate(`user:${id}`)
        })
      } catch (error) {
        if (isUniqueViolation(error, 'users_email_key_key')) throw new AppError('account.email_in_use')
        throw error
      }
    }
  }
}
