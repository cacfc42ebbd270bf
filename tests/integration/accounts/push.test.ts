import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Ctx } from '~/server/access/contract'
import { caseProposal } from '~/server/cases/contract'
import { listPersonalData } from '~/server/personal-data/queries'
import { createI18n } from '~/server/platform/i18n'
import { createLog } from '~/server/platform/log'
import { MAX_DEVICES, pushInput } from '~/server/push/contract'
import { pushSettingsOf } from '~/server/push/push-keys'
import { createProvenHosts, sendDue } from '~/server/push/sending'
import { ticketOpen } from '~/server/tickets/contract'
import { openPushService, type Subscribed, vapidOf } from '../../support/accounts/push-service'
import { type Domain, openDomain, outcomes, refused } from '../../support/domain'
import { type Member, type PlayedGame, playGame } from '../../support/fixtures'
import { until } from '../../support/until'

let domain: Domain
let service: Awaited<ReturnType<typeof openPushService>>
const translator = createI18n()

beforeAll(async () => {
  service = await openPushService()
  domain = await openDomain({ PUSH_PRIVATE_HOSTS: ['127.0.0.1'], MAIL_FROM: 'CTF <ctf@example.org>' })
})
afterAll(async () => {
  await domain?.close()
  await service?.close()
})
beforeEach(async () => {
  service.reply(() => 201)
  await sql('DELETE FROM push_devices')
  await sql('DELETE FROM push_messages')
})

const sql = async (text: string, ...values: unknown[]) =>
  (await domain.stores.db.pool.query(text, values)).rows
const push = () => domain.services.push
const deliver = () => push().deliver({ translator, signal: AbortSignal.timeout(30_000) })
const devices = async () => (await sql('SELECT id FROM push_devices ORDER BY id')).map(({ id }) => id)
const waiting = async () => (await sql('SELECT count(*)::int AS n FROM push_deliveries'))[0].n as number
const dueNow = () => sql('UPDATE push_deliveries SET due_at = now()')
const publish = ({ id }: PlayedGame, content: string) =>
  domain.services.notices.publish(domain.admin, id, { content })

/** A new login of a member, as the session of a browser. */
async function login(member: Member): Promise<Ctx> {
  const as = domain.as(member)
  const ctx: Ctx = { ...as, actor: { ...as.actor!, sessionId: randomUUID() } }
  await sql(
    `INSERT INTO sessions (id, user_id, expires_at, user_agent) VALUES ($1, $2, now() + interval '1 day', 'Firefox/140.0')`,
    ctx.actor!.sessionId,
    member.id
  )
  return ctx
}

async function device(member: Member, at = service): Promise<Subscribed & { ctx: Ctx; id: string }> {
  const subscribed = at.subscribe()
  const ctx = await login(member)
  const { id } = await push().add(ctx, subscribed.input)
  return { ...subscribed, ctx, id }
}

const texts = (one: Subscribed) => service.got(one).map(({ body }) => one.open(body))

async function played() {
  const game = await playGame(domain.stores.db, { teams: 2, membersEach: 2 })
  const [first, second] = game.teams
  return { game, first: first!.members as Member[], second: second!.members as Member[] }
}

