import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Ctx } from '~/server/access/contract'
import { relyingPartyOf } from '~/server/factors/relying-party'
import { configure, sessionContext, visitor } from '../../support/accounts/accounts'
import { type Authenticator, createAuthenticator } from '../../support/accounts/authenticator'
import {
  addApp,
  beginLogin,
  cookieHeader,
  newVisitor,
  type Person,
  person
} from '../../support/accounts/second-factors'
import { type Domain, openDomain, outcomes, refused } from '../../support/domain'

const ORIGIN = 'https://ctf.halyard.example'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain({ PUBLIC_URL: ORIGIN })
})
afterAll(() => domain?.close())
beforeEach(() => configure(domain, {}))

const sql = async (text: string, ...values: unknown[]) =>
  (await domain.stores.db.pool.query(text, values)).rows
const passkeys = () => domain.services.factors.passkeys
const actorOf = async (cookies: string[]) => (await sessionContext(domain, cookieHeader(cookies))).actor
const age = ({ ctx }: Person) =>
  sql(`UPDATE sessions SET confirmed_at = now() - interval '11 minutes' WHERE id = $1`, ctx.actor!.sessionId)

/** Requests a challenge; returns it with the cookies of the browser. */
async function ask(purpose: 'login' | 'step' | 'confirm' | 'add', ctx: Ctx, cookies = '') {
  const { options, cookie } = await passkeys().ask(ctx, purpose, cookies)
  return { options, cookies: [cookies, cookieHeader([cookie])].filter(Boolean).join('; ') }
}

async function owner(): Promise<Person & { device: Authenticator }> {
  const someone = await person(domain)
  const device = createAuthenticator(ORIGIN)
  const { options, cookies } = await ask('add', someone.ctx)
  await passkeys().add(someone.ctx, { name: 'Laptop', credential: device.create(options) }, cookies)
  return { ...someone, device }
}

describe('a passkey', () => {
  it('is added with recovery codes, and logs its account in without a password', async () => {
    const ada = await person(domain)
    const device = createAuthenticator(ORIGIN)
    const { options, cookies } = await ask('add', ada.ctx)
    expect(options).toMatchObject({
      rp: { id: 'ctf.halyard.example' },
      user: { name: ada.name },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'preferred' }
    })
    const credential = device.create(options)
    const added = await passkeys().add(ada.ctx, { name: 'Laptop', credential }, cookies)
    expect(added.codes).toHaveLength(10)
    await refused(
      passkeys().add(ada.ctx, { name: 'Again', credential }, cookies),
      'factor.passkey_failed',
      400
    )
    const login = await ask('login', newVisitor())
    expect(login.options).toMatchObject({ allowCredentials: [], userVerification: 'required' })
    const session = await passkeys().use(newVisitor(), device.get(login.options), login.cookies)
    expect(await actorOf(session)).toMatchObject({ id: ada.id })
    expect((await domain.services.factors.view(ada.ctx)).factors).toMatchObject([
      { kind: 'passkey', name: 'Laptop', lastUsedAt: expect.any(Date) }
    ])
  })

  it('is the second step of a login, without verifying its user too', async () => {
    const ada = await owner()
    const { cookie, refusal } = await beginLogin(domain, ada.name)
    expect(refusal.extra.factors).toEqual(['passkey'])
    const step = await ask('step', newVisitor(), cookie)
    expect(step.options).toMatchObject({
      allowCredentials: [{ id: ada.device.id, transports: ['internal'] }]
    })
    const answer = ada.device.get(step.options, { verified: false })
    expect(await actorOf(await passkeys().use(newVisitor(), answer, step.cookies))).toMatchObject({
      id: ada.id
    })
    await refused(passkeys().use(newVisitor(), answer, step.cookies), 'factor.expired', 401)
  })

  it('confirms its owner', async () => {
    const ada = await owner()
    await age(ada)
    await refused(domain.services.factors.newCodes(ada.ctx), 'account.confirm_needed', 403)
    await refused(ask('add', ada.ctx), 'account.confirm_needed', 403)
    const { options, cookies } = await ask('confirm', ada.ctx)
    await refused(
      passkeys().use(ada.ctx, ada.device.get(options, { verified: false }), cookies),
      'factor.passkey_failed',
      400
    )
    await refused(domain.services.factors.newCodes(ada.ctx), 'account.confirm_needed', 403)
    await passkeys().use(ada.ctx, ada.device.get(options), cookies)
    expect(await domain.services.factors.newCodes(ada.ctx)).toHaveLength(10)
  })

  it('belongs to one account', async () => {
    const [ada, eve] = [await owner(), await person(domain)]
    const { options, cookies } = await ask('add', eve.ctx)
    const credential = ada.device.create(options)
    await refused(
      passkeys().add(eve.ctx, { name: 'Theirs', credential }, cookies),
      'factor.passkey_known',
      400
    )
  })
})

