import type { MailKind } from '~/server/mail/contract'
import { AppError, isUniqueViolation } from '~/server/platform/errors'
import { uuid7 } from '~/server/platform/ids'
import {
  type Ctx,
  callerOf,
  type LinkInput,
  type RegisterInput,
  type RegisterStatus,
  type SignedIn
} from './contract'
import { readLink, requireAddress } from './links'
import { nameKey } from './names'
import { deedOf, noteOf, type Parts } from './parts'
import { hashPassword } from './passwords'
import { reserved } from './reserved'
import { takeToken } from './tokens'

/** @throws AppError `account.email_domain_not_allowed` 400 unless the list is blank or has the address's domain */
export function requireDomain(list: string, email: string): void {
  const domains = list
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter(Boolean)
  if (domains.length === 0 || domains.includes(email.split('@').at(-1)!.toLowerCase())) return
  throw new AppError('account.email_domain_not_allowed', 400, { params: { list: domains.join(', ') } })
}

/** Stores the account and orders the mail that confirms it; answers its id. */
async function insert(
  { db, redis, mail }: Parts,
  ctx: Ctx,
  input: RegisterInput,
  active: boolean,
  byMail: boolean
) {
  const { userName, email, password } = input
  if (await reserved.has(redis, userName)) throw new AppError('identity.duplicate_user_name')
  const passwordHash = await hashPassword(password)
  const id = uuid7(ctx.now)
  const order = { kind: 'verify' as MailKind, userId: id, address: email, locale: ctx.locale }
  await db.transaction(async (sql) => {
    await sql.query(
      `INSERT INTO users (id, user_name, user_name_key, email, email_key, password_hash, active, awaits_mail, ip,
         registered_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [id, userName, nameKey(userName), email, nameKey(email), passwordHash, active, byMail, ctx.ip, ctx.now]
    )
    if (byMail) await mail.order(sql, order)
    await deedOf(sql, ctx, 'account_registered', id)
  })
  return id
}

/** Answers as for an unknown address, and tells the owner instead (decisions.md, Registration). */
async function pretend({ db, redis, mail }: Parts, ctx: Ctx, { userName, email }: RegisterInput) {
  await reserved.hold(redis, userName)
  await db.transaction(async (sql) => {
    await mail.order(sql, { kind: 'registered', userId: null, address: email, locale: ctx.locale })
    await noteOf(sql, ctx, 'account_registered_again', null)
  })
}

/** Sign-up, and the link that confirms it. */
export function createRegistration(parts: Parts) {
  const { db, settings, mail, captcha, sessions, backoff, log } = parts

  return {
    async register(
      ctx: Ctx,
      input: RegisterInput
    ): Promise<{ status: RegisterStatus; session: SignedIn | null }> {
      const { accountPolicy: policy } = await settings.read()
      if (!policy.allowRegister) throw new AppError('account.register_disabled')
      await captcha.check(ctx, input.challenge)
      requireDomain(policy.emailDomainList, input.email)
      const active = policy.activeOnRegister
      const byMail = !active && policy.emailConfirmationRequired
      if (byMail && !mail.configured) throw new AppError('mail.send_failed')
      await backoff.begin({ action: 'register', account: nameKey(input.email), ip: ctx.ip })
      try {
        const id = await insert(parts, ctx, input, active, byMail)
        log.info({ ...callerOf(ctx), user: id }, 'account_registered')
        if (active) return { status: 'LoggedIn', session: await sessions.start(id, ctx) }
      } catch (error) {
        if (isUniqueViolation(error, 'users_user_name_key_key'))
          throw new AppError('identity.duplicate_user_name')
        if (!isUniqueViolation(error, 'users_email_key_key')) throw error
        if (!byMail) throw new AppError('account.already_exists')
        await pretend(parts, ctx, input)
      }
      if (byMail) mail.wake()
      return { status: byMail ? 'EmailConfirmationRequired' : 'AdminConfirmationRequired', session: null }
    },

    async verify(ctx: Ctx, input: LinkInput): Promise<SignedIn> {
      const { token, email } = readLink(input)
      const userId = await db.transaction(async (sql) => {
        const taken = await takeToken(sql, 'verify', token)
        if (!taken) throw new AppError('account.verification_failed', 401)
        requireAddress(taken.email, email)
        const { rowCount } = await sql.query(
          `UPDATE users SET active = true, last_signed_in_at = now(), last_visited_at = now(), ip = $2
           WHERE id = $1 AND awaits_mail AND role <> 'Banned'`,
          [taken.userId, ctx.ip]
        )
        if (!rowCount) throw new AppError('account.invalid_email')
        await deedOf(sql, ctx, 'account_verified', taken.userId)
        return taken.userId
      })
      sessions.forget(userId)
      return sessions.start(userId, ctx)
    }
  }
}