describe('news of a game', () => {
  it('reaches devices of its accepted players, signed and sealed for them alone', async () => {
    const { game, first, second } = await played()
    const [unproven] = await domain.users(1)
    const [own, mate, foreign] = [await device(first[0]!), await device(second[0]!), await device(unproven!)]
    await sql(
      'UPDATE participations SET status = $2 WHERE id = $1',
      game.teams[1]!.participationId,
      'Rejected'
    )
    await publish(game, 'Lunch is **served**, see [the map](https://example.org/map).')
    await deliver()
    expect(texts(own)).toEqual([
      {
        title: expect.stringMatching(/^Game /),
        body: 'Lunch is served, see the map.',
        path: `/games/${game.id}/Challenges`,
        tag: expect.stringMatching(/^news-\d+$/)
      }
    ])
    expect([texts(mate), texts(foreign)]).toEqual([[], []])
    const [sent] = service.got(own)
    const { key, aud, sub, exp } = vapidOf(sent!)
    expect({ key, aud, sub }).toEqual({
      key: (await push().view(own.ctx)).publicKey,
      aud: service.origin,
      sub: 'mailto:ctf@example.org'
    })
    expect(exp * 1000).toBeGreaterThan(Date.now())
    expect(sent!.headers).toMatchObject({ ttl: '900', 'content-encoding': 'aes128gcm' })
    expect(() => foreign.open(sent!.body)).toThrow()
  })

  it('of a case reaches its team with what happened and where to read it, and nothing else', async () => {
    const { game, first, second } = await played()
    const [own, other] = [await device(first[1]!), await device(second[0]!)]
    const [admin] = await domain.users(1, 'Admin')
    const decider = domain.as(admin!, { role: 'Admin' })
    const { cases } = domain.services
    const participationIds = [game.teams[0]!.participationId]
    const secret = { title: 'Secret title', evidence: [], participationIds }
    const { number, version } = await cases.open(domain.admin, game.id, secret)
    const proposal = {
      outcome: 'warning' as const,
      participationIds,
      challengeIds: [],
      points: null,
      version
    }
    const proposed = await cases.propose(
      domain.admin,
      game.id,
      number,
      caseProposal.parse({ ...proposal, reason: 'Secret reason' })
    )
    await cases.answer(decider, game.id, number, { accept: true, version: proposed.version })
    await deliver()
    expect(texts(own)).toEqual([
      {
        title: expect.stringMatching(/^Game /),
        body: 'There is a decision about your team',
        path: `/games/${game.id}/Decisions`,
        tag: expect.stringMatching(/^case-\d+$/)
      }
    ])
    expect(texts(other)).toEqual([])
  })

  it('is sent once by any number of processes', async () => {
    const { game, first, second } = await played()
    const all = await Promise.all([...first, ...second].map((member) => device(member)))
    for (let place = 0; place < 5; place++) await publish(game, `News ${place}`)
    await Promise.all([deliver(), deliver(), deliver()])
    for (const one of all)
      expect(texts(one).map(({ body }) => body)).toEqual(['News 0', 'News 1', 'News 2', 'News 3', 'News 4'])
    expect(await waiting()).toBe(0)
  })

  it('leaves out bloods, which would be told behind a freeze, and what is old', async () => {
    const { game, first } = await played()
    const own = await device(first[0]!)
    await sql(
      `INSERT INTO notices (game_id, type, "values", published_at) VALUES ($1, 'FirstBlood', '{a,b}', now())`,
      game.id
    )
    await publish(game, 'An hour ago')
    await sql(`UPDATE push_messages SET created_at = now() - interval '1 hour'`)
    await deliver()
    expect(texts(own)).toEqual([])
    expect(await sql('SELECT FROM push_messages')).toEqual([])
  })

  it('is not sent when its transaction is undone', async () => {
    const { game, first } = await played()
    const own = await device(first[0]!)
    await domain.stores.db
      .transaction(async (tx) => {
        await tx.query(
          `WITH n AS (INSERT INTO notices (game_id, type, "values", published_at) VALUES ($1, 'Normal', '{x}', now())
             RETURNING id) INSERT INTO push_messages (notice_id) SELECT id FROM n`,
          [game.id]
        )
        throw new Error('undone')
      })
      .catch(() => {})
    await deliver()
    expect(texts(own)).toEqual([])
  })
})

it('an answer of the organisers reaches the members of the team alone', async () => {
  const { game, first, second } = await played()
  const all = await Promise.all([...first, ...second].map((member) => device(member)))
  const asked = ticketOpen.parse({ title: 'It does not start', text: 'Twice.' })
  const { id } = await domain.services.tickets.open(domain.as(first[0]!), game.id, asked)
  await deliver()
  expect(all.map((one) => texts(one).length)).toEqual([0, 0, 0, 0])
  const [person] = await domain.users(1, 'Monitor')
  const monitor = domain.as(person!, { role: 'Monitor' })
  const { last } = await domain.services.tickets.one(monitor, game.id, id)
  await domain.services.tickets.answer(monitor, game.id, id, { text: 'Try again.', last })
  await deliver()
  expect(all.map((one) => texts(one).length)).toEqual([1, 1, 0, 0])
  expect(texts(all[0]!)[0]).toMatchObject({
    body: 'The organisers wrote to your team: It does not start',
    path: `/games/${game.id}/Help/${id}`,
    tag: `ticket-${id}`
  })
  // Who has left the team since hears no more of it.
  await sql('DELETE FROM team_members WHERE user_id = $1', first[1]!.id)
  const again = await domain.services.tickets.one(monitor, game.id, id)
  await domain.services.tickets.answer(monitor, game.id, id, { text: 'And now?', last: again.last })
  await deliver()
  expect(all.map((one) => texts(one).length)).toEqual([2, 1, 0, 0])
})

