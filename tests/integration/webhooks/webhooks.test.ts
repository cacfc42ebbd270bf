import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createI18n } from '~/server/platform/i18n'
import type { WebhookInput } from '~/server/webhooks/contract'
import { webhookInput } from '~/server/webhooks/contract'
import { type Domain, openDomain, refused } from '../../support/domain'
import { playGame } from '../../support/fixtures'

interface Got {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

let domain: Domain
let server: Server
let origin: string
const translator = createI18n()
/** What came in, and what is answered: a status, a place to go on to, or nothing at all. */
let got: Got[] = []
let reply: (got: Got) => { status: number; location?: string; body?: string } | null

beforeAll(async () => {
  server = createServer((req, res) => {
    let body = ''
    req.on('data', (part) => {
      body += part
    })
    req.on('end', () => {
      const one = { path: req.url ?? '', headers: req.headers, body }
      got.push(one)
      const answer = reply(one)
      if (!answer) return
      res
        .writeHead(answer.status, answer.location ? { Location: answer.location } : {})
        .end(answer.body ?? 'ok')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  domain = await openDomain({ WEBHOOK_PRIVATE_HOSTS: ['127.0.0.1'] })
})
afterAll(async () => {
  await domain.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})
beforeEach(async () => {
  got = []
  reply = () => ({ status: 204 })
  await sql('DELETE FROM webhooks')
})

const sql = async (text: string, ...values: unknown[]) =>
  (await domain.stores.db.pool.query(text, values)).rows
const hooks = () => domain.services.webhooks
const input = (change: Partial<WebhookInput> = {}): WebhookInput => ({
  ...{ name: 'Room', format: 'Standard', locale: 'en-US', events: ['notice', 'first_blood', 'solve'] },
  ...{ url: `${origin}/in`, ...change }
})
const add = (game: number, change?: Partial<WebhookInput>) =>
  hooks().create(domain.admin, game, input(change))
const deliver = () => hooks().deliver({ translator, signal: AbortSignal.timeout(30_000) })
const publish = (game: number, content = 'Lunch') =>
  domain.services.notices.publish(domain.admin, game, { content })
const log = async (game: number, id: string) =>
  (await hooks().deliveries(domain.admin, game, id, { count: 50, skip: 0 })).data
const dueNow = () => sql(`UPDATE webhook_deliveries SET due_at = now() WHERE state = 'Pending'`)
/** A first blood, as the judge stores it. */
const blood = (game: number, team: string, challenge: string) =>
  sql(
    `INSERT INTO notices (game_id, type, "values", published_at) VALUES ($1, 'FirstBlood', $2, now())`,
    game,
    [team, challenge]
  )

describe('what is sent', () => {
  it('is signed as Standard Webhooks says, once for each event, and a receiver verifies it', async () => {
    const game = await domain.game()
    await publish(game, 'Before the webhook')
    const { id, secret } = await add(game)
    await publish(game)
    await Promise.all([deliver(), deliver()])
    await deliver()
    expect(got.length).toBe(1)
    const payload = new Webhook(secret).verify(got[0]!.body, got[0]!.headers as Record<string, string>)
    expect(payload).toMatchObject({ type: 'notice', data: { text: 'Lunch', game: { id: game } } })
    const [entry] = await log(game, id)
    expect(entry).toMatchObject({
      id: got[0]!.headers['webhook-id'],
      state: 'Delivered',
      status: 204,
      attempts: 1
    })
    const altered = got[0]!.body.replace('Lunch', 'Dinner')
    expect(() => new Webhook(secret).verify(altered, got[0]!.headers as Record<string, string>)).toThrow()
  })

  it('is a ticket that a team opened, once, and nothing of what it asks', async () => {
    const game = await playGame(domain.stores.db, { teams: 1, challenges: 1 })
    const [team] = game.teams
    const captain = domain.as(team!.members[0])
    const { support } = domain.services
    const ticket = { title: 'Secret plan', text: 'We are stuck.', challengeId: game.challenges[0]!.id }
    await support.open(captain, game.id, ticket)
    await add(game.id, { events: ['ticket_opened'] })
    const { id } = await support.open(captain, game.id, ticket)
    const to = { to: 'team' as const, participationId: team!.participationId, division: null }
    await support.send(domain.admin, game.id, { ...to, title: 'News', text: 'x', mail: false, teams: 1 })
    await Promise.all([deliver(), deliver()])
    await support.write(captain, game.id, id, 'Still.')
    await deliver()
    expect(got.map(({ body }) => JSON.parse(body))).toMatchObject([
      { type: 'ticket_opened', data: { team: team!.name, challenge: game.challenges[0]!.title, ticket: id } }
    ])
    expect(got[0]!.body).not.toMatch(/Secret|stuck/)
  })

  it('is signed with both secrets for a day after a new one was made', async () => {
    const game = await domain.game()
    const old = await add(game)
    const fresh = await hooks().rotate(domain.admin, game, old.id)
    await publish(game)
    await deliver()
    const headers = got[0]!.headers as Record<string, string>
    for (const { secret } of [old, fresh]) new Webhook(secret).verify(got[0]!.body, headers)
    await sql(`UPDATE webhooks SET old_secret_until = now()`)
    await publish(game)
    await deliver()
    const later = got[1]!.headers as Record<string, string>
    new Webhook(fresh.secret).verify(got[1]!.body, later)
    expect(() => new Webhook(old.secret).verify(got[1]!.body, later)).toThrow()
  })

  it('shows bloods in a chat, without the markup and mentions that names hold', async () => {
    const game = await domain.game({ title: 'Finals' })
    await add(game, { format: 'Discord', locale: 'de-DE' })
    await add(game, { format: 'Slack' })
    await blood(game, '@everyone **x**\nfake', '<!channel>')
    await deliver()
    const bodies = got.map(({ body }) => JSON.parse(body))
    const discord = bodies.find(({ content }) => content)
    expect(discord.allowed_mentions).toEqual({ parse: [] })
    expect(discord.content).toBe(
      'Finals\\: \\@everyone \\*\\*x\\*\\* fake hat First Blood bei \\<!channel\\>'
    )
    const slack = bodies.find(({ text }) => text)
    expect(slack.text).toBe('Finals: @everyone **x** fake got first blood on &lt;!channel&gt;')
    expect(got.every(({ headers }) => headers['webhook-signature'] === undefined)).toBe(true)
  })

  it('goes to a room of Matrix by the id of the message, with its token in a header', async () => {
    const game = await domain.game({ title: 'Finals' })
    const { id } = await add(game, { format: 'Matrix', url: origin, token: 'syt_x', room: '!a/b:c.org' })
    await publish(game)
    await deliver()
    const [entry] = await log(game, id)
    expect(got[0]!.path).toBe(
      `/_matrix/client/v3/rooms/${encodeURIComponent('!a/b:c.org')}/send/m.room.message/${entry!.id}`
    )
    expect(got[0]!.headers.authorization).toBe('Bearer syt_x')
    expect(JSON.parse(got[0]!.body)).toEqual({ msgtype: 'm.notice', body: 'Finals: Lunch', 'm.mentions': {} })
  })

  it('holds no solve that a freeze hides, until the reveal', async () => {
    const game = await domain.game()
    const { id } = await add(game)
    const { id: team } = await domain.team()
    const [part] = await sql(
      `INSERT INTO participations (game_id, team_id, status, token) VALUES ($1, $2, 'Accepted', 't') RETURNING id`,
      game,
      team
    )
    const solve = (seq: number, at: string) =>
      sql(
        `INSERT INTO score_events (game_id, seq, kind, at, participation_id, prev_hash, hash)
         VALUES ($1, $2, 'solve', now() + $3::interval, $4, '', '')`,
        ...[game, seq, at, part.id]
      )
    await sql('INSERT INTO ledger_heads (game_id, seq) VALUES ($1, 0) ON CONFLICT DO NOTHING', game)
    const [{ n }] = await sql(
      'SELECT coalesce(max(seq), 0)::int AS n FROM score_events WHERE game_id = $1',
      game
    )
    await sql(`UPDATE games SET freeze_at = now() - interval '10 min' WHERE id = $1`, game)
    await solve(n + 1, '-20 min')
    await solve(n + 2, '-5 min')
    await sql('UPDATE ledger_heads SET seq = $2 WHERE game_id = $1', game, n + 2)
    await deliver()
    expect((await log(game, id)).length).toBe(1)
    await sql('UPDATE games SET revealed_at = now() WHERE id = $1', game)
    await deliver()
    expect((await log(game, id)).length).toBe(2)
  })
})

describe('a team', () => {
  it('is announced when it is accepted, not when it comes back after a suspension', async () => {
    const game = await domain.game()
    const { id } = await add(game, { events: ['team_accepted'] })
    const team = await domain.team()
    await domain.services.participations.join(domain.as(team.captain), game, { teamId: team.id })
    const [{ id: part }] = await sql('SELECT id FROM participations WHERE game_id = $1', game)
    for (const status of ['Accepted', 'Suspended', 'Accepted'] as const)
      await domain.services.participations.change(domain.admin, part, { status })
    await deliver()
    expect((await log(game, id)).map(({ event }) => event)).toEqual(['team_accepted'])
  })
})

describe('faults', () => {
  it('a receiver that fails is tried again under the same id, and another is not kept waiting', async () => {
    const game = await domain.game()
    const { id } = await add(game)
    const other = await add(game, { url: `${origin}/other` })
    reply = ({ path }) => ({ status: path === '/in' ? 500 : 200, body: 'x'.repeat(5000) })
    await publish(game)
    await deliver()
    expect(await log(game, other.id)).toMatchObject([{ state: 'Delivered' }])
    const [failed] = await log(game, id)
    expect(failed).toMatchObject({ state: 'Pending', attempts: 1, status: 500 })
    expect(failed!.answer!.length).toBe(1024)
    expect(new Date(failed!.dueAt!).getTime()).toBeGreaterThan(Date.now())
    reply = () => ({ status: 200 })
    await dueNow()
    await deliver()
    const ids = got.filter(({ path }) => path === '/in').map(({ headers }) => headers['webhook-id'])
    expect(ids).toEqual([failed!.id, failed!.id])
    expect(await log(game, id)).toMatchObject([{ state: 'Delivered', attempts: 2 }])
  })

  it('a message whose process died is sent again after its lease, not before', async () => {
    const game = await domain.game()
    const { id } = await add(game)
    await publish(game)
    await deliver()
    await sql(
      `UPDATE webhook_deliveries SET state = 'Pending', due_at = now(), leased_until = now() + interval '1 min'`
    )
    await deliver()
    expect(got.length).toBe(1)
    await sql('UPDATE webhook_deliveries SET leased_until = now()')
    await deliver()
    expect(got.map(({ headers }) => headers['webhook-id'])).toEqual([
      (await log(game, id))[0]!.id,
      got[0]!.headers['webhook-id']
    ])
  })

  it('turns off for 410 at once, and after three days of failures; one success starts the count anew', async () => {
    const game = await domain.game()
    const { id } = await add(game)
    const one = async () => (await hooks().list(domain.admin, game)).find((hook) => hook.id === id)!
    reply = () => ({ status: 503 })
    await publish(game)
    await deliver()
    expect(await one()).toMatchObject({ enabled: true, ended: null, failingSince: expect.any(String) })
    reply = () => ({ status: 200 })
    await dueNow()
    await deliver()
    expect((await one()).failingSince).toBeNull()
    reply = () => ({ status: 503 })
    await sql(`UPDATE webhooks SET failing_since = now() - interval '4 days'`)
    await publish(game)
    await deliver()
    expect(await one()).toMatchObject({ enabled: false, ended: 'Failing' })
    const { name, events, locale } = await one()
    await hooks().update(domain.admin, game, id, { name, events, locale, enabled: true })
    reply = () => ({ status: 410 })
    await publish(game)
    await deliver()
    expect(await one()).toMatchObject({ enabled: false, ended: 'Gone' })
  })

  it('one that is turned on again gives up what it had to send, and sends what happens from then on', async () => {
    const game = await domain.game()
    const { id } = await add(game)
    const turn = (enabled: boolean) => {
      const { name, events, locale } = input()
      return hooks().update(domain.admin, game, id, { name, events, locale, enabled })
    }
    reply = () => ({ status: 503 })
    await publish(game, 'Before')
    await deliver()
    await turn(false)
    await publish(game, 'While it was off')
    await turn(true)
    reply = () => ({ status: 200 })
    await dueNow()
    await publish(game, 'After')
    await deliver()
    const texts = got.map(({ body }) => JSON.parse(body).data.text)
    expect(texts).toEqual(['Before', 'After'])
    expect((await log(game, id)).map(({ state }) => state)).toEqual(['Delivered', 'Failed'])
  })

  it('follows no redirect, and sends a refused message again when asked', async () => {
    const game = await domain.game()
    const { id } = await add(game)
    reply = () => ({ status: 302, location: `${origin}/elsewhere` })
    expect(await hooks().test(domain.admin, game, id, translator)).toMatchObject({ status: 302 })
    expect(got.map(({ path }) => path)).toEqual(['/in'])
    await publish(game)
    await deliver()
    const [pending] = await log(game, id)
    await refused(hooks().replay(domain.admin, game, id, pending!.id), 'webhook.delivery_pending', 400)
    await sql(`UPDATE webhook_deliveries SET state = 'Failed'`)
    reply = () => ({ status: 200 })
    await hooks().replay(domain.admin, game, id, pending!.id)
    await deliver()
    expect(await log(game, id)).toMatchObject([{ id: pending!.id, state: 'Delivered' }])
  })

  it('a webhook that was deleted sends nothing more, and a game from the trash has its webhooks back', async () => {
    const game = await domain.game()
    const gone = await add(game, { url: `${origin}/gone` })
    await add(game, { url: `${origin}/kept` })
    await sql('UPDATE webhooks SET enabled = true')
    reply = () => ({ status: 500 })
    await publish(game)
    await deliver()
    await hooks().remove(domain.admin, game, gone.id)
    await domain.services.games.remove(domain.admin, game)
    got = []
    await deliver()
    expect(got).toEqual([])
    const [entry] = await sql(`SELECT id FROM trash WHERE kind = 'game' AND target_id = $1`, game)
    await domain.services.trash.restore(domain.admin, entry.id)
    await dueNow()
    await deliver()
    expect(got.map(({ path }) => path)).toEqual(['/kept'])
  })
})

describe('access and input', () => {
  it('refuses addresses that are not of the internet, and names the field', async () => {
    const game = await domain.game()
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
    expect(await hooks().list(domain.admin, game)).toEqual([])
  })

  it('a name that leads to a private address is refused when it is resolved', async () => {
    const game = await domain.game()
    const { id } = await add(game, { url: 'https://localhost/' })
    expect(await hooks().test(domain.admin, game, id, translator)).toEqual({
      ...{ status: null, answer: null, error: 'address' }
    })
  })

  it('wants what the format needs', () => {
    const wrong = (change: object) =>
      webhookInput.safeParse({ ...input(), ...change }).error?.issues[0]?.path[0]
    expect(wrong({})).toBeUndefined()
    expect(wrong({ url: null })).toBe('url')
    expect(wrong({ url: 'ftp://a' })).toBe('url')
    expect(wrong({ events: [] })).toBe('events')
    expect(wrong({ name: '' })).toBe('name')
    expect(wrong({ format: 'Telegram', token: '1:a/../b', room: '5' })).toBe('token')
    expect(wrong({ format: 'Matrix', token: 'x', room: null })).toBe('room')
  })

  it('is for administrators, of the game it belongs to, and shows no secret again', async () => {
    const game = await domain.game()
    const other = await domain.game()
    const made = await add(game, { url: `${origin}/path-that-is-secret` })
    const [monitor] = await domain.users(1, 'Monitor')
    const as = domain.as(monitor!, { role: 'Monitor' })
    await refused(hooks().list(as, game), 'auth.forbidden', 403)
    await refused(hooks().create(as, game, input()), 'auth.forbidden', 403)
    for (const act of ['remove', 'rotate'] as const) {
      await refused(hooks()[act](as, game, made.id), 'auth.forbidden', 403)
      await refused(hooks()[act](domain.admin, other, made.id), 'webhook.not_found', 404)
    }
    await refused(hooks().test(domain.admin, other, made.id, translator), 'webhook.not_found', 404)
    const shown = JSON.stringify(await hooks().list(domain.admin, game))
    const stored = JSON.stringify(await sql('SELECT * FROM webhooks'))
    const audits = JSON.stringify(await sql(`SELECT * FROM audit_events WHERE action LIKE 'webhook%'`))
    for (const text of [shown, stored, audits]) {
      expect(text).not.toContain(made.secret.slice(6))
      expect(text).not.toContain('path-that-is-secret')
    }
  })
})
