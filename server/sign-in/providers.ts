import { isIP } from 'node:net'
import type { ModelStatic } from 'sequelize'
import { z } from 'zod'
import { requireActor, requireConfirmed } from '~/server/access'
import type { Ctx } from '~/server/access/contract'
import type { Change, MakeChange } from '~/server/change'
import {
  bool,
  type Database,
  json,
  nullable,
  number,
  oneOf,
  type RowOf,
  row,
  rows,
  type Sql,
  type Tx,
  text,
  uuid
} from '~/server/db'
import type { Caches } from '~/server/platform/cache'
import { checkAll } from '~/server/platform/check-all'
import { AppError, isUniqueViolation, notFound } from '~/server/platform/errors'
import { uuid7 } from '~/server/platform/ids'
import { hostOf, isPublicAddress } from '~/server/platform/network/outgoing'
import type { SecretBox } from '~/server/platform/secret-box'
import { MAX_PROVIDERS, PROVIDER_KINDS } from './constants'
import {
  divisionRule,
  type ProviderInput,
  type ProviderUpdate,
  type ProviderView,
  roleRule,
  type SignInButton
} from './contract'
import { requireDivisions } from './divisions'
import type { EnabledProvider } from './enabled-provider'
import { defineSignInProviders, type SignInProvider } from './model'
import { ISSUERS, OAUTH_KINDS, oauthOf } from './provider-kinds'
import { endBegun, unlinkIdentities } from './unlinking'

export const PROVIDERS_TAG = 'sign-in-providers'
const PURPOSE = 'sign-in-provider'

const PROVIDER = {
  id: uuid,
  slug: text,
  name: text,
  kind: oneOf(PROVIDER_KINDS),
  issuer: text,
  clientId: text,
  secret: nullable(text),
  enabled: bool,
  createsAccounts: bool,
  singleLogout: bool,
  countsAsBoth: bool,
  domains: text,
  roles: json(z.array(roleRule)),
  divisions: json(z.array(divisionRule)),
  provided: bool
}
const COLUMNS = `p.id, p.slug, p.name, p.kind, p.issuer, p.client_id AS "clientId", p.secret, p.enabled,
  p.creates_accounts AS "createsAccounts", p.single_logout AS "singleLogout",
  p.counts_as_both AS "countsAsBoth", p.domains, p.roles, p.divisions, p.provided`

export type Provider = RowOf<typeof PROVIDER> & EnabledProvider

interface Needs {
  db: Database
  caches: Caches
  change: MakeChange
  secretBox: SecretBox
  callbackOf(slug: string): string
  /** Providers may be in private networks, and without TLS. */
  inside: boolean
}

export interface Providers {
  /** At most 20. Administrators only. */
  list(ctx: Ctx): Promise<ProviderView[]>
  /**
   * Returns the id.
   * @throws `sign_in.slug_taken` (field `slug`), `.issuer_insecure`, `.issuer_private` (field `issuer`), `.limit` 400;
   * `account.confirm_needed` 403
   */
  create(ctx: Ctx, input: ProviderInput): Promise<string>
  /**
   * Turning it off ends the other sessions that it began.
   * @throws AppError `sign_in.no_provider` 404, `sign_in.provided` 409 for one of the environment, `account.confirm_needed` 403
   */
  update(ctx: Ctx, id: string, input: ProviderUpdate): Promise<void>
  /**
   * Also deletes its identities, ends the other sessions that it began, and takes back what its rules gave.
   * @throws as update(); `user.cannot_demote_self` for whose own role that is
   */
  remove(ctx: Ctx, id: string): Promise<void>
  buttons(): Promise<SignInButton[]>
}

const withField = (code: string, field: string) => new AppError(code, 400, { extra: { field } })

const slugTaken = () => withField('sign_in.slug_taken', 'slug')

type Model = ModelStatic<SignInProvider>

async function requireUnusedSlug(providers: Model, { transaction }: Tx, slug: string): Promise<void> {
  if ((await providers.count({ where: { slug }, transaction })) > 0) throw slugTaken()
}

