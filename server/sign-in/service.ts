import { requireActor } from '~/server/access'
import { type Ctx, callerLogFields } from '~/server/access/contract'
import { auditUnknown, proveOwner } from '~/server/accounts'
import { nullable, row, text, uuid } from '~/server/db'
import { orderToOwner } from '~/server/mail'
import type { Caches } from '~/server/platform/cache'
import { AppError, isAppError } from '~/server/platform/errors'
import { createSignInAttempts } from './attempts'
import { createBackChannel } from './back-channel'
import type { Departure, IdentityView, PendingLink, ProviderInput, SignInOutcome } from './contract'
import type { SignInDeps } from './deps'
import { createIdentities, storeIdentity } from './identities'
import { createIdentityAccounts, requireProvenEmail } from './identity-accounts'
import { lockLinkable, provenHash } from './linking'
import { createLogIn } from './log-in'
import type { Proof } from './oidc-client'
import { createPending } from './pending'
import { createProviding } from './provided'
import { createProviders, type Provider, type Providers } from './providers'

/** Sign-in by identity providers (docs/rules/accounts.md#sign-in-by-providers). */
export interface SignIn {
  providers: Providers
  /** Begins an attempt. @throws AppError `sign_in.no_provider` 404, `sign_in.unreachable` 502 */
  start(ctx: Ctx, slug: string, from: string): Promise<Departure>
  /** @throws AppError as `start`, and `identity.password_mismatch`, `account.login_again` (field `password`) */
  startLink(ctx: Ctx, slug: string, password: string | undefined): Promise<Departure>
  /**
   * Handles the return from a provider: query `search`, `Cookie` header `cookies`.
   * @throws AppError `sign_in.expired`, `sign_in.refused`, `sign_in.failed`, `sign_in.address_unproven`,
   * `sign_in.domain`, `sign_in.no_account`, `sign_in.inactive`, `sign_in.other_session`, `sign_in.already_linked`,
   * `account.banned` 401
   */
  finish(ctx: Ctx, slug: string, search: string, cookies: string | null): Promise<SignInOutcome>
  /** Null when nothing was proven, or it expired. */
  pending(cookies: string | null): Promise<PendingLink | null>
  /**
   * Links the waiting identity by the account's password and begins a session.
   * @throws AppError `sign_in.expired`, `identity.password_mismatch`, `account.banned` 401, `sign_in.inactive`,
   * `sign_in.link_in_profile` for an account with a second factor
   */
  link(ctx: Ctx, password: string, cookies: string | null): Promise<SignInOutcome>
  /** Of the caller, oldest first. */
  identities(ctx: Ctx): Promise<IdentityView[]>
  /** False if nobody knows the caller's password, because a provider's login made the account. */
  hasPassword(ctx: Ctx): Promise<boolean>
  /** @throws AppError `sign_in.no_identity` 404, `sign_in.last_way` 400, `account.confirm_needed` 403 */
  unlink(ctx: Ctx, id: string): Promise<void>
  /** Address that also ends the provider's session; null without one. */
  endSession(ctx: Ctx): Promise<{ url: string; provider: string } | null>
  /**
   * A provider says by a logout token who has logged out there; returns how many sessions ended here.
   * @throws AppError `sign_in.no_provider` 404, `sign_in.logout_token` 400
   */
  backChannelLogout(ctx: Ctx, slug: string, token: string): Promise<number>
  /** Makes the providers be what the environment gives (docs/rules/accounts.md#providers-of-the-environment). */
  provide(ctx: Ctx, inputs: readonly ProviderInput[]): Promise<void>
  /** Deletes expired attempts and logout tokens. */
  purge(): Promise<void>
}

interface Needs extends SignInDeps {
  origin: string
  inside: boolean
  caches: Caches
}

