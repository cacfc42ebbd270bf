import { readFile } from 'node:fs/promises'
import { type ModelStatic, Op } from 'sequelize'
import { z } from 'zod'
import type { Ctx } from '~/server/access/contract'
import type { Change, MakeChange } from '~/server/change'
import { isAppError } from '~/server/platform/errors'
import { uuid7 } from '~/server/platform/ids'
import { MAX_PROVIDERS } from './constants'
import { type ProviderInput, providerInput } from './contract'
import type { SignInProvider } from './model'
import { checkedIssuer, PROVIDERS_TAG, providerColumns } from './providers'
import { endBegun } from './unlinking'

const DEFAULTS = {
  ...{ issuer: '', enabled: true, createsAccounts: false, singleLogout: false, countsAsBoth: false },
  ...{ domains: '', roles: [], divisions: [] }
}

const list = z
  .array(z.looseObject({ slug: z.string(), clientSecretFile: z.string().optional() }))
  .max(MAX_PROVIDERS)

const fault = (what: string) => new Error(`SIGN_IN_PROVIDERS ${what}`)

async function textOf(given: string): Promise<string> {
  if (given.trimStart().startsWith('[')) return given
  return readFile(given, 'utf8').catch((error: Error) => {
    throw fault(`names a file that cannot be read: ${error.message}`)
  })
}

/**
 * The providers that the environment gives: JSON, or the path of a file with it; a secret may be in a file of its own.
 * @throws Error in one sentence that names the provider and the field
 */
export async function readProvided(given: string | undefined): Promise<ProviderInput[]> {
  if (given === undefined) return []
  let value: unknown
  try {
    value = JSON.parse(await textOf(given))
  } catch (error) {
    throw (error as Error).name === 'SyntaxError' ? fault(`is no JSON: ${(error as Error).message}`) : error
  }
  const read = list.safeParse(value)
  if (!read.success) throw fault(`must be a list of at most ${MAX_PROVIDERS} providers, each with a slug`)
  const all: ProviderInput[] = []
  for (const { clientSecretFile, ...one } of read.data) {
    const secret = clientSecretFile ? { clientSecret: (await textOf(clientSecretFile)).trim() } : {}
    const checked = providerInput.safeParse({ ...DEFAULTS, name: one.slug, ...one, ...secret })
    const issue = checked.error?.issues[0]
    if (issue)
      throw fault(`has a provider ${one.slug} whose ${issue.path.join('.')} is not valid: ${issue.message}`)
    if (all.some(({ slug }) => slug === one.slug)) throw fault(`has two providers ${one.slug}`)
    all.push(checked.data!)
  }
  return all
}

interface Needs {
  providers: ModelStatic<SignInProvider>
  change: MakeChange
  seal(secret: string): string
  inside: boolean
}

/** Makes the table have what the environment gives, at the start (docs/rules/accounts.md#providers-of-the-environment). */
export function createProviding({ providers, change, seal, inside }: Needs) {
  const write = async (tx: Change, input: ProviderInput) => {
    const { slug, name, kind } = input
    const { transaction } = tx
    const secret = input.clientSecret ? seal(input.clientSecret) : null
    const issuer = checkedIssuer(input, { inside })
    const known = await providers.findOne({ where: { slug }, transaction, lock: transaction.LOCK.UPDATE })
    if (known && (known.kind !== kind || known.issuer !== issuer))
      throw fault(
        `gives ${slug} another kind or issuer than it has; people are known by these, so use another slug`
      )
    const before = known?.provided ?? false
    const written = { ...providerColumns(input), secret, provided: true }
    const ends = known?.enabled && !input.enabled
    if (known) await known.update(written, { transaction })
    else await providers.create({ id: uuid7(tx.ctx.now), slug, kind, issuer, ...written }, { transaction })
    if (known && ends) await endBegun(tx, known.id, null)
    if (!before)
      await tx.audit({
        action: 'sign_in_provider_provided',
        target: `provider:${slug}`,
        after: { name, issuer }
      })
  }

  return async function provide(ctx: Ctx, inputs: readonly ProviderInput[]): Promise<void> {
    await change(ctx, { settings: true }, async (tx) => {
      for (const input of inputs)
        await write(tx, input).catch((error: Error) => {
          throw isAppError(error)
            ? fault(`has a provider ${input.slug} with a refused issuer: ${error.code}`)
            : error
        })
      // Whoever is known by it stays known; administrators decide what becomes of it.
      const { transaction } = tx
      const others = { [Op.notIn]: inputs.map(({ slug }) => slug) }
      const where = { provided: true, slug: others }
      const gone = await providers.findAll({ where, transaction, limit: MAX_PROVIDERS })
      await providers.update({ provided: false, enabled: false }, { where, transaction })
      for (const { id } of gone) await endBegun(tx, id, null)
      if ((await providers.count({ transaction })) > MAX_PROVIDERS)
        throw fault(`makes more than ${MAX_PROVIDERS} providers`)
      tx.invalidate(PROVIDERS_TAG)
    })
  }
}