/** Names are looked up when the provider is asked; only addresses can be told here. */
function requirePublicIssuer(url: URL): void {
  if (url.protocol !== 'https:') throw withField('sign_in.issuer_insecure', 'issuer')
  const host = hostOf(url)
  if (host === 'localhost' || (isIP(host) && !isPublicAddress(host)))
    throw withField('sign_in.issuer_private', 'issuer')
}

/**
 * The issuer as it is kept: OpenID Connect compares it letter by letter; for OAuth, paths follow.
 * @throws AppError `sign_in.issuer_insecure`, `sign_in.issuer_private` (field `issuer`)
 */
export function checkedIssuer(
  { kind, issuer }: Pick<ProviderInput, 'kind' | 'issuer'>,
  { inside }: { inside: boolean }
): string {
  const given = issuer || ISSUERS[kind]
  const address = OAUTH_KINDS[kind as keyof typeof OAUTH_KINDS] ? given.replace(/\/+$/, '') : given
  if (!inside) requirePublicIssuer(new URL(address))
  return address
}

const audited = ({ clientSecret: _, ...rest }: ProviderUpdate) => rest

/** What an edit sets, but the secret, which is kept sealed. */
export function providerColumns(input: ProviderUpdate) {
  const { name, clientId, enabled, createsAccounts, singleLogout, countsAsBoth, domains } = input
  const { roles, divisions } = input
  return { name, clientId, enabled, createsAccounts, singleLogout, countsAsBoth, domains, roles, divisions }
}

/** @throws AppError as Providers.remove */
async function removeProvider(tx: Change, id: string, by: string): Promise<void> {
  await unlinkIdentities(tx, { provider: id })
  const removed = await row(
    tx,
    { slug: text, provided: bool },
    'DELETE FROM sign_in_providers WHERE id = $1 RETURNING slug, provided',
    [id]
  )
  if (!removed) throw notFound('sign_in.no_provider')
  if (removed.provided) throw new AppError('sign_in.provided', 409)
  const fallen = await row(tx, {}, `SELECT FROM users WHERE id = $1 AND role <> 'Admin'`, [by])
  if (fallen) throw new AppError('user.cannot_demote_self')
  tx.invalidate(PROVIDERS_TAG)
  await tx.audit({ action: 'sign_in_provider_deleted', target: `provider:${removed.slug}` })
}

type EditingNeeds = Pick<Needs, 'change' | 'inside'> & { providers: Model; seal(secret: string): string }

async function updateProvider(
  { providers, seal }: Pick<EditingNeeds, 'providers' | 'seal'>,
  tx: Change,
  id: string,
  input: ProviderUpdate
) {
  const { transaction } = tx
  const provider = await providers.findByPk(id, {
    transaction,
    lock: transaction.LOCK.UPDATE,
    rejectOnEmpty: notFound('sign_in.no_provider')
  })
  if (provider.provided) throw new AppError('sign_in.provided', 409)
  await requireDivisions(tx, input.divisions)
  const { secret: _, createdAt: __, slug, ...rest } = provider.get()
  const secret = input.clientSecret ? { secret: seal(input.clientSecret) } : {}
  const { enabled } = provider
  await provider.update({ ...providerColumns(input), ...secret }, { transaction })
  if (enabled && !input.enabled) await endBegun(tx, id, null)
  tx.invalidate(PROVIDERS_TAG)
  await tx.audit({
    action: 'sign_in_provider_changed',
    target: `provider:${slug}`,
    before: rest,
    after: { ...audited(input), ...(input.clientSecret && { secret: 'new' }) }
  })
}