it('a ticket that somebody else gave reaches who has it now, and no player', async () => {
  const { game, first } = await played()
  const [one, two] = (await domain.users(2, 'Monitor')) as [Member, Member]
  const as = (member: Member) => domain.as(member, { role: 'Monitor' })
  const [own, other, player] = [await device(one), await device(two), await device(first[0]!)]
  const { tickets } = domain.services
  const asked = ticketOpen.parse({ title: 'It does not start', text: 'Twice.' })
  const { id } = await tickets.open(domain.as(first[0]!), game.id, asked)
  const got = () => [own, other, player].map((each) => texts(each).length)
  // What one takes oneself is no news.
  await tickets.own(as(one), game.id, id, { userId: one.id, from: null })
  await deliver()
  expect(got()).toEqual([0, 0, 0])
  await tickets.own(as(one), game.id, id, { userId: two.id, from: one.id })
  await deliver()
  expect(got()).toEqual([0, 1, 0])
  expect(texts(other)[0]).toMatchObject({
    body: 'A ticket was given to you: It does not start',
    path: `/games/${game.id}/monitor/Help/${id}`,
    tag: `given-${id}`
  })
  // Given and released again before anybody was told.
  await tickets.own(as(two), game.id, id, { userId: one.id, from: two.id })
  await tickets.own(as(two), game.id, id, { userId: null, from: one.id })
  await deliver()
  expect(got()).toEqual([0, 1, 0])
})

