import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createRunner } from '~/jobs/runner'
import { sendMail } from '~/jobs/send-mail'
import { registerInput } from '~/server/accounts/contract'
import { createI18n } from '~/server/platform/i18n'
import { configure, deliver, linkOf, PASSWORD, signedIn, visitor } from '../../support/accounts/accounts'
import { type Mailbox, openMailbox } from '../../support/accounts/mailbox'
import { type Domain, openDomain, outcomes, refused } from '../../support/domain'
import { inOtherTransaction, waitForRowLocks } from '../../support/locks'

let box: Mailbox
let domain: Domain
let accounts: Domain['services']['accounts']
let sql: Domain['stores']['db']['pool']

const BY_MAIL = { activeOnRegister: false, emailConfirmationRequired: true }

beforeAll(async () => {
  box = await openMailbox()
  domain = await openDomain({
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: box.port,
    MAIL_FROM: 'ctf@halyard.example',
    PUBLIC_URL: 'https://ctf.halyard.example'
  })
  accounts = domain.services.accounts
  sql = domain.stores.db.pool
})
afterAll(async () => {
  await domain?.close()
  await box?.down()
})
beforeEach(() => configure(domain, BY_MAIL, { title: 'Harbour' }))

const someone = () => {
  const userName = `u${randomUUID().slice(0, 8)}`
  return { userName, email: `${userName}@halyard.example`, password: PASSWORD }
}
const stored = async (email: string) =>
  (await sql.query('SELECT * FROM users WHERE email_key = $1', [email.toLowerCase()])).rows[0]

const registered = async () => {
  const input = someone()
  await accounts.register(visitor(), input)
  await deliver(domain)
  return { ...input, link: linkOf((await box.last(input.email)).link) }
}
const confirmed = async () => {
  const account = await registered()
  const { cookie } = await accounts.verify(visitor(), account.link)
  return { ...account, cookie, id: (await stored(account.email)).id as string }
}
const resetLink = async (email: string) => {
  await accounts.recovery(visitor(), { email })
  await deliver(domain)
  const { token, email: address } = linkOf((await box.last(email)).link)
  return { rToken: token, email: address, password: 'another phrase' }
}

