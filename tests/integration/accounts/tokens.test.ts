import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Ctx } from '~/server/access/contract'
import { hashPassword } from '~/server/accounts'
import { ownPageInput } from '~/server/own-pages/contract'
import { DAY_MS } from '~/server/platform/time'
import { MAX_TOKENS, SCOPES } from '~/server/tokens/constants'
import { requireScope, type TokenInput, tokenInput } from '~/server/tokens/contract'
import { type Domain, openDomain, outcomes, refused } from '../../support/domain'
import type { Member } from '../../support/fixtures'

const PASSWORD = 'a pass phrase'
const IP = '192.0.2.1'

let domain: Domain
let hash: string
beforeAll(async () => {
  domain = await openDomain()
  hash = await hashPassword(PASSWORD)
})
afterAll(() => domain.close())

const sql = async (text: string, ...values: unknown[]) =>
  (await domain.stores.db.pool.query(text, values)).rows

async function owner(role: 'User' | 'Monitor' | 'Admin' = 'User'): Promise<{ member: Member; ctx: Ctx }> {
  const [member] = await domain.users(1, role)
  await sql('UPDATE users SET password_hash = $2 WHERE id = $1', member!.id, hash)
  return { member: member!, ctx: domain.as(member!, { role }) }
}

const input = (change: Partial<TokenInput> = {}): TokenInput => ({
  name: 'CI',
  scopes: ['read'],
  days: 30,
  password: PASSWORD,
  ...change
})
const make = (ctx: Ctx, change?: Partial<TokenInput>) => domain.services.tokens.create(ctx, input(change))
const use = (token: string) => domain.services.tokens.authenticate(token, IP)
const codeOf = async (token: string) => (await use(token)).refusal?.code ?? null

it('of an administrator reads drafts of own pages with a scope of administrators alone', async () => {
  const page = { address: 'draft', titles: { any: 'Draft' }, texts: { any: 'Later.' }, published: false }
  await domain.services.ownPages.create(domain.admin, ownPageInput.parse(page))
  const read = (scopes: (typeof SCOPES)[number][]) => {
    const token = { id: 'x', name: 'CI', scopes, gameId: null, service: false }
    const ctx: Ctx = { ...domain.admin, actor: { ...domain.admin.actor!, token } }
    return domain.services.ownPages.one(ctx, 'draft')
  }
  await refused(read(['read']), 'own_page.not_found', 404)
  expect(await read(['edit'])).toMatchObject({ text: 'Later.', published: false })
})