describe('a push service', () => {
  it.each([404, 410])('that answers %i ends the device', async (status) => {
    const { game, first } = await played()
    const own = await device(first[0]!)
    service.reply(() => status)
    await publish(game, 'News')
    await deliver()
    expect(await devices()).toEqual([])
    expect(service.got(own)).toHaveLength(1)
  })

  it.each([[500], [429], [null]])('that answers %s is asked four times, then left', async (status) => {
    const { game, first } = await played()
    const own = await device(first[0]!)
    service.reply(() => status)
    await publish(game, 'News')
    for (let tries = 1; tries <= 5; tries++) {
      await deliver()
      expect(service.got(own)).toHaveLength(Math.min(tries, 4))
      // Not before its time.
      await deliver()
      expect(service.got(own)).toHaveLength(Math.min(tries, 4))
      await dueNow()
    }
    expect([await waiting(), await devices()]).toEqual([0, [own.id]])
  })

  it('that never answers holds up no news of others', async () => {
    const { game, first, second } = await played()
    // A host that has not answered yet may hold 20 places only.
    const known = await device(second[1]!)
    await publish(game, 'Zero')
    await deliver()
    await push().remove(known.ctx, known.id)
    const mute: Subscribed[] = []
    for (const member of [first[0]!, first[1]!, second[0]!, second[1]!])
      for (let place = 0; place < MAX_DEVICES; place++) mute.push(await device(member))
    const other = await played()
    const own = await device(other.first[0]!)
    const ownPath = new URL(own.input.endpoint).pathname
    service.reply((path) => (path === ownPath ? 201 : 'silence'))
    await publish(game, 'One')
    await publish(game, 'Two')
    const sending = deliver()
    try {
      await expect.poll(service.waiting).toBeGreaterThanOrEqual(mute.length)
      await publish(other.game, 'Lunch')
      await expect.poll(() => texts(own).map(({ body }) => body)).toEqual(['Lunch'])
    } finally {
      service.reply(() => 201)
      service.speak()
      await sending
    }
    for (const one of mute) expect(texts(one).map(({ body }) => body)).toEqual(['One', 'Two'])
  })

  it('that has never answered holds few places, however many devices name it', async () => {
    const unproven = await openPushService()
    const { game, first, second } = await played()
    const own = await device(second[1]!)
    await publish(game, 'Zero')
    await deliver()
    const mute: Subscribed[] = []
    try {
      for (const member of [first[0]!, first[1]!, second[0]!])
        for (let place = 0; place < MAX_DEVICES; place++) mute.push(await device(member, unproven))
      unproven.reply(() => 'silence')
      await publish(game, 'One')
      const sending = deliver()
      await expect.poll(unproven.waiting).toBe(20)
      await publish(game, 'Two')
      await expect.poll(() => texts(own).map(({ body }) => body)).toEqual(['Zero', 'One', 'Two'])
      expect(unproven.waiting()).toBe(20)
      unproven.reply(() => 201)
      unproven.speak()
      await sending
      for (const one of mute) expect(unproven.got(one)).toHaveLength(2)
    } finally {
      await unproven.close()
    }
  })

  it('that is asked again gets nothing for who was excluded or logged out meanwhile', async () => {
    const { game, first } = await played()
    const [banned, expired] = [await device(first[0]!), await device(first[1]!)]
    service.reply(() => 503)
    await publish(game, 'News')
    await deliver()
    await sql(`UPDATE users SET role = 'Banned' WHERE id = $1`, first[0]!.id)
    await sql(
      `UPDATE sessions SET expires_at = now() - interval '1 second' WHERE id = $1`,
      expired.ctx.actor!.sessionId
    )
    service.reply(() => 201)
    await dueNow()
    await deliver()
    expect([banned, expired].map((one) => service.got(one).length)).toEqual([1, 1])
  })

  it('at a private address is never asked, and its device ends', async () => {
    const { game, first } = await played()
    const ctx = await login(first[0]!)
    await push().add(ctx, { ...service.subscribe().input, endpoint: 'https://localhost/x' })
    await publish(game, 'News')
    await deliver()
    expect(await devices()).toEqual([])
  })

  it('keeps its devices through a fault of the platform, and gets the news afterwards', async () => {
    const { game, first } = await played()
    const own = await device(first[0]!)
    await publish(game, 'News')
    const { db } = domain.stores
    const told: Record<string, unknown>[] = []
    const log = createLog('test', 'silent', (line) => void told.push(JSON.parse(line)))
    const { keys, allowed } = pushSettingsOf({
      HALYARD_SECRET: 'ab'.repeat(32),
      PUSH_PRIVATE_HOSTS: ['127.0.0.1']
    })
    const needs = { db, log, keys, allowed, subject: 'no contact', proven: createProvenHosts() }
    await sendDue(needs, translator, AbortSignal.timeout(30_000))
    expect(told.map(({ msg }) => msg)).toEqual(['push_failed'])
    expect([await devices(), await waiting()]).toEqual([[own.id], 1])
    await dueNow()
    await deliver()
    expect(texts(own)).toHaveLength(1)
  })

  it('gets nothing for a device without a key to seal for, which ends', async () => {
    const { game, first } = await played()
    const own = await device(first[0]!)
    const p256dh = Buffer.alloc(65, 4).toString('base64url')
    const { endpoint, keys } = service.subscribe().input
    const refusal = await refused(
      push().add(own.ctx, { endpoint, keys: { ...keys, p256dh } }),
      'push.keys',
      400
    )
    expect(refusal.extra.field).toBe('keys')
    await sql('UPDATE push_devices SET p256dh = $1', p256dh)
    await publish(game, 'News')
    await deliver()
    expect(await devices()).toEqual([])
  })

  // 401 and 403 blame the platform's signature, such as one of a clock that is wrong.
  it.each([401, 403, 413])('that refuses a message with %i loses it alone', async (status) => {
    const { game, first } = await played()
    const own = await device(first[0]!)
    service.reply(() => status)
    await publish(game, 'News')
    await deliver()
    service.reply(() => 201)
    await publish(game, 'More')
    await deliver()
    expect(texts(own).map(({ body }) => body)).toEqual(['News', 'More'])
    expect(await waiting()).toBe(0)
  })

  it('gets no message longer than it takes', async () => {
    const { game, first } = await played()
    const own = await device(first[0]!)
    await publish(game, '🏴'.repeat(900))
    await deliver()
    expect(service.got(own)[0]!.body.length).toBeLessThan(4096)
    expect([...texts(own)[0]!.body]).toHaveLength(300)
  })
})

