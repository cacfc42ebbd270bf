import { type Ctx, callerLogFields } from '~/server/access/contract'
import type { Database } from '~/server/db'
import { faultsOf } from '~/server/platform/check-all'
import { AppError, firstWithOthers, isUniqueViolation } from '~/server/platform/errors'
import type { LinkInput, RegisterInput, RegisterStatus, SignedIn } from './contract'
import { type AccountDeps, auditOwn, auditUnknown, recordLogin } from './deps'
import { insertUser } from './insert-user'
import { readLink, requireSameEmail } from './links'
import { consumeToken } from './mail-tokens'
import { nameKey } from './name-key'
import { hashPassword } from './password-hash'
import { reserved } from './reserved-names'

/** @throws AppError `account.email_domain_not_allowed` 400; a blank list allows every domain */
export function requireDomain(list: string, email: string): void {
  const domains = list
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter(Boolean)
  if (domains.length === 0 || domains.includes(email.split('@').at(-1)!.toLowerCase())) return
  throw new AppError('account.email_domain_not_allowed', 400, { params: { list: domains.join(', ') } })
}

async function insert(
  { change, redis, mail }: AccountDeps,
  ctx: Ctx,
  input: RegisterInput,
  active: boolean,
  byMail: boolean
) {
  const { userName, email, password } = input
  if (await reserved.has(redis, userName)) throw new AppError('identity.duplicate_user_name')
  const passwordHash = await hashPassword(password)
  return change(ctx, async (tx) => {
    const account = { userName, email, passwordHash, active, awaitsMail: byMail, ip: ctx.ip }
    const id = await insertUser(tx, account)
    if (byMail) await mail.order(tx, { kind: 'verify', userId: id, address: email, locale: ctx.locale })
    await auditOwn(tx, 'account_registered', id)
    return id
  })
}

/** Replies as for an unknown address, and mails the owner (docs/rules/accounts.md#known-addresses). */
async function pretend({ change, redis, mail }: AccountDeps, ctx: Ctx, { userName, email }: RegisterInput) {
  await reserved.hold(redis, userName)
  await change(ctx, async (tx) => {
    if (mail.configured)
      await mail.order(tx, { kind: 'registered', userId: null, address: email, locale: ctx.locale })
    await auditUnknown(tx, ctx, 'account_registered_again', null)
  })
}

/**
 * Refuses addresses of other domains. Such a caller also learns whether the name is taken, but pays with an attempt.
 * @throws AppError `account.email_domain_not_allowed`
 */
async function checkAddress(
  { db, redis, attempts }: AccountDeps,
  ctx: Ctx,
  { userName, email }: RegisterInput,
  domains: string
): Promise<void> {
  const faults = await faultsOf([() => requireDomain(domains, email)])
  if (faults.length === 0) return
  await attempts.take({ action: 'register', account: nameKey(email), ip: ctx.ip })
  const { rowCount } = await db.pool.query('SELECT FROM users WHERE user_name_key = $1', [nameKey(userName)])
  if (rowCount || (await reserved.has(redis, userName)))
    faults.push(new AppError('identity.duplicate_user_name'))
  throw firstWithOthers(faults)
}

async function hasProvider({ pool }: Database): Promise<boolean> {
  const { rowCount } = await pool.query('SELECT FROM sign_in_providers WHERE enabled LIMIT 1')
  return rowCount === 1
}

export function createRegistration(deps: AccountDeps) {
  const { db, change, settings, mail, captcha, sessions, attempts, plugins, log } = deps

  return {
    async register(
      ctx: Ctx,
      input: RegisterInput
    ): Promise<{ status: RegisterStatus; session: SignedIn | null }> {
      const { accountPolicy: policy } = await settings.read()
      if (policy.onlyProviders && (await hasProvider(db))) throw new AppError('account.register_disabled')
      if (!policy.allowRegister) throw new AppError('account.register_disabled')
      await captcha.check(ctx, input.challenge)
      await checkAddress(deps, ctx, input, policy.emailDomainList)
      const active = policy.activeOnRegister
      const byMail = !active && policy.emailConfirmationRequired
      if (byMail && !mail.configured) throw new AppError('mail.send_failed')
      await attempts.take({ action: 'register', account: nameKey(input.email), ip: ctx.ip })
      const { userName, email } = input
      await plugins.register({ of: 'account', userName, email, address: ctx.ip })
      try {
        const id = await insert(deps, ctx, input, active, byMail)
        log.info({ ...callerLogFields(ctx), user: id }, 'account_registered')
        if (active) return { status: 'LoggedIn', session: await sessions.start(id, ctx) }
      } catch (error) {
        if (isUniqueViolation(error, 'users_user_name_key_key'))
          throw new AppError('identity.duplicate_user_name')
        if (!isUniqueViolation(error, 'users_email_key_key')) throw error
        // A new account would be logged in now, which cannot be imitated.
        if (active) throw new AppError('account.already_exists')
        await pretend(deps, ctx, input)
      }
      return { status: byMail ? 'EmailConfirmationRequired' : 'AdminConfirmationRequired', session: null }
    },

    async verify(ctx: Ctx, input: LinkInput): Promise<SignedIn> {
      const { token, email } = readLink(input)
      const userId = await change(ctx, async (tx) => {
        const taken = await consumeToken(tx, 'verify', token)
        if (!taken) throw new AppError('account.verification_failed', 401)
        requireSameEmail(taken.email, email)
        const { rowCount } = await tx.query(
          `UPDATE users SET active = true WHERE id = $1 AND awaits_mail AND role <> 'Banned'`,
          [taken.userId]
        )
        if (!rowCount) throw new AppError('account.invalid_email')
        await recordLogin(tx, taken.userId)
        await auditOwn(tx, 'account_verified', taken.userId)
        tx.invalidate(`user:${taken.userId}`)
        return taken.userId
      })
      return sessions.start(userId, ctx)
    }
  }
}