describe('the door of passkeys', () => {
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  it.each([
    ['another origin', { origin: 'https://ctf.halyard.example.evil.example' }],
    ['http', { origin: 'http://ctf.halyard.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['another challenge', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    ['a user that was not verified', { verified: false }],
    ['another key', { key: other }],
    ['another user handle', { userHandle: Buffer.alloc(16, 1).toString('base64url') }],
    ['a counter that stands still', { counter: 5 }],
    ['a counter that goes back', { counter: 4 }]
  ])('refuses a login with %s', async (_, wrongs) => {
    const ada = await owner()
    await sql('UPDATE second_factors SET sign_count = 5 WHERE user_id = $1', ada.id)
    const { options, cookies } = await ask('login', newVisitor())
    const answer = ada.device.get(options, { counter: 6, ...wrongs })
    await refused(passkeys().use(newVisitor(), answer, cookies), 'factor.passkey_failed', 400)
    expect(await sql('SELECT sign_count AS n FROM second_factors WHERE user_id = $1', ada.id)).toEqual([
      { n: 5 }
    ])
    const found = await sql(
      `SELECT FROM audit_events WHERE action = 'passkey_refused' AND target = $1`,
      `user:${ada.id}`
    )
    expect(found).toHaveLength(1)
    // Without any fault the same passkey is accepted.
    const right = await passkeys().use(newVisitor(), ada.device.get(options, { counter: 6 }), cookies)
    expect(await actorOf(right)).toMatchObject({ id: ada.id })
  })

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['another challenge', { challenge: Buffer.alloc(32, 7).toString('base64url') }]
  ])('refuses a registration with %s', async (_, wrongs) => {
    const ada = await person(domain)
    const { options, cookies } = await ask('add', ada.ctx)
    const credential = createAuthenticator(ORIGIN).create(options, wrongs)
    await refused(passkeys().add(ada.ctx, { name: 'x', credential }, cookies), 'factor.passkey_failed', 400)
    expect((await domain.services.factors.view(ada.ctx)).factors).toEqual([])
  })

  it('accepts one of several equal replies at once', async () => {
    const ada = await owner()
    const { options, cookies } = await ask('login', newVisitor())
    const answers = [1, 2, 3, 4].map((counter) => ada.device.get(options, { counter }))
    const race = await outcomes(answers.map((answer) => passkeys().use(newVisitor(), answer, cookies)))
    expect(race.done).toBe(1)
    await refused(
      passkeys().use(newVisitor(), ada.device.get(options, { counter: 9 }), cookies),
      'factor.passkey_failed',
      400
    )
  })

  it('refuses a reply without the challenge of its browser, for another purpose, or from another account', async () => {
    const [ada, eve] = [await owner(), await owner()]
    const login = await ask('login', newVisitor())
    await refused(
      passkeys().use(newVisitor(), ada.device.get(login.options), ''),
      'factor.passkey_failed',
      400
    )
    const outsider = await ask('login', newVisitor())
    await refused(
      passkeys().use(newVisitor(), ada.device.get(login.options), outsider.cookies),
      'factor.passkey_failed',
      400
    )
    // Neither Eve’s passkey nor a challenge of Eve’s login ends Ada’s login.
    const { cookie } = await beginLogin(domain, ada.name)
    const step = await ask('step', newVisitor(), cookie)
    await refused(
      passkeys().use(newVisitor(), eve.device.get(step.options), step.cookies),
      'factor.passkey_failed',
      400
    )
    const theirs = await ask('step', newVisitor(), (await beginLogin(domain, eve.name)).cookie)
    const mixed = `${cookie}; ${theirs.cookies.split('; ').find((one) => one.startsWith('halyard_passkey'))}`
    await refused(
      passkeys().use(newVisitor(), eve.device.get(theirs.options), mixed),
      'factor.passkey_failed',
      400
    )
    await age(ada)
    const confirm = await ask('confirm', ada.ctx)
    await refused(
      passkeys().use(ada.ctx, eve.device.get(confirm.options), confirm.cookies),
      'factor.passkey_failed',
      400
    )
    await refused(ask('confirm', visitor()), 'auth.login_required', 401)
    await refused(ask('add', newVisitor()), 'factor.expired', 401)
    await refused(
      ask('add', newVisitor(), cookie).then(({ options, cookies }) =>
        passkeys().add(
          newVisitor(),
          { name: 'x', credential: createAuthenticator(ORIGIN).create(options) },
          cookies
        )
      ),
      'factor.expired',
      401
    )
  })

  it('refuses accounts that may not log in', async () => {
    const ada = await owner()
    const attempt = async () => {
      const { options, cookies } = await ask('login', newVisitor())
      return passkeys().use(newVisitor(), ada.device.get(options), cookies)
    }
    await sql(`UPDATE users SET role = 'Banned' WHERE id = $1`, ada.id)
    await refused(attempt(), 'account.banned', 401)
    await sql(`UPDATE users SET role = 'User', active = false WHERE id = $1`, ada.id)
    await refused(attempt(), 'sign_in.inactive', 400)
    await sql('UPDATE users SET active = true WHERE id = $1', ada.id)
    expect(await actorOf(await attempt())).toMatchObject({ id: ada.id })
  })
})