describe('devices', () => {
  it('end with their login, their account and its exclusion', async () => {
    const { game, first, second } = await played()
    const [left, kept, banned] = [await device(first[0]!), await device(first[1]!), await device(second[0]!)]
    await sql('DELETE FROM sessions WHERE id = $1', left.ctx.actor!.sessionId)
    await sql(`UPDATE users SET role = 'Banned' WHERE id = $1`, second[0]!.id)
    await publish(game, 'News')
    await deliver()
    expect([left, kept, banned].map((one) => texts(one).length)).toEqual([0, 1, 0])
    await sql(
      `UPDATE sessions SET expires_at = now() - interval '1 second' WHERE id = $1`,
      kept.ctx.actor!.sessionId
    )
    await publish(game, 'More')
    await deliver()
    expect(texts(kept)).toHaveLength(1)
  })

  it('are seen and removed by their owner alone', async () => {
    const [owner, other] = (await domain.users(2)) as [Member, Member]
    const own = await device(owner)
    const ctx = await login(other)
    expect((await push().view(own.ctx)).devices).toMatchObject([
      { id: own.id, current: true, userAgent: 'Firefox/140.0' }
    ])
    expect((await push().view(ctx)).devices).toEqual([])
    await refused(push().remove(ctx, own.id), 'push.not_found', 404)
    await push().remove(own.ctx, own.id)
    await refused(push().remove(own.ctx, own.id), 'push.not_found', 404)
  })

  it('are no more than ten, however many are added at once', async () => {
    const [owner] = await domain.users(1)
    const logins = await Promise.all(Array.from({ length: MAX_DEVICES + 5 }, () => login(owner!)))
    const adding = logins.map((ctx) => push().add(ctx, service.subscribe().input))
    const { done, codes } = await outcomes(adding)
    expect([done, codes]).toEqual([MAX_DEVICES, Array(5).fill('push.limit')])
    expect(await devices()).toHaveLength(MAX_DEVICES)
  })

  it('belong to who added them last, who gets nothing that waits for the one before', async () => {
    const { game, first, second } = await played()
    const own = await device(first[0]!)
    service.reply(() => 503)
    await publish(game, 'News')
    await deliver()
    service.reply(() => 201)
    const ctx = await login(second[0]!)
    await push().add(ctx, own.input)
    await dueNow()
    await deliver()
    expect(service.got(own)).toHaveLength(1)
    expect([(await push().view(own.ctx)).devices.length, (await push().view(ctx)).devices.length]).toEqual([
      0, 1
    ])
  })

  it('that end while receivers are found stop nobody else’s news', async () => {
    const { game, first } = await played()
    const [gone, kept] = [await device(first[0]!), await device(first[1]!)]
    await publish(game, 'News')
    const ending = await domain.stores.db.pool.connect()
    await ending.query('BEGIN')
    await ending.query('DELETE FROM sessions WHERE id = $1', [gone.ctx.actor!.sessionId])
    const sending = deliver()
    await until(async () => {
      const blocked = await sql(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
      )
      return blocked.length > 0
    })
    await ending.query('COMMIT')
    ending.release()
    await sending
    expect([gone, kept].map((one) => texts(one).length)).toEqual([0, 1])
  })

  it('get a new address when their login has one, also at the limit', async () => {
    const { game, first } = await played()
    const own = await device(first[0]!)
    for (let place = 1; place < MAX_DEVICES; place++) await device(first[0]!)
    const next = service.subscribe()
    await push().add(own.ctx, next.input)
    expect((await push().view(own.ctx)).devices.filter(({ current }) => current)).toHaveLength(1)
    expect(await devices()).toHaveLength(MAX_DEVICES)
    await publish(game, 'News')
    await deliver()
    expect([texts(own).length, texts(next).length]).toEqual([0, 1])
  })

  it('stay one when their owner adds them again', async () => {
    const [owner] = await domain.users(1)
    const own = await device(owner!)
    expect(await push().add(own.ctx, own.input)).toEqual({ id: own.id })
  })

  it('are in the export of personal data, without what reaches them', async () => {
    const [owner] = await domain.users(1)
    const own = await device(owner!)
    const data = await listPersonalData(domain.stores.db.pool, owner!.id)
    expect(data).toMatchObject({
      devices: [
        { service: new URL(own.input.endpoint).host, locale: 'en-US', created_at: expect.any(String) }
      ]
    })
    expect(JSON.stringify(data)).not.toContain(new URL(own.input.endpoint).pathname)
  })

  it.each([
    ['http://push.example.org/x', 'push.endpoint'],
    ['https://192.168.1.4/x', 'push.endpoint'],
    ['https://[::1]/x', 'push.endpoint']
  ])('at %s are refused', async (endpoint, code) => {
    const [owner] = await domain.users(1)
    const { keys } = service.subscribe().input
    await refused(push().add(await login(owner!), { endpoint, keys }), code, 400)
  })

  it.each([
    [{ endpoint: 'javascript:alert(1)' }, 'push.endpoint'],
    [{ endpoint: `https://push.example.org/${'x'.repeat(1000)}` }, 'push.endpoint'],
    [{ keys: { p256dh: 'AAAA', auth: 'A'.repeat(22) } }, 'push.keys'],
    [{ keys: null }, 'push.keys']
  ])('are refused with %j', (change, code) => {
    const { input } = service.subscribe()
    expect(pushInput.safeParse({ ...input, ...change }).error?.issues[0]?.message).toBe(code)
  })
})