describe('registration by mail', () => {
  it('waits for the link, whose address is the configured one, and signs in by it once', async () => {
    const input = someone()
    const answer = await accounts.register(visitor(), input)
    expect(answer).toEqual({ status: 'EmailConfirmationRequired', session: null })
    await refused(accounts.login(visitor(), input), 'account.bad_credentials', 401)
    await deliver(domain)
    const mail = await box.last(input.email)
    expect(mail.link).toMatch(/^https:\/\/ctf\.halyard\.example\/account\/verify\?token=/)
    expect(Buffer.from(linkOf(mail.link).email, 'base64').toString()).toBe(input.email)
    expect(mail.text).toContain(mail.link)
    const { cookie } = await accounts.verify(visitor(), linkOf(mail.link))
    expect((await signedIn(domain, cookie)).actor?.userName).toBe(input.userName)
    await refused(accounts.verify(visitor(), linkOf(mail.link)), 'account.verification_failed', 401)
    await accounts.login(visitor(), input)
  })

  it('keeps no secret in the outbox or in the table of links', async () => {
    const { link } = await registered()
    const token = Buffer.from(link.token, 'base64').toString()
    expect(token.length).toBeGreaterThanOrEqual(43)
    const { rows } = await sql.query(
      `SELECT (SELECT json_agg(o)::text FROM mail_outbox o) AS outbox, (SELECT json_agg(t)::text FROM mail_tokens t) AS links,
         (SELECT json_agg(a)::text FROM audit_events a) AS audit`
    )
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(JSON.stringify(rows)).not.toContain(PASSWORD)
  })

  it('signs in once when a link is opened many times at once', async () => {
    const { link } = await registered()
    const attempts = Array.from({ length: 8 }, () => accounts.verify(visitor(), link))
    const { done, codes } = await outcomes(attempts)
    expect(done).toBe(1)
    expect(new Set(codes)).toEqual(new Set(['account.verification_failed']))
  })

  it('refuses a link with another address, another purpose, or past its time, and spends it only when it fits', async () => {
    const one = await registered()
    const other = await registered()
    const mixed = { token: one.link.token, email: other.link.email }
    await refused(accounts.verify(visitor(), mixed), 'account.invalid_email', 400)
    await refused(accounts.verify(visitor(), { ...one.link, email: '%%%' }), 'account.invalid_email', 400)
    await refused(accounts.verify(visitor(), { ...one.link, token: 'x' }), 'account.verification_failed', 401)
    const asReset = { rToken: one.link.token, email: one.link.email, password: 'mine instead' }
    await refused(accounts.passwordReset(visitor(), asReset), 'identity.invalid_token', 400)
    await accounts.verify(visitor(), one.link)
    await sql.query(`UPDATE mail_tokens SET expires_at = now() - interval '1 s' WHERE purpose = 'verify'`)
    await refused(accounts.verify(visitor(), other.link), 'account.verification_failed', 401)
  })

  it('replies to a known address as to an unknown one, changes nothing, and notifies the owner', async () => {
    const owner = await confirmed()
    const before = await stored(owner.email)
    const again = { ...someone(), email: owner.email.toUpperCase(), password: 'not the owner' }
    const answer = await accounts.register(visitor({ locale: 'zh-CN' }), again)
    expect(answer).toEqual({ status: 'EmailConfirmationRequired', session: null })
    expect(await stored(owner.email)).toEqual(before)
    await refused(accounts.login(visitor(), again), 'account.bad_credentials')
    await deliver(domain)
    const mail = await box.last(owner.email)
    expect(mail.subject).toBe('你已有账号 - Harbour')
    expect(mail.link).toBe('https://ctf.halyard.example/account/Recovery')
    // Nor does the name show it: it is refused as a taken name, as for a new account.
    const nameAgain = { ...someone(), userName: again.userName }
    await refused(accounts.register(visitor(), nameAgain), 'identity.duplicate_user_name', 400)
  })

  it('gives the first registration of another’s address no access with its password', async () => {
    const thief = await registered()
    const owner = { ...someone(), email: thief.email, password: 'the true owner' }
    await accounts.register(visitor(), owner)
    await deliver(domain)
    const { link } = await box.last(thief.email)
    expect(link).toContain('/account/reset?')
    const { token, email } = linkOf(link)
    await accounts.passwordReset(visitor(), { rToken: token, email, password: owner.password })
    await refused(accounts.login(visitor(), thief), 'account.bad_credentials', 401)
    await refused(accounts.verify(visitor(), thief.link), 'account.verification_failed', 401)
    await accounts.login(visitor(), { userName: owner.email, password: owner.password })
  })

  it('activates no account by a link that an administrator deactivated', async () => {
    const off = await confirmed()
    const link = await resetLink(off.email)
    await sql.query('UPDATE users SET active = false WHERE id = $1', [off.id])
    await accounts.passwordReset(visitor(), link)
    expect((await stored(off.email)).active).toBe(false)
    const sent = box.mails.length
    await accounts.recovery(visitor(), { email: off.email })
    await accounts.register(visitor(), { ...someone(), email: off.email })
    await deliver(domain)
    expect(box.mails.length).toBe(sent)

    const waiting = await registered()
    await sql.query('UPDATE users SET bio = $2 WHERE id = $1', [(await stored(waiting.email)).id, 'x'])
    await sql.query('UPDATE users SET active = true WHERE email = $1', [waiting.email])
    await sql.query('UPDATE users SET active = false WHERE email = $1', [waiting.email])
    await refused(accounts.verify(visitor(), waiting.link), 'account.invalid_email', 400)
  })

  it('deletes unconfirmed accounts after a week, and no others', async () => {
    const [fresh, old, kept] = [await registered(), await registered(), await confirmed()]
    await sql.query(`UPDATE users SET registered_at = now() - interval '8 days' WHERE email = ANY($1)`, [
      [old.email, kept.email]
    ])
    await accounts.purge()
    const left = await Promise.all([fresh, old, kept].map(({ email }) => stored(email)))
    expect(left.map((row) => row !== undefined)).toEqual([true, false, true])
  })

  it('reports when no sender is configured', async () => {
    const bare = await openDomain()
    await configure(bare, BY_MAIL)
    const { accounts } = bare.services
    await refused(accounts.register(visitor(), someone()), 'mail.send_failed', 400)
    await refused(accounts.recovery(visitor(), { email: 'a@halyard.example' }), 'mail.send_failed', 400)
    const [member] = await bare.users(1)
    const change = accounts.changeEmail(bare.as(member!), { newMail: 'b@halyard.example' })
    await refused(change, 'mail.send_failed', 400)
    await bare.close()
  })
})

