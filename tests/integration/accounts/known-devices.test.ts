import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDevices } from '~/server/accounts/devices'
import { createSecretBox } from '~/server/platform/secret-box'
import { configure, deliver, linkParameters, PASSWORD, visitor } from '../../support/accounts/accounts'
import { type Mailbox, openMailbox } from '../../support/accounts/mailbox'
import { type Domain, openDomain, refused } from '../../support/domain'

let box: Mailbox
let domain: Domain
beforeAll(async () => {
  box = await openMailbox()
  domain = await openDomain({
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: box.port,
    MAIL_FROM: 'ctf@halyard.example',
    PUBLIC_URL: 'https://ctf.halyard.example',
    HALYARD_RATE_LIMITS: 'on'
  })
})
afterAll(async () => {
  await domain?.close()
  await box?.down()
})

let place = 0
/** A visitor at an unused address. */
const newVisitor = () => ({ ...visitor(), ip: `10.9.${++place % 250}.${Math.floor(place / 250)}` })

/** A new account with its keys in Redis. */
async function account() {
  const { accounts } = domain.services
  const userName = `dev${++place}`
  await accounts.register(newVisitor(), {
    userName,
    email: `${userName}@halyard.example`,
    password: PASSWORD
  })
  const { rows } = await domain.stores.db.pool.query<{ id: string }>(
    'UPDATE users SET active = true, awaits_mail = false WHERE user_name = $1 RETURNING id',
    [userName]
  )
  const { id } = rows[0]!
  const who = createHash('sha256').update(id).digest('base64url')
  const guess = () => accounts.login(newVisitor(), { userName, password: 'no' })
  const later = () =>
    domain.stores.redis.del(['first', 'again'].map((lane) => `halyard:backoff:unrecognised:${who}:${lane}`))
  return { id, userName, guess, later, right: { userName, password: PASSWORD } }
}

it('a browser that logged in before logs in from anywhere while unrecognised clients guess, also when Redis lost everything', async () => {
  const { accounts } = domain.services
  const { right, guess } = await account()
  const { device } = await accounts.login(newVisitor(), right)
  expect(device).toMatch(/^halyard_device=.*; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  const cookie = `a=b; ${device.split(';')[0]}`
  await domain.stores.redis.flushDb()
  for (let n = 0; n < 5; n++) await refused(guess(), 'account.bad_credentials', 401)
  await refused(guess(), 'rate.limited', 429)
  await refused(accounts.login(newVisitor(), right), 'rate.limited', 429)
  await accounts.login(newVisitor(), right, cookie)
  // The cookie of another account, a changed one and none are an unrecognised client's.
  const other = await account()
  const foreign = (await accounts.login(newVisitor(), other.right)).device.split(';')[0]!
  const changed = `${cookie.slice(0, -4)}AAAA`
  for (const header of [foreign, changed, 'halyard_device=%', ''])
    await refused(accounts.login(newVisitor(), right, header), 'rate.limited', 429)
})

it('a browser is known for four accounts and 180 days', () => {
  const secretBox = createSecretBox('ab'.repeat(32))
  const devices = createDevices(secretBox, { secureCookies: false })
  let header: string | null = null
  for (const user of ['1', '2', '3', '4', '5', '4']) header = devices.remember(header, user).split(';')[0]!
  const known = ['1', '2', '3', '4', '5'].map((user) => devices.known(header, user))
  expect(known[0]).toBeNull()
  expect(new Set(known.slice(1)).size).toBe(1)
  expect(
    createDevices(createSecretBox('cd'.repeat(32)), { secureCookies: false }).known(header, '4')
  ).toBeNull()
  const old = { id: 'x', accounts: [{ user: '1', at: Math.floor(Date.now() / 1000) - 181 * 86_400 }] }
  const sealed = secretBox.seal(Buffer.from(JSON.stringify(old)), 'known-devices')
  expect(devices.known(`halyard_device=${encodeURIComponent(sealed)}`, '1')).toBeNull()
})

it('the owner is notified by mail once, and a password set by its link makes the address known', async () => {
  const { accounts } = domain.services
  const { userName, right, guess, later } = await account()
  for (let n = 0; n < 40; n++) {
    await later()
    await refused(guess(), 'account.bad_credentials', 401)
  }
  await deliver(domain)
  const sent = box.mails.filter(({ to }) => to.includes(`${userName}@halyard.example`))
  expect(sent.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Somebody is trying passwords for your account/)
  ])
  expect(sent[0]!.text).toContain('https://ctf.halyard.example/account/Recovery')
  await later()
  for (let n = 0; n < 5; n++) await refused(guess(), 'account.bad_credentials', 401)
  await configure(domain, { activeOnRegister: false, emailConfirmationRequired: true })
  const home = newVisitor()
  await refused(accounts.login(home, right), 'rate.limited', 429)
  await accounts.recovery(home, { email: `${userName}@halyard.example` })
  await deliver(domain)
  const { token, email } = linkParameters((await box.last(`${userName}@halyard.example`)).link)
  await accounts.passwordReset(home, { rToken: token, email, password: 'another phrase' })
  await accounts.login(home, { userName, password: 'another phrase' })
})
