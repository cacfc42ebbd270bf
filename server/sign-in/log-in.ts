import { type Ctx, ROLES } from '~/server/access/contract'
import { recordLogin, sessionIdOf } from '~/server/accounts'
import type { Change } from '~/server/change'
import { bool, nullable, oneOf, type RowOf, row, uuid } from '~/server/db'
import { lockStaffed } from '~/server/game-staff'
import { AppError } from '~/server/platform/errors'
import { RULE_ROLES } from './constants'
import type { SignInOutcome } from './contract'
import type { SignInDeps } from './deps'
import { provenBy } from './divisions'
import { labelOf } from './identities'
import { defineUserIdentities } from './model'
import type { Proof } from './oidc-client'
import type { Person } from './provider-kinds'
import { setProviderRole } from './provider-role'
import type { Provider } from './providers'
import { roleAfter, ruledRole } from './roles'

const OWNER = {
  id: uuid,
  role: oneOf(ROLES),
  active: bool,
  granted: nullable(oneOf(RULE_ROLES)),
  others: nullable(oneOf(RULE_ROLES))
}

/** SQL: the highest grant of identities `o`, which is also the first by the alphabet. */
const HIGHEST_GRANT = 'min(o.granted)'

const owner = (tx: Change, provider: Provider, subject: string, lock: 'FOR NO KEY UPDATE OF u' | '') =>
  row(
    tx,
    OWNER,
    `SELECT u.id, u.role, u.active, i.granted,
       (SELECT ${HIGHEST_GRANT} FROM user_identities o WHERE o.user_id = u.id AND o.id <> i.id) AS others
     FROM user_identities i JOIN users u ON u.id = i.user_id
     WHERE i.provider_id = $1 AND i.subject = $2 ${lock}`,
    [provider.id, subject]
  )

const after = ({ role, granted, others }: RowOf<typeof OWNER>, { roles }: Provider, person: Person) =>
  roleAfter(role, granted, ruledRole(person, roles), others)

/** Whether the rules take the role of an administrator. */
const demotes = (user: RowOf<typeof OWNER>, provider: Provider, person: Person): boolean =>
  user.role === 'Admin' && after(user, provider, person).role !== 'Admin'

/** Locks the account; of an administrator who is none any more, first the ledgers of games with roles. */
async function lockedOwner(tx: Change, provider: Provider, person: Person) {
  const lock = () => owner(tx, provider, person.subject, 'FOR NO KEY UPDATE OF u')
  const seen = await owner(tx, provider, person.subject, '')
  if (seen && demotes(seen, provider, person)) return lockStaffed(tx, [seen.id], lock)
  const found = await lock()
  // Became one since.
  if (found && demotes(found, provider, person)) throw new AppError('server.busy', 503, { retryAfter: 1 })
  return found
}

/** Sets the role by rules; a changed role ends older sessions, and what only the role before could give. */
async function applyRules(
  identities: ReturnType<typeof defineUserIdentities>,
  tx: Change,
  user: RowOf<typeof OWNER>,
  provider: Provider,
  person: Person
): Promise<void> {
  if (provider.roles.length === 0 && user.granted === null) return
  const ruled = after(user, provider, person)
  const own = { providerId: provider.id, subject: person.subject }
  await identities.update({ granted: ruled.granted }, { where: own, transaction: tx.transaction })
  if (ruled.role === user.role) return
  const { id, role } = user
  await setProviderRole(tx, { userId: id, before: role, after: ruled.role, provider: provider.slug, by: id })
}

export function createLogIn({ db, change, accounts, secretBox, steps, log }: SignInDeps) {
  const identities = defineUserIdentities(db.sequelize)
  const record = (ctx: Ctx, userId: string, provider: string) =>
    change(ctx, async (tx) => {
      await recordLogin(tx, userId)
      await tx.audit({ action: 'logged_in', target: `user:${userId}`, by: userId, after: { provider } })
    })

  /** Null for an unlinked identity. @throws AppError `account.banned`, `sign_in.inactive` */
  return async function logIn(
    ctx: Ctx,
    provider: Provider,
    { person, idToken, sidHash }: Proof,
    cookies: string | null,
    passwordHash?: string
  ): Promise<Pick<SignInOutcome, 'to' | 'cookies'> | null> {
    const user = await change(ctx, async (tx) => {
      const found = await lockedOwner(tx, provider, person)
      if (!found) return null
      if (found.role === 'Banned' || !found.active) return found
      await applyRules(identities, tx, found, provider, person)
      await tx.query(
        `UPDATE user_identities SET last_used_at = now(), label = $3, proven = $4
         WHERE provider_id = $1 AND subject = $2`,
        [provider.id, person.subject, labelOf(person), provenBy(person, provider.divisions)]
      )
      return found
    })
    if (!user) return null
    if (user.role === 'Banned') throw new AppError('account.banned', 401)
    if (!user.active) throw new AppError('sign_in.inactive')
    const sealed = idToken && secretBox.seal(Buffer.from(idToken), 'sign-in-id-token')
    const step = provider.countsAsBoth
      ? null
      : await steps.begin(user.id, { passwordHash, provider: { id: provider.id, idToken: sealed, sidHash } })
    if (step) return { to: 'second', cookies: [step.cookie] }
    const { cookie } = await accounts.sessions.start(user.id, ctx, passwordHash, provider.countsAsBoth)
    await db.pool.query(
      `INSERT INTO session_providers (session_id, provider_id, id_token, sid_hash)
       SELECT id, $2, $3, $4 FROM sessions WHERE id = $1`,
      [sessionIdOf(cookie), provider.id, sealed, sidHash]
    )
    await record(ctx, user.id, provider.slug)
    log.info({ user: user.id, provider: provider.slug, ip: ctx.ip }, 'logged_in')
    return { to: 'return', cookies: [cookie, accounts.devices.remember(cookies, user.id)] }
  }
}