describe('recovery', () => {
  it('sends a link that sets a password once, ends every session, and signs nobody in', async () => {
    const account = await confirmed()
    const link = await resetLink(account.email)
    await accounts.passwordReset(visitor(), link)
    expect((await signedIn(domain, account.cookie)).actor).toBeNull()
    await refused(accounts.passwordReset(visitor(), link), 'identity.invalid_token', 400)
    await refused(accounts.login(visitor(), account), 'account.bad_credentials')
    await accounts.login(visitor(), { userName: account.userName, password: link.password })
  })

  it('voids a link by a newer one, by a new password and by a new address', async () => {
    const account = await confirmed()
    const older = await resetLink(account.email)
    const newer = await resetLink(account.email)
    await refused(accounts.passwordReset(visitor(), older), 'identity.invalid_token')
    const ctx = await signedIn(domain, account.cookie)
    await accounts.changePassword(ctx, { old: PASSWORD, new: 'something else' })
    await refused(accounts.passwordReset(visitor(), newer), 'identity.invalid_token')
    const third = await resetLink(account.email)
    await sql.query(`UPDATE users SET email_key = 'moved-' || email_key WHERE id = $1`, [account.id])
    await refused(accounts.passwordReset(visitor(), third), 'identity.invalid_token')
  })

  it('makes a link wait for the deletion of its account, but not the reverse', async () => {
    const { db, databaseUrl } = domain.stores
    const account = await confirmed()
    const link = await resetLink(account.email)
    let used = Promise.resolve()
    await inOtherTransaction(databaseUrl, async (deletion) => {
      await deletion.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [account.id])
      used = refused(accounts.passwordReset(visitor(), link), 'identity.invalid_token').then(() => {})
      await waitForRowLocks(db, 1)
      await deletion.query('DELETE FROM users WHERE id = $1', [account.id])
    })
    await used
  })

  it('sets one password when a link is used several times at once', async () => {
    const { email, userName } = await confirmed()
    const link = await resetLink(email)
    const choices = Array.from({ length: 4 }, (_, i) => `choice number ${i}`)
    const tried = choices.map((password) => accounts.passwordReset(visitor(), { ...link, password }))
    expect((await outcomes(tried)).done).toBe(1)
    const logins = choices.map((password) => accounts.login(visitor(), { userName, password }))
    expect((await outcomes(logins)).done).toBe(1)
  })

  it('sends nothing to unknown and banned accounts, and replies alike', async () => {
    const banned = await confirmed()
    await sql.query(`UPDATE users SET role = 'Banned' WHERE id = $1`, [banned.id])
    const sent = box.mails.length
    for (const email of [banned.email, 'nobody@halyard.example'])
      expect(await accounts.recovery(visitor(), { email })).toBeUndefined()
    await deliver(domain)
    expect(box.mails.length).toBe(sent)
    expect((await sql.query('SELECT FROM mail_outbox WHERE failed_at IS NULL')).rows).toEqual([])
  })

  it('is left to administrators where addresses are not confirmed, for any address', async () => {
    const { email } = await confirmed()
    await configure(domain, { emailConfirmationRequired: false })
    for (const given of [email, 'nobody@halyard.example'])
      await refused(accounts.recovery(visitor(), { email: given }), 'account.reset_via_admin_only', 400)
  })
})