function createProviderEditing({
  providers,
  change,
  seal,
  inside
}: EditingNeeds): Pick<Providers, 'create' | 'update' | 'remove'> {
  return {
    async create(ctx, input) {
      requireActor(ctx, 'Admin')
      const id = uuid7(ctx.now)
      try {
        await change(ctx, { settings: true }, async (tx) => {
          await requireConfirmed(tx, ctx)
          const { transaction } = tx
          if ((await providers.count({ transaction })) >= MAX_PROVIDERS)
            throw new AppError('sign_in.limit', 400, { params: { max: MAX_PROVIDERS } })
          await checkAll([
            () => requireUnusedSlug(providers, tx, input.slug),
            () => checkedIssuer(input, { inside }),
            () => requireDivisions(tx, input.divisions)
          ])
          const { slug, kind, clientSecret } = input
          const secret = clientSecret ? seal(clientSecret) : null
          const known = { id, slug, kind, issuer: checkedIssuer(input, { inside }) }
          await providers.create({ ...known, ...providerColumns(input), secret }, { transaction })
          tx.invalidate(PROVIDERS_TAG)
          await tx.audit({
            action: 'sign_in_provider_created',
            target: `provider:${input.slug}`,
            after: audited(input)
          })
        })
      } catch (error) {
        throw isUniqueViolation(error, 'sign_in_providers_slug_key') ? slugTaken() : error
      }
      return id
    },

    async update(ctx, id, input) {
      requireActor(ctx, 'Admin')
      await change(ctx, { settings: true }, async (tx) => {
        await requireConfirmed(tx, ctx)
        await updateProvider({ providers, seal }, tx, id, input)
      })
    },

    async remove(ctx, id) {
      const actor = requireActor(ctx, 'Admin')
      await change(ctx, { settings: true }, async (tx) => {
        await requireConfirmed(tx, ctx)
        await removeProvider(tx, id, actor.id)
      })
    }
  }
}

/** Oldest first. */
async function offeredOf(providers: Model): Promise<SignInButton[]> {
  const where = { enabled: true }
  const found = await providers.findAll({ where, order: ['createdAt', 'id'], limit: MAX_PROVIDERS })
  return found.map(({ slug, name }) => ({ slug, name }))
}

export function createProviders({ db, caches, change, secretBox, callbackOf, inside }: Needs) {
  const providers = defineSignInProviders(db.sequelize)
  const offered = caches.create<SignInButton[]>({ ttl: 300_000, max: 1 })
  const seal = (secret: string) => secretBox.seal(Buffer.from(secret), PURPOSE)
  const opened = (found: RowOf<typeof PROVIDER>): Provider => ({
    ...found,
    secret: found.secret && secretBox.open(found.secret, PURPOSE).toString()
  })

  /** @throws AppError `sign_in.no_provider` 404 for a disabled one too */
  const enabled = async (by: 'id' | 'slug', value: string, sql: Sql = db.pool): Promise<Provider> => {
    const where = by === 'id' ? 'p.id = $1::uuid' : 'p.slug = $1'
    const found = await row(
      sql,
      PROVIDER,
      `SELECT ${COLUMNS} FROM sign_in_providers p WHERE ${where} AND p.enabled`,
      [value]
    )
    if (!found) throw notFound('sign_in.no_provider')
    return opened(found)
  }

  const admin: Providers = {
    async list(ctx) {
      requireActor(ctx, 'Admin')
      const found = await rows(
        db.pool,
        { ...PROVIDER, identities: number },
        `SELECT ${COLUMNS}, (SELECT count(*)::int FROM user_identities i WHERE i.provider_id = p.id) AS identities
         FROM sign_in_providers p ORDER BY p.created_at, p.id LIMIT ${MAX_PROVIDERS}`
      )
      return found.map(({ secret, ...one }) => ({
        ...one,
        hasSecret: secret !== null,
        callback: callbackOf(one.slug),
        backChannel: oauthOf(one.kind) ? null : callbackOf(one.slug).replace(/Callback$/, 'BackChannelLogout')
      }))
    },

    ...createProviderEditing({ providers, change, seal, inside }),

    buttons: () =>
      offered.through('all', async () => ({
        value: await offeredOf(providers),
        tags: [PROVIDERS_TAG]
      }))
  }
  return { admin, enabled, seal, providers }
}
