import { describe, expect, it } from 'vitest'
import { createRunner } from '~/jobs/runner'
import { sendMail } from '~/jobs/send-mail'
import { registerInput } from '~/server/accounts/contract'
import { mailsTried } from '~/server/metrics'
import { createI18n } from '~/server/platform/i18n'
import { configure, deliver, linkParameters, someone, visitor } from '../../support/accounts/accounts'
import { openMailSuite } from '../../support/accounts/mail-suite'

const suite = openMailSuite()
const { stored, BY_MAIL } = suite

describe('mails', () => {
  it('are in the recipient’s language, name the platform, and escape names', async () => {
    await configure(suite.domain, BY_MAIL, { title: 'A <b> &\r\nBcc: spy@halyard.example' })
    const input = { ...someone(), userName: '<i>"x"&' }
    await suite.accounts.register(visitor({ locale: 'zh-CN' }), input)
    await deliver(suite.domain)
    const mail = await suite.box.last(input.email)
    expect(mail.subject).toBe('验证你的邮箱 - A <b> & Bcc: spy@halyard.example')
    expect(mail.to).toEqual([input.email])
    expect(mail.headers.filter((line) => /^bcc:/i.test(line))).toEqual([])
    expect(mail.headers.find((line) => line.startsWith('From: '))).toContain('<ctf@halyard.example>')
    expect(mail.html).toContain('&#60;i&#62;&#34;x&#34;&#38;')
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

  /** How often a metric counted each result so far. */
  const tried = async () => {
    const { values } = await mailsTried.get()
    return Object.fromEntries(values.map(({ labels, value }) => [labels.result, value]))
  }

  it('wait for the server, and block nobody else meanwhile', async () => {
    await suite.box.down()
    const before = await tried()
    const waiting = [someone(), someone()]
    for (const input of waiting) await suite.accounts.register(visitor(), input)
    await deliver(suite.domain)
    const { rows } = await suite.sql.query(
      'SELECT attempts, error, due_at > now() AS later FROM mail_outbox WHERE failed_at IS NULL'
    )
    expect(rows.length).toBe(2)
    expect(rows.every(({ attempts, later }) => attempts === 1 && later)).toBe(true)
    expect(rows[0].error).toMatch(/ECONNREFUSED/)
    await suite.box.up()
    await deliver(suite.domain)
    expect(suite.box.mails.some(({ to }) => to.includes(waiting[0]!.email))).toBe(false)
    await suite.sql.query(`UPDATE mail_outbox SET due_at = now() - interval '1 second'`)
    await deliver(suite.domain)
    for (const { email } of waiting)
      await suite.accounts.verify(visitor(), linkParameters((await suite.box.last(email)).link))
    expect((await suite.sql.query('SELECT FROM mail_outbox WHERE failed_at IS NULL')).rows).toEqual([])
    const { sent, failed, away } = before as Record<string, number>
    expect(await tried()).toEqual({ sent: sent! + 2, failed, away: away! + 2 })
  })

  it('are dropped with the reason after a final refusal, and retried after a temporary one', async () => {
    const [gone, full] = [someone(), someone()]
    const before = await tried()
    suite.box.refusal = 550
    await suite.accounts.register(visitor(), gone)
    await deliver(suite.domain)
    suite.box.refusal = 450
    await suite.accounts.register(visitor(), full)
    await deliver(suite.domain)
    suite.box.refusal = null
    const { rows } = await suite.sql.query(
      'SELECT address, failed_at IS NOT NULL AS "givenUp", error FROM mail_outbox WHERE address = ANY($1) ORDER BY created_at',
      [[gone.email, full.email]]
    )
    expect(rows).toMatchObject([{ givenUp: true }, { givenUp: false }])
    expect(rows[0].error).toMatch(/550/)
    // An alert of the mail server must not tell of mistyped addresses.
    expect(await tried()).toMatchObject({ away: before.away, failed: before.failed! + 2 })
    await suite.sql.query('DELETE FROM mail_outbox')
  })

  it('are sent although one of them cannot be rendered, which is retried later', async () => {
    const many = Array.from({ length: 12 }, someone)
    for (const input of many) await suite.accounts.register(visitor(), input)
    const bad = (await stored(many[3]!.email)).id as string
    await suite.sql.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no link today'; END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON mail_tokens FOR EACH ROW WHEN (NEW.user_id = '${bad}')
        EXECUTE FUNCTION refuse()`)
    await deliver(suite.domain)
    expect(many.filter(({ email }) => suite.box.count(email) === 1)).toEqual(many.toSpliced(3, 1))
    const { rows } = await suite.sql.query(
      `SELECT user_id AS id, attempts, error, due_at < now() + interval '10 seconds' AS soon FROM mail_outbox`
    )
    expect(rows).toEqual([{ id: bad, attempts: 1, error: 'no link today', soon: true }])
    await suite.sql.query('DROP TRIGGER refuse ON mail_tokens; DROP FUNCTION refuse; DELETE FROM mail_outbox')
  })

  it('are sent once, however many processes send', async () => {
    const many = Array.from({ length: 12 }, someone)
    for (const input of many) await suite.accounts.register(visitor(), input)
    await Promise.all([deliver(suite.domain), deliver(suite.domain), deliver(suite.domain)])
    for (const { email } of many)
      expect(suite.box.mails.filter(({ to }) => to.includes(email)).length, email).toBe(1)
  })

  it('are sent when they are queued, before the schedule of the job', async () => {
    const { services, stores } = suite.domain
    const runner = createRunner({ services, redis: stores.redis, translator: createI18n(), log: stores.log })
    await runner.start([{ ...sendMail, schedule: '0 0 1 1 *' }])
    const input = someone()
    await suite.accounts.register(visitor(), input)
    await suite.box.last(input.email)
    const burst = Array.from({ length: 6 }, someone)
    for (const one of burst) await suite.accounts.register(visitor(), one)
    for (const { email } of burst) await suite.box.last(email)
    await runner.stop()
  })
})