describe('a change of address', () => {
  const asked = async () => {
    const account = await confirmed()
    const ctx = await signedIn(domain, account.cookie)
    const newMail = someone().email
    await accounts.changeEmail(ctx, { newMail, password: PASSWORD })
    await deliver(domain)
    return { account, ctx, newMail, link: linkOf((await box.last(newMail)).link) }
  }

  it('needs the link sent to the new address, and notifies the old one', async () => {
    const { account, ctx, newMail, link } = await asked()
    expect((await stored(account.email)).id).toBe(account.id)
    await accounts.confirmEmail(ctx, link)
    expect((await stored(newMail)).id).toBe(account.id)
    await deliver(domain)
    expect((await box.last(account.email)).subject).toBe('Your email address was changed - Harbour')
    await refused(accounts.confirmEmail(ctx, link), 'identity.invalid_token', 400)
    const { rows } = await sql.query(
      `SELECT before, after FROM audit_events WHERE action = 'email_changed' AND target = $1`,
      [`user:${account.id}`]
    )
    expect(rows).toEqual([{ before: { email: account.email }, after: { email: newMail } }])
  })

  it('is refused to another account that has the link, which stays good for its owner', async () => {
    const { ctx, link } = await asked()
    const other = await signedIn(domain, (await confirmed()).cookie)
    await refused(accounts.confirmEmail(other, link), 'account.invalid_email', 400)
    await accounts.confirmEmail(ctx, link)
  })

  it('needs the password, unless it was given to log in a moment ago', async () => {
    const account = await confirmed()
    const ctx = await signedIn(domain, account.cookie)
    const newMail = someone().email
    await accounts.changeEmail(ctx, { newMail })
    await sql.query(`UPDATE sessions SET confirmed_at = now() - interval '11 minutes' WHERE user_id = $1`, [
      account.id
    ])
    const missing = await refused(accounts.changeEmail(ctx, { newMail }), 'account.password_required', 400)
    expect(missing.extra).toEqual({ field: 'password' })
    const wrong = accounts.changeEmail(ctx, { newMail, password: `${PASSWORD}x` })
    await refused(wrong, 'identity.password_mismatch', 400)
    await accounts.changeEmail(ctx, { newMail, password: PASSWORD })
  })

  it('does not reveal that an address has an account, but notifies its owner', async () => {
    const owner = await confirmed()
    const ctx = await signedIn(domain, (await confirmed()).cookie)
    await accounts.changeEmail(ctx, { newMail: owner.email, password: PASSWORD })
    await deliver(domain)
    expect((await box.last(owner.email)).link).toBe('https://ctf.halyard.example/account/Recovery')
    expect((await stored(owner.email)).id).toBe(owner.id)
  })

  it('is refused when the address was taken meanwhile', async () => {
    const { ctx, newMail, link } = await asked()
    await confirmed()
    await configure(domain, {})
    await accounts.register(visitor(), { ...someone(), email: newMail })
    await refused(accounts.confirmEmail(ctx, link), 'account.email_in_use', 400)
    const denied = await refused(
      accounts.changeEmail(ctx, { newMail: someone().email }),
      'account.change_email_via_admin_only',
      400
    )
    expect(denied.extra).toEqual({ data: false })
  })
})

