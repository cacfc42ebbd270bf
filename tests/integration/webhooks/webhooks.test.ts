import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { STAFF_EVENTS, WEBHOOK_EVENTS } from '~/server/webhooks/constants'
import { webhookInput } from '~/server/webhooks/contract'
import { refused } from '../../support/domain'
import { openWebhooksSuite } from '../../support/games/webhooks-suite'

const suite = openWebhooksSuite()
const { add, publish, deliver, log, dueNow, sql, hooks, input, translator } = suite

describe('a webhook', () => {
  it('whose message cannot be made waits longer each time, and fails in the end', async () => {
    const game = await suite.domain.game()
    const { id } = await add(game)
    await sql(`UPDATE webhooks SET target = 'sealed under another secret' WHERE id = $1`, id)
    await publish(game)
    await deliver()
    const [failed] = await log(game, id)
    expect(failed).toMatchObject({ state: 'Pending', attempts: 1, status: null, error: 'message' })
    expect(new Date(failed!.dueAt!).getTime()).toBeGreaterThan(Date.now())
    await sql('UPDATE webhook_deliveries SET attempts = 7')
    await dueNow()
    await deliver()
    expect(await log(game, id)).toMatchObject([{ state: 'Failed', attempts: 8, error: 'message' }])
  })

  it('retries a failing receiver under the same id, and another is not delayed', async () => {
    const game = await suite.domain.game()
    const { id } = await add(game)
    const other = await add(game, { url: `${suite.origin}/other` })
    suite.reply = ({ path }) => ({ status: path === '/in' ? 500 : 200, body: 'x'.repeat(5000) })
    await publish(game)
    await deliver()
    expect(await log(game, other.id)).toMatchObject([{ state: 'Delivered' }])
    const [failed] = await log(game, id)
    expect(failed).toMatchObject({ state: 'Pending', attempts: 1, status: 500 })
    expect(failed!.answer!.length).toBe(1024)
    expect(new Date(failed!.dueAt!).getTime()).toBeGreaterThan(Date.now())
    suite.reply = () => ({ status: 200 })
    await dueNow()
    await deliver()
    const ids = suite.got.filter(({ path }) => path === '/in').map(({ headers }) => headers['webhook-id'])
    expect(ids).toEqual([failed!.id, failed!.id])
    expect(await log(game, id)).toMatchObject([{ state: 'Delivered', attempts: 2 }])
  })

  it('sends a message of a dead process again after its lease, not before', async () => {
    const game = await suite.domain.game()
    const { id } = await add(game)
    await publish(game)
    await deliver()
    await sql(
      `UPDATE webhook_deliveries SET state = 'Pending', due_at = now(), leased_until = now() + interval '1 min'`
    )
    await deliver()
    expect(suite.got.length).toBe(1)
    await sql('UPDATE webhook_deliveries SET leased_until = now()')
    await deliver()
    expect(suite.got.map(({ headers }) => headers['webhook-id'])).toEqual([
      (await log(game, id))[0]!.id,
      suite.got[0]!.headers['webhook-id']
    ])
  })

  it('keeps what a later attempt found when a sender that was held up for longer than its lease comes back', async () => {
    const game = await suite.domain.game()
    const { id } = await add(game)
    suite.reply = () => (suite.got.length === 1 ? null : { status: 204 })
    await publish(game)
    const heldUp = deliver()
    await expect.poll(() => suite.got.length).toBe(1)
    await sql('UPDATE webhook_deliveries SET leased_until = now(), due_at = now()')
    await deliver()
    const after = await log(game, id)
    expect(after).toMatchObject([{ state: 'Delivered', attempts: 2, status: 204 }])
    await heldUp
    expect(await log(game, id)).toEqual(after)
  })

  it('turns off for 410 at once, and after three days of failures; one success restarts the count', async () => {
    const game = await suite.domain.game()
    const { id } = await add(game)
    const one = async () => (await hooks().list(suite.domain.admin, game)).find((hook) => hook.id === id)!
    suite.reply = () => ({ status: 503 })
    await publish(game)
    await deliver()
    expect(await one()).toMatchObject({ enabled: true, ended: null, failingSince: expect.any(String) })
    suite.reply = () => ({ status: 200 })
    await dueNow()
    await deliver()
    expect((await one()).failingSince).toBeNull()
    suite.reply = () => ({ status: 503 })
    await sql(`UPDATE webhooks SET failing_since = now() - interval '4 days'`)
    await publish(game)
    await deliver()
    expect(await one()).toMatchObject({ enabled: false, ended: 'Failing' })
    const { name, events, locale } = await one()
    await hooks().update(suite.domain.admin, game, id, { name, events, locale, enabled: true })
    suite.reply = () => ({ status: 410 })
    await publish(game)
    await deliver()
    expect(await one()).toMatchObject({ enabled: false, ended: 'Gone' })
  })

  it('drops its queue when it is turned on again, and sends what happens from then on', async () => {
    const game = await suite.domain.game()
    const { id } = await add(game)
    const turn = (enabled: boolean) => {
      const { name, events, locale } = input()
      return hooks().update(suite.domain.admin, game, id, { name, events, locale, enabled })
    }
    suite.reply = () => ({ status: 503 })
    await publish(game, 'Before')
    await deliver()
    await turn(false)
    await publish(game, 'While it was off')
    await turn(true)
    suite.reply = () => ({ status: 200 })
    await dueNow()
    await publish(game, 'After')
    await deliver()
    const texts = suite.got.map(({ body }) => JSON.parse(body).data.text)
    expect(texts).toEqual(['Before', 'After'])
    expect((await log(game, id)).map(({ state }) => state)).toEqual(['Delivered', 'Failed'])
  })

  it.each(WEBHOOK_EVENTS)(
    'sends a sample of %s on request, which says that it is one and is in no list',
    async (event) => {
      const game = await suite.domain.game({ title: 'Finals' })
      const { id } = await add(game, { events: ['notice'] })
      const { admin } = suite.domain
      await hooks().update(admin, game, id, {
        name: 'Off',
        events: ['notice'],
        locale: 'en-US',
        enabled: false
      })
      const chat = await add(game, { format: 'Slack', url: `${suite.origin}/chat` })
      for (const one of [id, chat.id])
        expect(await hooks().test(admin, game, one, event, translator)).toMatchObject({ status: 204 })
      const [signed, told] = suite.got.map(({ body }) => JSON.parse(body))
      const staff = (STAFF_EVENTS as readonly string[]).includes(event)
      expect(signed).toMatchObject({ type: event, test: true, data: { game: { id: game, title: 'Finals' } } })
      expect(signed.staff).toBe(staff ? true : undefined)
      expect(told.text).toMatch(/^\[Test\] Finals/)
      expect(told.text).not.toMatch(/undefined|\{\{/)
      // Whatever the documentation says of a kind, a sample has.
      const line = readFileSync('docs/webhooks.md', 'utf8')
        .split('\n')
        .find((one) => one.startsWith('|') && one.includes(`\`${event}\``))!
      const documented = /`(\{.*?\})`/.exec(line)![1]!.matchAll(/"(\w+)":/g)
      const { game: _, ...data } = signed.data
      expect(Object.keys(data)).toEqual(
        event === 'notice' ? ['text'] : expect.arrayContaining([...documented].map(([, name]) => name))
      )
      expect(await log(game, id)).toEqual([])
    }
  )

  it('follows no redirect, and sends a refused message again on request', async () => {
    const game = await suite.domain.game()
    const { id } = await add(game)
    suite.reply = () => ({ status: 302, location: `${suite.origin}/elsewhere` })
    expect(await hooks().test(suite.domain.admin, game, id, null, translator)).toMatchObject({ status: 302 })
    expect(suite.got.map(({ path }) => path)).toEqual(['/in'])
    await publish(game)
    await deliver()
    const [pending] = await log(game, id)
    await refused(hooks().replay(suite.domain.admin, game, id, pending!.id), 'webhook.delivery_pending', 400)
    await sql(`UPDATE webhook_deliveries SET state = 'Failed'`)
    suite.reply = () => ({ status: 200 })
    await hooks().replay(suite.domain.admin, game, id, pending!.id)
    await deliver()
    expect(await log(game, id)).toMatchObject([{ id: pending!.id, state: 'Delivered' }])
  })

  it('sends nothing after its deletion, and is restored with a game from the trash', async () => {
    const game = await suite.domain.game()
    const gone = await add(game, { url: `${suite.origin}/gone` })
    await add(game, { url: `${suite.origin}/kept` })
    await sql('UPDATE webhooks SET enabled = true')
    suite.reply = () => ({ status: 500 })
    await publish(game)
    await deliver()
    await hooks().remove(suite.domain.admin, game, gone.id)
    await suite.domain.services.games.remove(suite.domain.admin, game)
    suite.got = []
    await deliver()
    expect(suite.got).toEqual([])
    const [entry] = await sql(`SELECT id FROM trash WHERE kind = 'game' AND target_id = $1`, game)
    await suite.domain.services.trash.restore(suite.domain.admin, entry.id)
    await dueNow()
    await deliver()
    expect(suite.got.map(({ path }) => path)).toEqual(['/kept'])
  })
})

describe('the input of a webhook', () => {
  it('has no addresses outside of the internet, and names the field', async () => {
    const game = await suite.domain.game()
    for (const url of [
      ...[
        'http://example.org/',
        'https://127.0.0.2/',
        'https://0x7f.2/',
        'https://[::1]/',
        'https://169.254.169.254/'
      ],
      ...[
        'https://[::ffff:10.0.0.1]/',
        'https://10.1.2.3/',
        'https://user:x@example.org/',
        'https://[fe80::1]/'
      ]
    ]) {
      const error = await refused(add(game, { url }), 'webhook.address', 400)
      expect(error.extra.field).toBe('url')
    }
    expect(await hooks().list(suite.domain.admin, game)).toEqual([])
  })

  it('has no name of a private address, which is refused when it is resolved', async () => {
    const game = await suite.domain.game()
    const { id } = await add(game, { url: 'https://localhost/' })
    expect(await hooks().test(suite.domain.admin, game, id, null, translator)).toEqual({
      ...{ status: null, answer: null, error: 'address' }
    })
  })

  it('has the fields that its format needs', () => {
    const wrong = (change: object) =>
      webhookInput.safeParse({ ...input(), ...change }).error?.issues[0]?.path[0]
    expect(wrong({})).toBeUndefined()
    expect(wrong({ url: null })).toBe('url')
    expect(wrong({ url: 'ftp://a' })).toBe('url')
    expect(wrong({ events: [] })).toBe('events')
    const unknown = webhookInput.safeParse({ ...input(), events: ['notice', 'nothing'] })
    expect(unknown.error?.issues).toMatchObject([{ path: ['events', 1], message: 'webhook.event_unknown' }])
    expect(wrong({ name: '' })).toBe('name')
    expect(wrong({ format: 'Telegram', token: '1:a/../b', room: '5' })).toBe('token')
    expect(wrong({ format: 'Matrix', token: 'x', room: null })).toBe('room')
  })

  it('is for administrators, of its own game, and shows no secret again', async () => {
    const game = await suite.domain.game()
    const other = await suite.domain.game()
    const made = await add(game, { url: `${suite.origin}/path-that-is-secret` })
    const [monitor] = await suite.domain.users(1, 'Monitor')
    const as = suite.domain.as(monitor!, { role: 'Monitor' })
    await refused(hooks().list(as, game), 'auth.forbidden', 403)
    await refused(hooks().create(as, game, input()), 'auth.forbidden', 403)
    for (const act of ['remove', 'rotate'] as const) {
      await refused(hooks()[act](as, game, made.id), 'auth.forbidden', 403)
      await refused(hooks()[act](suite.domain.admin, other, made.id), 'webhook.not_found', 404)
    }
    await refused(
      hooks().test(suite.domain.admin, other, made.id, null, translator),
      'webhook.not_found',
      404
    )
    const shown = JSON.stringify(await hooks().list(suite.domain.admin, game))
    const stored = JSON.stringify(await sql('SELECT * FROM webhooks'))
    const audits = JSON.stringify(await sql(`SELECT * FROM audit_events WHERE action LIKE 'webhook%'`))
    for (const text of [shown, stored, audits]) {
      expect(text).not.toContain(made.secret.slice(6))
      expect(text).not.toContain('path-that-is-secret')
    }
  })
})
