import { isIP } from 'node:net'
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
  text,
  uuid
} from '~/server/db'
import type { Caches } from '~/server/platform/cache'
import { AppError, isUniqueViolation, notFound } from '~/server/platform/errors'
import { checkAll } from '~/server/platform/faults'
import { uuid7 } from '~/server/platform/ids'
import { hostOf, isPublicAddress } from '~/server/platform/network/outgoing'
import type { SecretBox } from '~/server/platform/secret-box'
import { MOST_PROVIDERS, PROVIDER_KINDS } from './constants'
import {
  divisionRule,
  type ProviderInput,
  type ProviderUpdate,
  type ProviderView,
  roleRule,
  type SignInButton
} from './contract'
import { requireDivisions } from './divisions'
import { ISSUERS, OAUTH_KINDS, oauthOf } from './kinds'
import type { Known } from './known'

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

export type Provider = RowOf<typeof PROVIDER> & Known

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
  /** @throws AppError `sign_in.no_provider` 404, `sign_in.provided` 409 for one of the environment, `account.confirm_needed` 403 */
  update(ctx: Ctx, id: string, input: ProviderUpdate): Promise<void>
  /** Also deletes its identities. @throws as update() */
  remove(ctx: Ctx, id: string): Promise<void>
  buttons(): Promise<SignInButton[]>
}

const withField = (code: string, field: string) => new AppError(code, 400, { extra: { field } })

const slugTaken = () => withField('sign_in.slug_taken', 'slug')

async function requireUnusedSlug(tx: Sql, slug: string): Promise<void> {
  const { rowCount } = await tx.query('SELECT FROM sign_in_providers WHERE slug = $1', [slug])
  if (rowCount) throw slugTaken()
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
export function addressOf({ kind, issuer }: Pick<ProviderInput, 'kind' | 'issuer'>, inside: boolean): string {
  const given = issuer || ISSUERS[kind]
  const address = OAUTH_KINDS[kind as keyof typeof OAUTH_KINDS] ? given.replace(/\/+$/, '') : given
  if (!inside) requirePublicIssuer(new URL(address))
  return address
}

const audited = ({ clientSecret: _, ...rest }: ProviderUpdate) => rest

export async function insertProvider(
  tx: Sql,
  id: string,
  issuer: string,
  input: ProviderInput,
  secret: string | null
) {
  const { slug, name, kind, clientId, enabled, createsAccounts, singleLogout, countsAsBoth, domains } = input
  await tx.query(
    `INSERT INTO sign_in_providers (id, slug, name, kind, issuer, client_id, secret, enabled, creates_accounts,
       single_logout, domains, roles, counts_as_both, divisions)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      ...[id, slug, name, kind, issuer, clientId, secret, enabled, createsAccounts, singleLogout, domains],
      ...[JSON.stringify(input.roles), countsAsBoth, JSON.stringify(input.divisions)]
    ]
  )
}

const DELETE = 'DELETE FROM sign_in_providers WHERE id = $1 RETURNING slug, provided'

type EditingNeeds = Pick<Needs, 'change' | 'inside'> & { seal(secret: string): string }

async function updateProvider(tx: Change, id: string, input: ProviderUpdate, seal: EditingNeeds['seal']) {
  const before = await row(
    tx,
    PROVIDER,
    `SELECT ${COLUMNS} FROM sign_in_providers p WHERE p.id = $1 FOR UPDATE`,
    [id]
  )
  if (!before) throw notFound('sign_in.no_provider')
  if (before.provided) throw new AppError('sign_in.provided', 409)
  await requireDivisions(tx, input.divisions)
  await tx.query(
    `UPDATE sign_in_providers SET name = $2, client_id = $3, secret = coalesce($4, secret), enabled = $5,
       creates_accounts = $6, single_logout = $7, domains = $8, roles = $9, counts_as_both = $10,
       divisions = $11
     WHERE id = $1`,
    [
      ...[id, input.name, input.clientId, input.clientSecret ? seal(input.clientSecret) : null],
      ...[input.enabled, input.createsAccounts, input.singleLogout, input.domains],
      ...[JSON.stringify(input.roles), input.countsAsBoth, JSON.stringify(input.divisions)]
    ]
  )
  const { secret: _, slug, ...rest } = before
  tx.invalidate(PROVIDERS_TAG)
  await tx.audit({
    action: 'sign_in_provider_changed',
    target: `provider:${slug}`,
    before: rest,
    after: { ...audited(input), ...(input.clientSecret && { secret: 'new' }) }
  })
}

function createProviderEditing({
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
          const counted = await row(
            tx,
            { count: number },
            'SELECT count(*)::int AS count FROM sign_in_providers'
          )
          if (counted!.count >= MOST_PROVIDERS)
            throw new AppError('sign_in.limit', 400, { params: { max: MOST_PROVIDERS } })
          await checkAll([
            () => requireUnusedSlug(tx, input.slug),
            () => addressOf(input, inside),
            () => requireDivisions(tx, input.divisions)
          ])
          const address = addressOf(input, inside)
          await insertProvider(tx, id, address, input, input.clientSecret ? seal(input.clientSecret) : null)
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
        await updateProvider(tx, id, input, seal)
      })
    },

    async remove(ctx, id) {
      requireActor(ctx, 'Admin')
      await change(ctx, { settings: true }, async (tx) => {
        await requireConfirmed(tx, ctx)
        const removed = await row(tx, { slug: text, provided: bool }, DELETE, [id])
        if (!removed) throw notFound('sign_in.no_provider')
        if (removed.provided) throw new AppError('sign_in.provided', 409)
        tx.invalidate(PROVIDERS_TAG)
        await tx.audit({ action: 'sign_in_provider_deleted', target: `provider:${removed.slug}` })
      })
    }
  }
}

export function createProviders({ db, caches, change, secretBox, callbackOf, inside }: Needs) {
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
         FROM sign_in_providers p ORDER BY p.created_at, p.id LIMIT ${MOST_PROVIDERS}`
      )
      return found.map(({ secret, ...one }) => ({
        ...one,
        hasSecret: secret !== null,
        callback: callbackOf(one.slug),
        backChannel: oauthOf(one.kind) ? null : callbackOf(one.slug).replace(/Callback$/, 'BackChannelLogout')
      }))
    },

    ...createProviderEditing({ change, seal, inside }),

    buttons: () =>
      offered.through('all', async () => ({
        value: await rows(
          db.pool,
          { slug: text, name: text },
          `SELECT slug, name FROM sign_in_providers WHERE enabled ORDER BY created_at, id LIMIT ${MOST_PROVIDERS}`
        ),
        tags: [PROVIDERS_TAG]
      }))
  }
  return { admin, enabled, seal }
}