describe('mails', () => {
  it('are in the recipient’s language, name the platform, and escape names', async () => {
    await configure(domain, BY_MAIL, { title: 'A <b> &\r\nBcc: spy@halyard.example' })
    const input = { ...someone(), userName: '<i>"x"&' }
    await accounts.register(visitor({ locale: 'zh-CN' }), input)
    await deliver(domain)
    const mail = await box.last(input.email)
    expect(mail.subject).toBe('验证你的邮箱 - A <b> & Bcc: spy@halyard.example')
    expect(mail.to).toEqual([input.email])
    expect(mail.headers.filter((line) => /^bcc:/i.test(line))).toEqual([])
    expect(mail.headers.find((line) => line.startsWith('From: '))).toContain('<ctf@halyard.example>')
    expect(mail.html).toContain('&lt;i&gt;&quot;x&quot;&amp;')
    expect(mail.html).toContain('<html lang="zh-cn">')
    expect(mail.html).not.toMatch(/<i>|<b>|<script/)
    expect(mail.text).toContain('<i>"x"&')
  })

  it('go to one address only, whatever it looks like', () => {
    for (const email of [
      'a@x.example\r\nBcc: b@x.example',
      'a,b@x.example',
      '"a b"@x.example',
      'a <b@x.example>',
      'b@x.example;c',
      'a@b@c',
      '@x.example',
      'a@',
      `${'a'.repeat(10_000)}@x.example`
    ])
      expect(registerInput.safeParse({ ...someone(), email }).success, email.slice(0, 40)).toBe(false)
  })

  it('wait for the server, and block nobody else meanwhile', async () => {
    await box.down()
    const waiting = [someone(), someone()]
    for (const input of waiting) await accounts.register(visitor(), input)
    await deliver(domain)
    const { rows } = await sql.query(
      'SELECT attempts, error, due_at > now() AS later FROM mail_outbox WHERE failed_at IS NULL'
    )
    expect(rows.length).toBe(2)
    expect(rows.every(({ attempts, later }) => attempts === 1 && later)).toBe(true)
    expect(rows[0].error).toMatch(/ECONNREFUSED/)
    await box.up()
    await deliver(domain)
    expect(box.mails.some(({ to }) => to.includes(waiting[0]!.email))).toBe(false)
    await sql.query(`UPDATE mail_outbox SET due_at = now() - interval '1 second'`)
    await deliver(domain)
    for (const { email } of waiting) await accounts.verify(visitor(), linkOf((await box.last(email)).link))
    expect((await sql.query('SELECT FROM mail_outbox WHERE failed_at IS NULL')).rows).toEqual([])
  })

  it('are dropped with the reason after a final refusal, and retried after a temporary one', async () => {
    const [gone, full] = [someone(), someone()]
    box.refusal = 550
    await accounts.register(visitor(), gone)
    await deliver(domain)
    box.refusal = 450
    await accounts.register(visitor(), full)
    await deliver(domain)
    box.refusal = null
    const { rows } = await sql.query(
      'SELECT address, failed_at IS NOT NULL AS "givenUp", error FROM mail_outbox WHERE address = ANY($1) ORDER BY created_at',
      [[gone.email, full.email]]
    )
    expect(rows).toMatchObject([{ givenUp: true }, { givenUp: false }])
    expect(rows[0].error).toMatch(/550/)
    await sql.query('DELETE FROM mail_outbox')
  })

  it('are sent although one of them cannot be rendered, which is retried later', async () => {
    const many = Array.from({ length: 12 }, someone)
    for (const input of many) await accounts.register(visitor(), input)
    const bad = (await stored(many[3]!.email)).id as string
    await sql.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no link today'; END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON mail_tokens FOR EACH ROW WHEN (NEW.user_id = '${bad}')
        EXECUTE FUNCTION refuse()`)
    await deliver(domain)
    expect(many.filter(({ email }) => box.count(email) === 1)).toEqual(many.toSpliced(3, 1))
    const { rows } = await sql.query(
      `SELECT user_id AS id, attempts, error, due_at < now() + interval '10 seconds' AS soon FROM mail_outbox`
    )
    expect(rows).toEqual([{ id: bad, attempts: 1, error: 'no link today', soon: true }])
    await sql.query('DROP TRIGGER refuse ON mail_tokens; DROP FUNCTION refuse; DELETE FROM mail_outbox')
  })

  it('are sent once, however many processes send', async () => {
    const many = Array.from({ length: 12 }, someone)
    for (const input of many) await accounts.register(visitor(), input)
    await Promise.all([deliver(domain), deliver(domain), deliver(domain)])
    for (const { email } of many)
      expect(box.mails.filter(({ to }) => to.includes(email)).length, email).toBe(1)
  })

  it('are sent when they are queued, before the schedule of the job', async () => {
    const { services, stores } = domain
    const runner = createRunner({ services, redis: stores.redis, translator: createI18n(), log: stores.log })
    await runner.start([{ ...sendMail, schedule: '0 0 1 1 *' }])
    const input = someone()
    await accounts.register(visitor(), input)
    await box.last(input.email)
    const burst = Array.from({ length: 6 }, someone)
    for (const one of burst) await accounts.register(visitor(), one)
    for (const { email } of burst) await box.last(email)
    await runner.stop()
  })
})