describe('making a token', () => {
  it('accepts names, scopes and days within their bounds, and names the wrong field', () => {
    const wrong = (change: object) => {
      const parsed = tokenInput.safeParse({ ...input(), ...change })
      return parsed.success ? null : [parsed.error.issues[0]!.path[0], parsed.error.issues[0]!.message]
    }
    expect(wrong({})).toBeNull()
    expect(wrong({ name: 'x'.repeat(40), days: 365 })).toBeNull()
    expect(wrong({ name: ' \t ' })).toEqual(['name', 'token.name_length'])
    expect(wrong({ name: 'x'.repeat(41) })).toEqual(['name', 'token.name_length'])
    expect(wrong({ name: 'C\u200bI' })).toEqual(['name', 'token.name_characters'])
    expect(wrong({ scopes: [] })).toEqual(['scopes', 'token.scopes_required'])
    expect(wrong({ scopes: ['root'] })).toEqual(['scopes', 'token.scope_unknown'])
    for (const days of [0, 366, 1.5, -1, null]) expect(wrong({ days })).toEqual(['days', 'token.days'])
    expect(wrong({ password: '' })).toEqual(['password', 'field.password_required'])
  })

  it('needs the right password, a role with the scopes and an existing game, and changes nothing else', async () => {
    const { ctx, member } = await owner()
    const field = async (work: Promise<unknown>, code: string) => (await refused(work, code)).extra.field
    expect(await field(make(ctx, { password: 'guessed' }), 'identity.password_mismatch')).toBe('password')
    expect(await field(make(ctx, { scopes: ['read', 'monitor'] }), 'token.role')).toBe('scopes')
    expect(await field(make(ctx, { game: 999_999 }), 'game.not_found')).toBe('game')
    const hidden = await domain.game({ hidden: true })
    expect(await field(make(ctx, { game: hidden }), 'game.not_found')).toBe('game')
    expect(await domain.services.tokens.list(ctx)).toEqual([])
    expect(await sql('SELECT action FROM audit_events WHERE actor_id = $1', member.id)).toEqual([
      { action: 'token_refused' }
    ])
    await refused(make(domain.as(null)), 'auth.login_required', 401)
  })

  it('stores a hash only, shows the token once and lists its scopes', async () => {
    const { ctx } = await owner()
    const game = await domain.game({ title: 'Spring' })
    const { id, token } = await make(ctx, { game, scopes: ['play', 'read'] })
    expect(token).toMatch(/^hly_[A-Za-z0-9]{40}$/)
    const listed = await domain.services.tokens.list(ctx)
    expect(listed).toEqual([
      expect.objectContaining({
        ...{ id, name: 'CI', scopes: ['read', 'play'], game: { id: game, title: 'Spring' } },
        ...{ hint: token.slice(0, 8), lastUsedAt: null, expired: false }
      })
    ])
    const stored = JSON.stringify([
      await sql('SELECT * FROM api_tokens WHERE id = $1', id),
      await sql('SELECT * FROM audit_events WHERE actor_id = $1', ctx.actor!.id),
      listed
    ])
    expect(stored).not.toContain(token.slice(8))
  })

  it('keeps the limit of 20 against many at once; expired ones do not count', async () => {
    const { ctx, member } = await owner()
    await make(ctx)
    await sql(
      `INSERT INTO api_tokens (id, user_id, name, token_hash, hint, scopes, expires_at)
       SELECT gen_random_uuid(), $1::uuid, 'x', md5(n::text || $1::text) || md5(n::text), 'hly_', '{read}', now() + interval '1 day'
       FROM generate_series(1, $2) n`,
      member.id,
      MAX_TOKENS - 3
    )
    const { done, codes } = await outcomes(Array.from({ length: 4 }, () => make(ctx)))
    expect([done, codes]).toEqual([2, ['token.limit', 'token.limit']])
    await sql("UPDATE api_tokens SET expires_at = now() WHERE user_id = $1 AND name = 'x'", member.id)
    await make(ctx)
  })
})

