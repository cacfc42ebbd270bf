import { describe, expect, it } from 'vitest'
import {
  configure,
  deliver,
  linkParameters,
  PASSWORD,
  sessionContext,
  someone,
  visitor
} from '../../support/accounts/accounts'
import { openMailSuite } from '../../support/accounts/mail-suite'
import { openDomain, outcomes, refused } from '../../support/domain'
import { inOtherTransaction, waitForRowLocks } from '../../support/stores/locks'

const suite = openMailSuite()
const { stored, BY_MAIL } = suite

const registered = async () => {
  const input = someone()
  await suite.accounts.register(visitor(), input)
  await deliver(suite.domain)
  return { ...input, link: linkParameters((await suite.box.last(input.email)).link) }
}
const confirmed = async () => {
  const account = await registered()
  const { cookie } = await suite.accounts.verify(visitor(), account.link)
  return { ...account, cookie, id: (await stored(account.email)).id as string }
}
const resetLink = async (email: string) => {
  await suite.accounts.recovery(visitor(), { email })
  await deliver(suite.domain)
  const { token, email: address } = linkParameters((await suite.box.last(email)).link)
  return { rToken: token, email: address, password: 'another phrase' }
}

describe('registration by mail', () => {
  it('waits for the link, whose address is the configured one, and signs in by it once', async () => {
    const input = someone()
    const answer = await suite.accounts.register(visitor(), input)
    expect(answer).toEqual({ status: 'EmailConfirmationRequired', session: null })
    await refused(suite.accounts.login(visitor(), input), 'account.bad_credentials', 401)
    await deliver(suite.domain)
    const mail = await suite.box.last(input.email)
    expect(mail.link).toMatch(/^https:\/\/ctf\.halyard\.example\/account\/verify\?token=/)
    expect(Buffer.from(linkParameters(mail.link).email, 'base64').toString()).toBe(input.email)
    expect(mail.text).toContain(mail.link)
    const { cookie } = await suite.accounts.verify(visitor(), linkParameters(mail.link))
    expect((await sessionContext(suite.domain, cookie)).actor?.userName).toBe(input.userName)
    await refused(
      suite.accounts.verify(visitor(), linkParameters(mail.link)),
      'account.verification_failed',
      401
    )
    await suite.accounts.login(visitor(), input)
  })

  it('keeps no secret in the outbox or in the table of links', async () => {
    const { link } = await registered()
    const token = Buffer.from(link.token, 'base64').toString()
    expect(token.length).toBeGreaterThanOrEqual(43)
    const { rows } = await suite.sql.query(
      `SELECT (SELECT json_agg(o)::text FROM mail_outbox o) AS outbox, (SELECT json_agg(t)::text FROM mail_tokens t) AS links,
         (SELECT json_agg(a)::text FROM audit_events a) AS audit`
    )
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(JSON.stringify(rows)).not.toContain(PASSWORD)
  })

  it('signs in once when a link is opened many times at once', async () => {
    const { link } = await registered()
    const attempts = Array.from({ length: 8 }, () => suite.accounts.verify(visitor(), link))
    const { done, codes } = await outcomes(attempts)
    expect(done).toBe(1)
    expect(new Set(codes)).toEqual(new Set(['account.verification_failed']))
  })

  it('refuses a link with another address, another purpose, or past its time, and spends it only when it fits', async () => {
    const one = await registered()
    const other = await registered()
    const mixed = { token: one.link.token, email: other.link.email }
    await refused(suite.accounts.verify(visitor(), mixed), 'account.invalid_email', 400)
    await refused(
      suite.accounts.verify(visitor(), { ...one.link, email: '%%%' }),
      'account.invalid_email',
      400
    )
    await refused(
      suite.accounts.verify(visitor(), { ...one.link, token: 'x' }),
      'account.verification_failed',
      401
    )
    const asReset = { rToken: one.link.token, email: one.link.email, password: 'mine instead' }
    await refused(suite.accounts.passwordReset(visitor(), asReset), 'identity.invalid_token', 400)
    await suite.accounts.verify(visitor(), one.link)
    await suite.sql.query(
      `UPDATE mail_tokens SET expires_at = now() - interval '1 s' WHERE purpose = 'verify'`
    )
    await refused(suite.accounts.verify(visitor(), other.link), 'account.verification_failed', 401)
  })

  it('replies to a known address as to an unknown one, changes nothing, and notifies the owner', async () => {
    const owner = await confirmed()
    const before = await stored(owner.email)
    const again = { ...someone(), email: owner.email.toUpperCase(), password: 'not the owner' }
    const answer = await suite.accounts.register(visitor({ locale: 'zh-CN' }), again)
    expect(answer).toEqual({ status: 'EmailConfirmationRequired', session: null })
    expect(await stored(owner.email)).toEqual(before)
    await refused(suite.accounts.login(visitor(), again), 'account.bad_credentials')
    await deliver(suite.domain)
    const mail = await suite.box.last(owner.email)
    expect(mail.subject).toBe('你已有账号 - Harbour')
    expect(mail.link).toBe('https://ctf.halyard.example/account/Recovery')
    // Nor does the name show it: it is refused as a taken name, as for a new account.
    const nameAgain = { ...someone(), userName: again.userName }
    await refused(suite.accounts.register(visitor(), nameAgain), 'identity.duplicate_user_name', 400)
  })

  it('gives the first registration of another’s address no access with its password', async () => {
    const thief = await registered()
    const owner = { ...someone(), email: thief.email, password: 'the true owner' }
    await suite.accounts.register(visitor(), owner)
    await deliver(suite.domain)
    const { link } = await suite.box.last(thief.email)
    expect(link).toContain('/account/reset?')
    const { token, email } = linkParameters(link)
    await suite.accounts.passwordReset(visitor(), { rToken: token, email, password: owner.password })
    await refused(suite.accounts.login(visitor(), thief), 'account.bad_credentials', 401)
    await refused(suite.accounts.verify(visitor(), thief.link), 'account.verification_failed', 401)
    await suite.accounts.login(visitor(), { userName: owner.email, password: owner.password })
  })

  it('activates no account by a link that an administrator deactivated', async () => {
    const off = await confirmed()
    const link = await resetLink(off.email)
    await suite.sql.query('UPDATE users SET active = false WHERE id = $1', [off.id])
    await suite.accounts.passwordReset(visitor(), link)
    expect((await stored(off.email)).active).toBe(false)
    const sent = suite.box.mails.length
    await suite.accounts.recovery(visitor(), { email: off.email })
    await suite.accounts.register(visitor(), { ...someone(), email: off.email })
    await deliver(suite.domain)
    expect(suite.box.mails.length).toBe(sent)

    const waiting = await registered()
    await suite.sql.query('UPDATE users SET bio = $2 WHERE id = $1', [(await stored(waiting.email)).id, 'x'])
    await suite.sql.query('UPDATE users SET active = true WHERE email = $1', [waiting.email])
    await suite.sql.query('UPDATE users SET active = false WHERE email = $1', [waiting.email])
    await refused(suite.accounts.verify(visitor(), waiting.link), 'account.invalid_email', 400)
  })

  it('deletes unconfirmed accounts after a week, and no others', async () => {
    const [fresh, old, kept] = [await registered(), await registered(), await confirmed()]
    await suite.sql.query(
      `UPDATE users SET registered_at = now() - interval '8 days' WHERE email = ANY($1)`,
      [[old.email, kept.email]]
    )
    await suite.accounts.purge()
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
    await suite.accounts.passwordReset(visitor(), link)
    expect((await sessionContext(suite.domain, account.cookie)).actor).toBeNull()
    await refused(suite.accounts.passwordReset(visitor(), link), 'identity.invalid_token', 400)
    await refused(suite.accounts.login(visitor(), account), 'account.bad_credentials')
    await suite.accounts.login(visitor(), { userName: account.userName, password: link.password })
  })

  it('voids a link by a newer one, by a new password and by a new address', async () => {
    const account = await confirmed()
    const older = await resetLink(account.email)
    const newer = await resetLink(account.email)
    await refused(suite.accounts.passwordReset(visitor(), older), 'identity.invalid_token')
    const ctx = await sessionContext(suite.domain, account.cookie)
    await suite.accounts.changePassword(ctx, { old: PASSWORD, new: 'something else' })
    await refused(suite.accounts.passwordReset(visitor(), newer), 'identity.invalid_token')
    const third = await resetLink(account.email)
    await suite.sql.query(`UPDATE users SET email_key = 'moved-' || email_key WHERE id = $1`, [account.id])
    await refused(suite.accounts.passwordReset(visitor(), third), 'identity.invalid_token')
  })

  it('makes a link wait for the deletion of its account, but not the reverse', async () => {
    const { db, databaseUrl } = suite.domain.stores
    const account = await confirmed()
    const link = await resetLink(account.email)
    let used = Promise.resolve()
    await inOtherTransaction(databaseUrl, async (deletion) => {
      await deletion.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [account.id])
      used = refused(suite.accounts.passwordReset(visitor(), link), 'identity.invalid_token').then(() => {})
      await waitForRowLocks(db, 1)
      await deletion.query('DELETE FROM users WHERE id = $1', [account.id])
    })
    await used
  })

  it('sets one password when a link is used several times at once', async () => {
    const { email, userName } = await confirmed()
    const link = await resetLink(email)
    const choices = Array.from({ length: 4 }, (_, i) => `choice number ${i}`)
    const tried = choices.map((password) => suite.accounts.passwordReset(visitor(), { ...link, password }))
    expect((await outcomes(tried)).done).toBe(1)
    const logins = choices.map((password) => suite.accounts.login(visitor(), { userName, password }))
    expect((await outcomes(logins)).done).toBe(1)
  })

  it('sends nothing to unknown and banned accounts, and replies alike', async () => {
    const banned = await confirmed()
    await suite.sql.query(`UPDATE users SET role = 'Banned' WHERE id = $1`, [banned.id])
    const sent = suite.box.mails.length
    for (const email of [banned.email, 'nobody@halyard.example'])
      expect(await suite.accounts.recovery(visitor(), { email })).toBeUndefined()
    await deliver(suite.domain)
    expect(suite.box.mails.length).toBe(sent)
    expect((await suite.sql.query('SELECT FROM mail_outbox WHERE failed_at IS NULL')).rows).toEqual([])
  })

  it('is left to administrators where addresses are not confirmed, for any address', async () => {
    const { email } = await confirmed()
    await configure(suite.domain, { emailConfirmationRequired: false })
    for (const given of [email, 'nobody@halyard.example'])
      await refused(suite.accounts.recovery(visitor(), { email: given }), 'account.reset_via_admin_only', 400)
  })
})

