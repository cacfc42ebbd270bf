import { randomBytes } from 'node:crypto'
import type { Ctx } from '~/server/access/contract'
import { hashPassword, insertUser, nameKey, requireDomain, reserved } from '~/server/accounts'
import { row, uuid } from '~/server/db'
import { AppError, isAppError, isUniqueViolation } from '~/server/platform/errors'
import type { SignInDeps } from './deps'
import { storeIdentity } from './identities'
import { findFreeUserName } from './names'
import type { Person } from './provider-kinds'
import type { Provider } from './providers'

/** @throws AppError `sign_in.domain` unless the list is blank or has the address's domain */
function requireProviderDomain(domains: string, email: string) {
  try {
    requireDomain(domains, email)
  } catch {
    throw new AppError('sign_in.domain')
  }
}

/** @throws AppError `sign_in.address_unproven`, `sign_in.domain` */
export function requireProvenEmail(provider: Provider, { email }: Person): string {
  if (email === null) throw new AppError('sign_in.address_unproven')
  requireProviderDomain(provider.domains, email)
  return email
}

export function createIdentityAccounts({ db, redis, change, settings, attempts, plugins, log }: SignInDeps) {
  return {
    async withAddress(email: string): Promise<string | null> {
      const found = await row(db.pool, { id: uuid }, 'SELECT id FROM users WHERE email_key = $1', [
        nameKey(email)
      ])
      return found?.id ?? null
    },

    /**
     * Creates an account without a password; the provider proved its address. `waits`: an administrator must activate
     * it.
     * @throws AppError `sign_in.no_account`, `account.email_domain_not_allowed`; `sign_in.taken` when a concurrent
     * request created it
     */
    async create(ctx: Ctx, provider: Provider, person: Person, email: string): Promise<{ waits: boolean }> {
      const { accountPolicy: policy } = await settings.read()
      if (!provider.createsAccounts || !policy.allowRegister) throw new AppError('sign_in.no_account')
      requireDomain(policy.emailDomainList, email)
      await attempts.take({ action: 'register', account: nameKey(email), ip: ctx.ip })
      const userName = person.names[0] ?? email.slice(0, email.lastIndexOf('@'))
      await plugins.register({ of: 'account', userName, email, address: ctx.ip })
      const active = policy.activeOnRegister || policy.emailConfirmationRequired
      const hash = await hashPassword(randomBytes(32).toString('base64url'))
      try {
        const user = await change(ctx, async (tx) => {
          const names = [...person.names, email.slice(0, email.lastIndexOf('@'))]
          const name = await findFreeUserName(tx, names, (one) => reserved.has(redis, one))
          const account = {
            userName: name,
            email,
            passwordHash: hash,
            generatedHash: hash,
            active,
            ip: ctx.ip
          }
          const id = await insertUser(tx, account)
          await storeIdentity(tx, id, provider, person)
          await tx.audit({
            action: 'account_registered',
            target: `user:${id}`,
            by: id,
            after: { provider: provider.slug }
          })
          return id
        })
        log.info({ user, provider: provider.slug, ip: ctx.ip }, 'account_registered')
        return { waits: !active }
      } catch (error) {
        const raced =
          isUniqueViolation(error, 'users_email_key_key') ||
          isUniqueViolation(error, 'users_user_name_key_key') ||
          (isAppError(error) && error.code === 'sign_in.already_linked')
        if (raced) throw new AppError('sign_in.taken', 409)
        throw error
      }
    }
  }
}
