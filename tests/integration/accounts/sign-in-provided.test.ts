import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readProvided } from '~/server/sign-in'
import { type Domain, openDomain, refused } from '../../support/domain'

let domain: Domain
let folder: string
beforeAll(async () => {
  domain = await openDomain()
  folder = mkdtempSync(join(tmpdir(), 'halyard-provided-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await domain.close()
})
beforeEach(() => domain.stores.db.pool.query('DELETE FROM sign_in_providers'))

const campus = {
  ...{ slug: 'campus', name: 'Campus', kind: 'oidc', issuer: 'https://sso.example.org/a' },
  ...{ clientId: 'halyard', clientSecret: 'shh' }
}
const provide = async (...list: object[]) =>
  domain.services.signIn.provide(domain.as(null), await readProvided(JSON.stringify(list)))
const listed = () => domain.services.signIn.providers.list(domain.admin)

describe('providers of the environment', () => {
  it('are there after the start, changed by the next, and nobody changes them here', async () => {
    await provide(campus)
    const [one] = await listed()
    expect(one).toMatchObject({ slug: 'campus', provided: true, enabled: true, hasSecret: true })
    const { providers } = domain.services.signIn
    const change = { ...one!, name: 'Mine', clientSecret: undefined }
    await refused(providers.update(domain.admin, one!.id, change), 'sign_in.provided', 409)
    await refused(providers.remove(domain.admin, one!.id), 'sign_in.provided', 409)
    await provide({ ...campus, name: 'Campus 2', clientSecret: undefined })
    expect(await listed()).toMatchObject([{ id: one!.id, name: 'Campus 2', hasSecret: false }])
    const stored = JSON.stringify(
      (await domain.stores.db.pool.query('SELECT * FROM sign_in_providers, audit_events')).rows
    )
    expect(stored).not.toContain('shh')
  })

  it('are turned off and free again when the environment does not give them', async () => {
    await provide(campus)
    await provide()
    const [one] = await listed()
    expect(one).toMatchObject({ provided: false, enabled: false })
    await domain.services.signIn.providers.remove(domain.admin, one!.id)
    expect(await listed()).toEqual([])
  })

  it('end the sessions that they began when they are turned off', async () => {
    const [member] = await domain.users(1)
    const begun = async () => {
      const [one] = await listed()
      const { pool } = domain.stores.db
      await pool.query(
        `INSERT INTO sessions (id, user_id, expires_at) VALUES ('begun', $1, now() + interval '1 hour')`,
        [member!.id]
      )
      await pool.query(`INSERT INTO session_providers (session_id, provider_id) VALUES ('begun', $1)`, [
        one!.id
      ])
      return async () => (await pool.query(`SELECT FROM sessions WHERE id = 'begun'`)).rowCount
    }
    await provide(campus)
    const first = await begun()
    await provide({ ...campus, name: 'Renamed' })
    expect(await first()).toBe(1)
    await provide({ ...campus, enabled: false })
    expect(await first()).toBe(0)
    await provide(campus)
    const second = await begun()
    await provide()
    expect(await second()).toBe(0)
  })

  it('take over one that an administrator made, but never another issuer under its name', async () => {
    const { slug, ...rest } = campus
    const made = { ...{ enabled: false, createsAccounts: false, singleLogout: false, countsAsBoth: false } }
    const input = { slug, ...rest, ...made, kind: 'oidc' as const, domains: '', roles: [], divisions: [] }
    const id = await domain.services.signIn.providers.create(domain.admin, input)
    await expect(provide({ ...campus, issuer: 'https://evil.example.org/' })).rejects.toThrow(
      /^SIGN_IN_PROVIDERS gives campus another kind or issuer/
    )
    expect(await listed()).toMatchObject([{ id, provided: false, enabled: false }])
    await provide(campus)
    expect(await listed()).toMatchObject([{ id, provided: true, enabled: true }])
  })

  it('come from a file, with secrets in files of their own', async () => {
    const [secret, file] = [join(folder, 'secret'), join(folder, 'providers.json')]
    writeFileSync(secret, 'of a file\n')
    writeFileSync(file, JSON.stringify([{ ...campus, clientSecretFile: secret }]))
    expect(await readProvided(file)).toMatchObject([{ slug: 'campus', clientSecret: 'of a file' }])
  })

  it.each([
    ['{', /names a file that cannot be read/],
    ['[{]', /^SIGN_IN_PROVIDERS is no JSON/],
    ['[{}]', /must be a list of at most 20 providers, each with a slug$/],
    [JSON.stringify([{ ...campus, issuer: 'x' }]), /has a provider campus whose issuer is not valid/],
    [JSON.stringify([{ ...campus, clientId: '' }]), /has a provider campus whose clientId is not valid/],
    [JSON.stringify([campus, campus]), /has two providers campus$/],
    [JSON.stringify([{ ...campus, clientSecretFile: '/nowhere' }]), /names a file that cannot be read/]
  ])('%s ends the start with a sentence', async (given, reason) => {
    await expect(readProvided(given)).rejects.toThrow(reason)
  })

  it('in a private network are refused as everywhere, and change nothing', async () => {
    await provide(campus)
    const inside = { ...campus, slug: 'inside', issuer: 'https://127.0.0.1/' }
    await expect(provide(inside)).rejects.toThrow(
      /provider inside with a refused issuer: sign_in.issuer_private$/
    )
    expect(await listed()).toMatchObject([{ slug: 'campus', enabled: true }])
  })
})