describe('staff that must have a second factor', () => {
  it('may set a passkey up to finish the login, and log in by it alone', async () => {
    const [boss, monitor] = [await person(domain, 'Admin'), await person(domain, 'Monitor')]
    await addApp(domain, boss.ctx)
    await domain.services.settings.update(boss.ctx, { accountPolicy: { staffSecondFactor: true } })
    const { cookie } = await beginLogin(domain, monitor.name)
    const device = createAuthenticator(ORIGIN)
    const { options, cookies } = await ask('add', newVisitor(), cookie)
    const added = await passkeys().add(
      newVisitor(),
      { name: 'Key', credential: device.create(options) },
      cookies
    )
    expect(await actorOf(added.cookies)).toMatchObject({ id: monitor.id })
    const login = await ask('login', newVisitor())
    const session = await passkeys().use(newVisitor(), device.get(login.options), login.cookies)
    expect(await actorOf(session)).toMatchObject({ id: monitor.id })
  })
})

it('passkeys work at https and localhost, never at an IP address', () => {
  expect(relyingPartyOf('https://ctf.example.org/x')).toEqual({
    id: 'ctf.example.org',
    origin: 'https://ctf.example.org'
  })
  expect(relyingPartyOf('http://localhost:8080')).toEqual({
    id: 'localhost',
    origin: 'http://localhost:8080'
  })
  for (const address of [
    'http://ctf.example.org',
    'http://127.0.0.1:8080',
    'https://192.0.2.1',
    'https://[::1]'
  ])
    expect(relyingPartyOf(address), address).toBeNull()
})