describe('a change of address', () => {
  const asked = async () => {
    const account = await confirmed()
    const ctx = await sessionContext(suite.domain, account.cookie)
    const newMail = someone().email
    await suite.accounts.changeEmail(ctx, { newMail, password: PASSWORD })
    await deliver(suite.domain)
    return { account, ctx, newMail, link: linkParameters((await suite.box.last(newMail)).link) }
  }

  it('needs the link sent to the new address, and notifies the old one', async () => {
    const { account, ctx, newMail, link } = await asked()
    expect((await stored(account.email)).id).toBe(account.id)
    await suite.accounts.confirmEmail(ctx, link)
    expect((await stored(newMail)).id).toBe(account.id)
    await deliver(suite.domain)
    expect((await suite.box.last(account.email)).subject).toBe('Your email address was changed - Harbour')
    await refused(suite.accounts.confirmEmail(ctx, link), 'identity.invalid_token', 400)
    const { rows } = await suite.sql.query(
      `SELECT before, after FROM audit_events WHERE action = 'email_changed' AND target = $1`,
      [`user:${account.id}`]
    )
    expect(rows).toEqual([{ before: { email: account.email }, after: { email: newMail } }])
  })

  it('is refused to another account that has the link, which stays good for its owner', async () => {
    const { ctx, link } = await asked()
    const other = await sessionContext(suite.domain, (await confirmed()).cookie)
    await refused(suite.accounts.confirmEmail(other, link), 'account.invalid_email', 400)
    await suite.accounts.confirmEmail(ctx, link)
  })

  it('needs the password, unless it was given to log in a moment ago', async () => {
    const account = await confirmed()
    const ctx = await sessionContext(suite.domain, account.cookie)
    const newMail = someone().email
    await suite.accounts.changeEmail(ctx, { newMail })
    await suite.sql.query(
      `UPDATE sessions SET confirmed_at = now() - interval '11 minutes' WHERE user_id = $1`,
      [account.id]
    )
    const missing = await refused(
      suite.accounts.changeEmail(ctx, { newMail }),
      'account.password_required',
      400
    )
    expect(missing.extra).toEqual({ field: 'password' })
    const wrong = suite.accounts.changeEmail(ctx, { newMail, password: `${PASSWORD}x` })
    await refused(wrong, 'identity.password_mismatch', 400)
    await suite.accounts.changeEmail(ctx, { newMail, password: PASSWORD })
  })

  it('does not reveal that an address has an account, but notifies its owner', async () => {
    const owner = await confirmed()
    const ctx = await sessionContext(suite.domain, (await confirmed()).cookie)
    await suite.accounts.changeEmail(ctx, { newMail: owner.email, password: PASSWORD })
    await deliver(suite.domain)
    expect((await suite.box.last(owner.email)).link).toBe('https://ctf.halyard.example/account/Recovery')
    expect((await stored(owner.email)).id).toBe(owner.id)
  })

  it('is refused when the address was taken meanwhile', async () => {
    const { ctx, newMail, link } = await asked()
    await confirmed()
    await configure(suite.domain, {})
    await suite.accounts.register(visitor(), { ...someone(), email: newMail })
    await refused(suite.accounts.confirmEmail(ctx, link), 'account.email_in_use', 400)
    const denied = await refused(
      suite.accounts.changeEmail(ctx, { newMail: someone().email }),
      'account.change_email_via_admin_only',
      400
    )
    expect(denied.extra).toEqual({ data: false })
  })
})
