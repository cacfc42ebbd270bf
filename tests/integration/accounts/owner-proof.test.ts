import { beforeAll, describe, expect, it } from 'vitest'
import type { Ctx } from '~/server/access/contract'
import { proveOwner } from '~/server/accounts'
import { createLoginBackoff } from '~/server/limits'
import { PASSWORD } from '../../support/accounts/accounts'
import { openMailSuite } from '../../support/accounts/mail-suite'
import { addApp, codeOf, person } from '../../support/accounts/second-factors'
import { refused } from '../../support/domain'

const suite = openMailSuite()

const age = ({ actor }: Ctx) =>
  suite.sql.query(`UPDATE sessions SET confirmed_at = now() - interval '11 minutes' WHERE id = $1`, [
    actor!.sessionId
  ])
const confirmedAt = async ({ actor }: Ctx) =>
  (await suite.sql.query('SELECT confirmed_at AS at FROM sessions WHERE id = $1', [actor!.sessionId])).rows[0]
    .at
/** Somebody who came by a provider. */
async function withoutPassword() {
  const somebody = await person(suite.domain)
  await suite.sql.query('UPDATE users SET generated_hash = password_hash WHERE id = $1', [somebody.id])
  return somebody
}

let made = 0
/** What asks for a proof in its own form; `password` undefined: it is absent. */
const asking = (ctx: Ctx, password?: string) => {
  const { accounts, tokens, signIn, factors } = suite.domain.services
  return {
    token: () => tokens.create(ctx, { name: 'CI', scopes: ['read'], days: 1, password }),
    address: () => accounts.changeEmail(ctx, { newMail: `new-${made++}@halyard.example`, password }),
    identity: () => signIn.startLink(ctx, 'club', password),
    confirmation: () => factors.confirm(ctx, { password })
  }
}
const passes = async (name: string, work: () => Promise<unknown>) =>
  // There is nobody at the provider's address: what comes after the proof says so.
  name === 'identity' ? refused(work(), 'sign_in.unreachable', 502) : work()

beforeAll(async () => {
  const rest = { domains: '', roles: [], divisions: [], singleLogout: false, countsAsBoth: false }
  await suite.domain.services.signIn.providers.create(suite.domain.admin, {
    ...{
      name: 'Club',
      slug: 'club',
      kind: 'oidc',
      issuer: 'https://club.example',
      clientId: 'h',
      clientSecret: 's'
    },
    ...{ enabled: true, createsAccounts: true, ...rest }
  })
  await suite.sql.query(`UPDATE sign_in_providers SET issuer = 'https://127.0.0.1:9'`)
})

describe('who owns an account', () => {
  it.each(['token', 'address', 'identity', 'confirmation'] as const)(
    'without a password of its own is proven by a fresh session: %s',
    async (name) => {
      const { ctx } = await withoutPassword()
      const { key } = await addApp(suite.domain, ctx)
      const before = await confirmedAt(ctx)
      for (const given of [undefined, 'anything', PASSWORD]) await passes(name, asking(ctx, given)[name])
      expect(await confirmedAt(ctx)).toEqual(before)
      await age(ctx)
      for (const given of [undefined, 'anything', PASSWORD]) {
        const refusal = await refused(asking(ctx, given)[name](), 'account.login_again', 400)
        expect(refusal.extra.field).toBe('password')
      }
      await suite.domain.services.factors.confirm(ctx, { code: codeOf(key, 1) })
      await passes(name, asking(ctx)[name])
    }
  )

  it.each(['token', 'address', 'identity', 'confirmation'] as const)(
    'with a password is proven by that, also a long time after the login: %s',
    async (name) => {
      const { ctx } = await person(suite.domain)
      await age(ctx)
      const missing = await refused(asking(ctx)[name](), 'account.password_required', 400)
      const wrong = await refused(asking(ctx, 'guessed')[name](), 'identity.password_mismatch', 400)
      expect([missing.extra.field, wrong.extra.field]).toEqual(['password', 'password'])
      await passes(name, asking(ctx, PASSWORD)[name])
    }
  )

  it('by a right password begins the count of attempts anew', async () => {
    const { db, redis, log } = suite.domain.stores
    const { ctx } = await person(suite.domain)
    const prove = (password: string) =>
      proveOwner(
        { db, attempts: createLoginBackoff(redis, log, { enabled: true }) },
        ctx,
        password,
        'token_refused'
      )
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 5; n++) await refused(prove('guessed'), 'identity.password_mismatch')
      expect(await prove(PASSWORD)).toMatchObject({ byPassword: true })
    }
  })
})