describe('a token', () => {
  it('acts as its owner, by its own name', async () => {
    const { ctx, member } = await owner('Admin')
    const { id, token } = await make(ctx, { scopes: ['read', 'edit'] })
    const { actor } = await use(token)
    expect(actor).toMatchObject({
      ...{ id: member.id, role: 'Admin', sessionId: `token:${id}` },
      token: { id, name: 'CI', scopes: ['read', 'edit'], gameId: null, service: false }
    })
    const game = await domain.game()
    const until = new Date(Date.now() + 60_000)
    await domain.services.pausing.pause({ ...ctx, actor }, game, { until, reason: 'The network is down.' })
    const [audited] = await sql(
      "SELECT token, session FROM audit_events WHERE actor_id = $1 AND action = 'game_paused'",
      member.id
    )
    expect(audited).toEqual({ token: 'CI', session: `token:${id}` })
    const filter = { actor: '', action: 'game_paused', target: `game:${game}` }
    const { data } = await domain.services.logs.audits(domain.admin, filter, { count: 1, skip: 0 })
    expect(data[0]).toMatchObject({ actor: { id: member.id }, token: 'CI' })
    const at = () => sql('SELECT last_used_at AS at FROM api_tokens WHERE id = $1', id)
    await expect.poll(async () => (await at())[0].at).not.toBeNull()
  })

  it('neither lists, makes nor revokes tokens', async () => {
    const { ctx } = await owner()
    const { id, token } = await make(ctx, { scopes: ['read', 'play', 'team'] })
    const byToken = { ...ctx, actor: (await use(token)).actor }
    const { tokens } = domain.services
    await refused(make(byToken), 'token.login_needed', 403)
    await refused(tokens.list(byToken), 'token.login_needed', 403)
    await refused(tokens.revoke(byToken, id), 'token.login_needed', 403)
    expect(await codeOf(token)).toBeNull()
  })

  it('is revoked by its owner alone, at once', async () => {
    const { ctx } = await owner()
    const { id, token } = await make(ctx)
    await use(token)
    await refused(domain.services.tokens.revoke((await owner()).ctx, id), 'token.not_found', 404)
    expect(await codeOf(token)).toBeNull()
    await domain.services.tokens.revoke(ctx, id)
    expect(await codeOf(token)).toBe('token.invalid')
    await refused(domain.services.tokens.revoke(ctx, id), 'token.not_found', 404)
  })

  it('has the rights that its owner has at each call: demoted, inactive, banned, deleted', async () => {
    const { member, ctx } = await owner('Monitor')
    const { token } = await make(ctx, { scopes: ['monitor'] })
    const { users } = domain.services
    expect((await use(token)).actor?.role).toBe('Monitor')
    await users.update(domain.admin, member.id, { role: 'User' })
    expect((await use(token)).actor?.role).toBe('User')
    await users.update(domain.admin, member.id, { role: 'Banned' })
    expect(await codeOf(token)).toBe('token.owner_banned')
    await users.update(domain.admin, member.id, { role: 'User', emailConfirmed: false })
    expect(await codeOf(token)).toBe('token.invalid')
    await users.update(domain.admin, member.id, { emailConfirmed: true })
    expect(await codeOf(token)).toBeNull()
    await users.remove(domain.admin, member.id)
    expect(await codeOf(token)).toBe('token.invalid')
  })

  it('ends with a new password, whoever sets it', async () => {
    const { ctx, member } = await owner()
    const first = await make(ctx)
    await use(first.token)
    await domain.services.accounts.changePassword(ctx, { old: PASSWORD, new: 'another one' })
    expect(await codeOf(first.token)).toBe('token.invalid')
    const second = await make(ctx, { password: 'another one' })
    await domain.services.users.resetPassword(domain.admin, member.id)
    expect(await codeOf(second.token)).toBe('token.invalid')
  })

  it('expires although it is cached; what expired long ago is deleted', async () => {
    const { ctx } = await owner()
    const { id, token } = await make(ctx)
    await use(token)
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 31 * DAY_MS)
    expect(await codeOf(token)).toBe('token.expired')
    now.mockRestore()
    await sql("UPDATE api_tokens SET expires_at = now() - interval '1 day' WHERE id = $1", id)
    await domain.services.tokens.purge()
    expect(await codeOf(token)).toBe('token.expired')
    expect(await domain.services.tokens.list(ctx)).toMatchObject([{ id, expired: true }])
    await sql("UPDATE api_tokens SET expires_at = now() - interval '31 days' WHERE id = $1", id)
    await domain.services.tokens.purge()
    expect(await domain.services.tokens.list(ctx)).toEqual([])
  })

  it('needs no query in another format, and one when it is unknown', async () => {
    const query = vi.spyOn(domain.stores.db.pool, 'query')
    for (const sent of [
      '',
      'hly_',
      'garbage',
      `ghp_${'a'.repeat(40)}`,
      `hly_${'a'.repeat(41)}`,
      'x'.repeat(8000)
    ])
      expect(await codeOf(sent)).toBe('token.invalid')
    expect(query).toHaveBeenCalledTimes(0)
    const made = `hly_${'Zz09'.repeat(10)}`
    for (let i = 0; i < 3; i++) expect(await codeOf(made)).toBe('token.invalid')
    expect(query).toHaveBeenCalledTimes(1)
    query.mockRestore()
  })

  it('reaches only what its scopes allow', async () => {
    const { ctx } = await owner()
    const game = await domain.game()
    const { token } = await make(ctx, { game, scopes: ['play'] })
    const { actor } = await use(token)
    const tried = (scope: Parameters<typeof requireScope>[1], id: number | null) => {
      try {
        requireScope(actor, scope, id)
        return null
      } catch (error) {
        return (error as { code: string }).code
      }
    }
    expect(SCOPES.map((scope) => tried(scope, game))).toEqual(
      SCOPES.map((scope) => (scope === 'play' ? null : 'token.scope'))
    )
    expect([tried('play', game + 1), tried('play', null)]).toEqual(['token.game', 'token.game'])
    expect(tried(null, game)).toBe('token.login_needed')
    expect(() => requireScope(ctx.actor, null, null)).not.toThrow()
  })
})
