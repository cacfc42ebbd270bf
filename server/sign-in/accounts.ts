import { randomBytes } from 'node:crypto'
import { type Ctx, ROLES, type Role } from '~/server/access/contract'
import { hashPassword, nameKey, requireDomain, reserved, sessionIdOf } from '~/server/accounts'
import type { Change } from '~/server/change'
import { bool, nullable, oneOf, row, uuid } from '~/server/db'
import { AppError, isAppError, isUniqueViolation } from '~/server/platform/errors'
import { uuid7 } from '~/server/platform/ids'
import { RULE_ROLES } from './constants'
import type { SignInDeps } from './deps'
import { labelOf, storeIdentity } from './identities'
import type { Person } from './kinds'
import { freeName } from './names'
import type { Provider } from './providers'
import { roleAfter, ruledRole } from './roles'

const OWNER = {
  id: uuid,
  role: oneOf(ROLES),
  active: bool,
  granted: nullable(oneOf(RULE_ROLES))
}

/** Who signs in, and the tokens that end it. */
export interface Proof {
  person: Person
  idToken: string | null
}

/** @throws AppError `sign_in.domain` unless the provider's list is blank or has the domain of the address */
function requireProviderDomain(domains: string, email: string) {
  try {
    requireDomain(domains, email)
  } catch {
    throw new AppError('sign_in.domain')
  }
}

/** Accounts behind identities: found, made, raised, logged in. */
export function createIdentityAccounts(deps: SignInDeps) {
  const { db, redis, change, settings, accounts, attempts, secretBox, log } = deps

  const owner = (tx: Change, provider: Provider, subject: string) =>
    row(
      tx,
      OWNER,
      `SELECT u.id, u.role, u.active, i.granted FROM user_identities i JOIN users u ON u.id = i.user_id
       WHERE i.provider_id = $1 AND i.subject = $2 FOR NO KEY UPDATE OF u`,
      [provider.id, subject]
    )

  /** What rules give; another role ends the sessions that began with the one before. */
  const applyRules = async (
    tx: Change,
    user: { id: string; role: Role; granted: 'Monitor' | 'Admin' | null },
    provider: Provider,
    person: Person
  ) => {
    if (provider.roles.length === 0 && user.granted === null) return
    const after = roleAfter(user.role, user.granted, ruledRole(person, provider.roles))
    await tx.query('UPDATE user_identities SET granted = $3 WHERE provider_id = $1 AND subject = $2', [
      provider.id,
      person.subject,
      after.granted
    ])
    if (after.role === user.role) return
    await tx.query('UPDATE users SET role = $2 WHERE id = $1', [user.id, after.role])
    await tx.query('DELETE FROM sessions WHERE user_id = $1', [user.id])
    tx.invalidate(`user:${user.id}`)
    await tx.audit({
      action: 'role_set_by_provider',
      target: `user:${user.id}`,
      by: user.id,
      before: { role: user.role },
      after: { role: after.role, provider: provider.slug }
    })
  }

  return {
    /**
     * Begins a session of the account that an identity belongs to; null when it belongs to none.
     * @throws AppError `account.banned`, `sign_in.inactive`
     */
    async logIn(
      ctx: Ctx,
      provider: Provider,
      { person, idToken }: Proof,
      cookies: string | null,
      passwordHash?: string
    ): Promise<string[] | null> {
      const user = await change(ctx, {}, async (tx) => {
        const found = await owner(tx, provider, person.subject)
        if (!found) return null
        if (found.role === 'Banned' || !found.active) return found
        await applyRules(tx, found, provider, person)
        await tx.query(
          'UPDATE users SET last_signed_in_at = now(), last_visited_at = now(), ip = $2 WHERE id = $1',
          [found.id, ctx.ip]
        )
        await tx.query(
          'UPDATE user_identities SET last_used_at = now(), label = $3 WHERE provider_id = $1 AND subject = $2',
          [provider.id, person.subject, labelOf(person)]
        )
        await tx.audit({
          action: 'logged_in',
          target: `user:${found.id}`,
          by: found.id,
          after: { provider: provider.slug }
        })
        return found
      })
      if (!user) return null
      if (user.role === 'Banned') throw new AppError('account.banned', 401)
      if (!user.active) throw new AppError('sign_in.inactive')
      const { cookie } = await accounts.sessions.start(user.id, ctx, passwordHash)
      await db.pool.query(
        `INSERT INTO session_providers (session_id, provider_id, id_token)
         SELECT id, $2, $3 FROM sessions WHERE id = $1`,
        [
          sessionIdOf(cookie),
          provider.id,
          idToken && secretBox.seal(Buffer.from(idToken), 'sign-in-id-token')
        ]
      )
      log.info({ user: user.id, provider: provider.slug, ip: ctx.ip }, 'logged_in')
      return [cookie, accounts.devices.remember(cookies, user.id)]
    },

    /** The account that has the address; null when none has. */
    async withAddress(email: string): Promise<string | null> {
      const found = await row(db.pool, { id: uuid }, 'SELECT id FROM users WHERE email_key = $1', [
        nameKey(email)
      ])
      return found?.id ?? null
    },

    /** Whether somebody without an account may get in by this provider. @throws AppError otherwise */
    async requireAddress(provider: Provider, { email }: Person): Promise<string> {
      if (email === null) throw new AppError('sign_in.address_unproven')
      requireProviderDomain(provider.domains, email)
      return email
    },

    /**
     * Makes an account without a password for an identity; its address was proved by the provider. `waits`: an administrator
     * has to activate it.
     * @throws AppError `sign_in.no_account`, `account.email_domain_not_allowed`; `sign_in.taken` when an account with the
     *   address, or of the identity, was made meanwhile
     */
    async create(ctx: Ctx, provider: Provider, person: Person, email: string): Promise<{ waits: boolean }> {
      const { accountPolicy: policy } = await settings.read()
      if (!provider.createsAccounts || !policy.allowRegister) throw new AppError('sign_in.no_account')
      requireDomain(policy.emailDomainList, email)
      await attempts.take({ action: 'register', account: nameKey(email), ip: ctx.ip })
      const active = policy.activeOnRegister || policy.emailConfirmationRequired
      const hash = await hashPassword(randomBytes(32).toString('base64url'))
      const id = uuid7(ctx.now)
      try {
        await change(ctx, {}, async (tx) => {
          const names = [...person.names, email.slice(0, email.lastIndexOf('@'))]
          const name = await freeName(tx, names, (one) => reserved.has(redis, one))
          await tx.query(
            `INSERT INTO users (id, user_name, user_name_key, email, email_key, password_hash, generated_hash, active, ip,
               registered_at) VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8, $9)`,
            [id, name, nameKey(name), email, nameKey(email), hash, active, ctx.ip, ctx.now]
          )
          await storeIdentity(tx, id, provider.id, person)
          await tx.audit({
            action: 'account_registered',
            target: `user:${id}`,
            by: id,
            after: { provider: provider.slug }
          })
        })
      } catch (error) {
        const raced =
          isUniqueViolation(error, 'users_email_key_key') ||
          isUniqueViolation(error, 'users_user_name_key_key') ||
          (isAppError(error) && error.code === 'sign_in.already_linked')
        if (raced) throw new AppError('sign_in.taken', 409)
        throw error
      }
      log.info({ user: id, provider: provider.slug, ip: ctx.ip }, 'account_registered')
      return { waits: !active }
    }
  }
}