export function createSignIn({ origin, inside, ...deps }: Needs): SignIn {
  const { db, caches, change, attempts, accounts, mail, secretBox, client, log, secure } = deps
  const callbackOf = (slug: string) => new URL(`/account/SignIn/${slug}/Callback`, origin).href
  const { admin, enabled, seal, providers } = createProviders({
    db,
    caches,
    change,
    secretBox,
    callbackOf,
    inside
  })
  const begun = createSignInAttempts(db, secretBox, { secureCookies: secure })
  const waiting = createPending(secretBox, { secureCookies: secure })
  const identities = createIdentities(deps)
  const people = createIdentityAccounts(deps)
  const logIn = createLogIn(deps)

  const depart = async (provider: Provider, from: string, sessionId: string | null): Promise<Departure> => {
    const { checks, cookie } = await begun.begin(provider.id, from, sessionId)
    const url = await client.authorize(provider, callbackOf(provider.slug), checks)
    return { url, cookies: [cookie], provider: provider.name }
  }

  const addToSession = async (ctx: Ctx, provider: Provider, { person }: Proof, sessionId: string) => {
    if (ctx.actor?.sessionId !== sessionId) throw new AppError('sign_in.other_session')
    const { id } = requireActor(ctx)
    await change(ctx, async (tx) => {
      await storeIdentity(tx, id, provider, person)
      await tx.audit({ action: 'identity_linked', target: `user:${id}`, after: { provider: provider.slug } })
      await orderToOwner(tx, mail, 'identity_linked', id)
    })
  }

  const meet = async (
    ctx: Ctx,
    provider: Provider,
    proof: Proof,
    from: string,
    cookies: string | null
  ): Promise<Omit<SignInOutcome, 'from'>> => {
    const email = requireProvenEmail(provider, proof.person)
    const user = await people.withAddress(email)
    if (user) {
      const { subject, names } = proof.person
      const { idToken, sidHash } = proof
      const found = { provider: provider.id, user, subject, email, names, from, idToken, sidHash }
      return { to: 'link', cookies: [waiting.cookie(found)] }
    }
    const { waits } = await people.create(ctx, provider, proof.person, email)
    if (waits) return { to: 'waiting', cookies: [] }
    return (await logIn(ctx, provider, proof, cookies)) ?? { to: 'return', cookies: [] }
  }

  return {
    ...identities,
    providers: admin,

    async start(_ctx, slug, from) {
      return depart(await enabled('slug', slug), from, null)
    },

    async startLink(ctx, slug, password) {
      const { sessionId } = requireActor(ctx)
      const provider = await enabled('slug', slug)
      await proveOwner(deps, ctx, password, 'identity_link_refused')
      return depart(provider, '/account/Profile', sessionId)
    },

    async finish(ctx, slug, search, cookies) {
      const provider = await enabled('slug', slug)
      const query = new URLSearchParams(search)
      const attempt = await begun.take(provider.id, query.get('state'), cookies)
      if (!attempt) {
        log.warn({ ...callerLogFields(ctx), provider: slug }, 'sign_in_expired')
        throw new AppError('sign_in.expired')
      }
      const callback = new URL(callbackOf(provider.slug))
      callback.search = search
      const proof = await client.exchange(provider, callback, attempt)
      const { from } = attempt
      const done = (outcome: Omit<SignInOutcome, 'from'>) => ({
        ...outcome,
        from,
        cookies: [begun.cleared(), ...outcome.cookies]
      })
      if (attempt.sessionId !== null) {
        await addToSession(ctx, provider, proof, attempt.sessionId)
        return done({ to: 'linked', cookies: [] })
      }
      const known = await logIn(ctx, provider, proof, cookies)
      if (known) return done(known)
      try {
        return done(await meet(ctx, provider, proof, from, cookies))
      } catch (error) {
        if (!isAppError(error) || error.code !== 'sign_in.taken') throw error
        // A concurrent request created the account.
        const since = await logIn(ctx, provider, proof, cookies)
        if (since) return done(since)
        return done(await meet(ctx, provider, proof, from, cookies))
      }
    },

    async pending(cookies) {
      const found = waiting.read(cookies)
      if (!found) return null
      const provider = await providers.findOne({ where: { id: found.provider, enabled: true } })
      return provider ? { provider: provider.name, email: found.email } : null
    },

    async link(ctx, password, cookies) {
      const found = waiting.read(cookies)
      if (!found) throw new AppError('sign_in.expired')
      const provider = await enabled('id', found.provider)
      const device = accounts.devices.known(cookies, found.user)
      const attempt = { action: 'login' as const, account: found.user, ip: ctx.ip, device }
      await attempts.take(attempt)
      const hash = await provenHash(db.pool, found.user, password)
      if (hash === null) {
        await auditUnknown(db.pool, ctx, 'login_refused', found.user)
        throw new AppError('identity.password_mismatch')
      }
      const { subject, email, names } = found
      const person = { subject, email, names, claims: {} }
      await change(ctx, async (tx) => {
        await lockLinkable(tx, found.user, hash)
        await storeIdentity(tx, found.user, provider, person)
        await tx.audit({
          action: 'identity_linked',
          target: `user:${found.user}`,
          by: found.user,
          after: { provider: provider.slug }
        })
        await orderToOwner(tx, mail, 'identity_linked', found.user)
      })
      await attempts.succeeded(attempt)
      // The claims are not kept in the browser; rules apply at the next sign-in.
      const unruled = { ...provider, roles: [] }
      const proof = { person, idToken: found.idToken, sidHash: found.sidHash }
      const { to = 'return' as const, cookies: begunBy = [] } =
        (await logIn(ctx, unruled, proof, cookies, hash)) ?? {}
      return { to, from: found.from, cookies: [waiting.cleared(), ...begunBy] }
    },

    async endSession(ctx) {
      if (!ctx.actor) return null
      const found = await row(
        db.pool,
        { provider: uuid, idToken: nullable(text) },
        `SELECT provider_id AS provider, id_token AS "idToken" FROM session_providers s
         JOIN sign_in_providers p ON p.id = s.provider_id AND p.enabled AND p.single_logout WHERE s.session_id = $1`,
        [ctx.actor.sessionId]
      )
      if (!found) return null
      const provider = await enabled('id', found.provider)
      const idToken = found.idToken && secretBox.open(found.idToken, 'sign-in-id-token').toString()
      const url = await client.endSession(provider, idToken, new URL('/', origin).href)
      return url === null ? null : { url, provider: provider.name }
    },

    backChannelLogout: createBackChannel({ ...deps, inside, enabled }),

    provide: createProviding({ providers, change, seal, inside }),

    async purge() {
      await begun.purge()
      await db.pool.query('DELETE FROM logout_tokens WHERE expires_at <= now()')
    }
  }
}
