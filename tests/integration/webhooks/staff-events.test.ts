import { describe, expect, it } from 'vitest'
import { judge } from '~/scoring/judge'
import { caseOpen, caseProposal, caseVerdict } from '~/server/cases/contract'
import { workerTransaction } from '~/server/instances/effects'
import { endInstances } from '~/server/instances/ends'
import { lockLedgers } from '~/server/ledger'
import { MINUTE_MS } from '~/server/platform/time'
import { PUBLIC_EVENTS, STAFF_EVENTS, WEBHOOK_EVENTS, WEBHOOK_FORMATS } from '~/server/webhooks/constants'
import { requestOf } from '~/server/webhooks/formats'
import { type PlayedGame, playGame, sendFlags } from '../../support/fixtures'
import { openWebhooksSuite } from '../../support/games/webhooks-suite'

const suite = openWebhooksSuite()
const { add, deliver, log, hooks, sql, dueNow } = suite

const told = () => suite.got.map(({ body }) => JSON.parse(body))
const cheat = async (game: PlayedGame) => {
  const [challenge] = game.challenges
  const [team, source] = game.teams
  await sql(`UPDATE challenges SET type = 'DynamicContainer' WHERE id = $1`, challenge!.id)
  await sql(
    'INSERT INTO team_flags (challenge_id, participation_id, flag) VALUES ($1, $2, $3)',
    ...[challenge!.id, source!.participationId, 'flag{of the source}']
  )
  await sendFlags(suite.domain.stores.db, game, [
    { team: team!, challenge: challenge!, answer: 'flag{of the source}' }
  ])
  while ((await judge(suite.domain.stores.db, game.id)).rows.length > 0);
  return { team: team!.name, source: source!.name, challenge: challenge!.title }
}

describe('an event for staff', () => {
  it('tells of the flag of another team, without the flag, once, and only the webhooks of the game', async () => {
    const { db } = suite.domain.stores
    const [game, other] = [await playGame(db, { teams: 2 }), await playGame(db, { teams: 2 })]
    await add(game.id, { events: ['cheat_detected'] })
    await add(other.id, { events: ['cheat_detected'], url: `${suite.origin}/other` })
    await add(game.id, { events: [...PUBLIC_EVENTS], url: `${suite.origin}/public` })
    const data = await cheat(game)
    await Promise.all([deliver(), deliver()])
    expect(suite.got.map(({ path }) => path)).toEqual(['/in'])
    expect(told()).toMatchObject([{ type: 'cheat_detected', staff: true, data }])
    expect(suite.got[0]!.body).not.toContain('flag{')
  })

  it('comes behind a freeze too, while nothing public does', async () => {
    const game = await playGame(suite.domain.stores.db, { teams: 2, challenges: 2 })
    await sql(`UPDATE games SET freeze_at = now() - interval '1 s' WHERE id = $1`, game.id)
    await add(game.id, { events: [...WEBHOOK_EVENTS] })
    await sendFlags(suite.domain.stores.db, game, [{ team: game.teams[1]!, challenge: game.challenges[1]! }])
    await cheat(game)
    await deliver()
    expect(told().map(({ type, staff }) => [type, staff])).toEqual([['cheat_detected', true]])
  })

  it('tells of a case by its number and outcome, and nothing of what it says', async () => {
    const { domain } = suite
    const game = await playGame(domain.stores.db, { teams: 1 })
    const { cases } = domain.services
    await add(game.id, { events: ['case_opened', 'case_decided'] })
    const [participation] = game.teams.map(({ participationId }) => participationId)
    const opened = await cases.open(
      domain.admin,
      game.id,
      caseOpen.parse({ title: 'Same hand', evidence: [], participationIds: [participation] })
    )
    const propose = async (version: number) =>
      cases.propose(
        domain.admin,
        game.id,
        opened.number,
        caseProposal.parse({
          ...{ outcome: 'warning', participationIds: [participation], challengeIds: [] },
          ...{ reason: 'Copied.', version }
        })
      )
    const [second] = await domain.users(1, 'Admin')
    const answer = async (accept: boolean, version: number) =>
      cases.answer(
        domain.as(second!, { role: 'Admin' }),
        game.id,
        opened.number,
        caseVerdict.parse({ accept, version, reason: 'No.' })
      )
    const rejected = await answer(false, (await propose(opened.version)).version)
    await answer(true, (await propose(rejected.version)).version)
    await deliver()
    expect(told()).toMatchObject([
      { type: 'case_opened', staff: true, data: { case: opened.number } },
      { type: 'case_decided', staff: true, data: { case: opened.number, outcome: 'warning' } }
    ])
    expect(suite.got.map(({ body }) => body).join()).not.toMatch(/Same hand|Copied|No\./)
  })

  it('tells of a team that applies, again after a rejection, and of its suspension', async () => {
    const { domain } = suite
    const { participations } = domain.services
    const game = await domain.game()
    await add(game, { events: ['team_applied', 'team_suspended'] })
    const team = await domain.team(2)
    const [captain, mate] = team.members.map((member) => domain.as(member))
    await participations.join(captain!, game, { teamId: team.id })
    await participations.join(mate!, game, { teamId: team.id })
    const [{ id }] = await sql('SELECT id FROM participations WHERE game_id = $1', game)
    await participations.change(domain.admin, id, { status: 'Rejected' })
    await participations.join(domain.as(team.captain), game, { teamId: team.id })
    for (const status of ['Accepted', 'Suspended', 'Suspended'] as const)
      await participations.change(domain.admin, id, { status })
    await deliver()
    expect(told().map(({ type }) => type)).toEqual(['team_applied', 'team_applied', 'team_suspended'])
  })

  it('is not written when what it tells is not done', async () => {
    const { db } = suite.domain.stores
    const game = await playGame(db, { teams: 2 })
    const { id } = await add(game.id, { events: ['instance_failed'] })
    const failing = workerTransaction(suite.domain.stores, async (tx) => {
      await fail(tx, game, 1)
      throw new Error('undone')
    })
    await expect(failing).rejects.toThrow('undone')
    expect(await log(game.id, id)).toEqual([])
  })
})

type Tx = Parameters<Parameters<typeof workerTransaction>[1]>[0]

/** Instances of the game's first teams that crash at once. */
async function fail(tx: Tx, game: PlayedGame, count: number, at = new Date(), place = 0) {
  await lockLedgers(tx, [game.id])
  const { rows } = await tx.query<{ id: string }>(
    `INSERT INTO instances (id, kind, game_id, challenge_id, participation_id, state, spec, memory_mb, cpu, lifetime,
       operated_at, requested_at, ready_at, expires_at)
     SELECT gen_random_uuid(), 'team', $1, $2, p, 'ready', '{}', 64, 1, 60, now(), now(), now(), now() + interval '1 hour'
     FROM unnest($3::int[]) AS t (p) RETURNING id`,
    [
      ...[game.id, game.challenges[place]!.id],
      game.teams.slice(0, count).map(({ participationId }) => participationId)
    ]
  )
  await endInstances(tx, { ids: rows.map(({ id }) => id) }, 'crashed', { at })
}

describe('failures of instances', () => {
  it('are one message for each challenge and minute, with their number, whoever counts at the same time', async () => {
    const { db } = suite.domain.stores
    const game = await playGame(db, { teams: 8, challenges: 2 })
    const { id } = await add(game.id, { events: ['instance_failed'] })
    const minute = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
    const at = (seconds: number) => new Date(minute + seconds * 1000)
    await Promise.all([
      workerTransaction(suite.domain.stores, (tx) => fail(tx, game, 8, at(1))),
      workerTransaction(suite.domain.stores, (tx) => fail(tx, game, 3, at(59), 1)),
      ...[2, 30, 58].map((second) =>
        workerTransaction(suite.domain.stores, (tx) => fail(tx, game, 2, at(second), 1))
      )
    ])
    await workerTransaction(suite.domain.stores, (tx) => fail(tx, game, 1, at(60)))
    const { rows } = await db.pool.query(
      `SELECT count(*)::int AS n FROM webhook_deliveries WHERE webhook_id = $1 AND due_at <= to_timestamp($2 / 1000.0)`,
      [id, minute + 60_000]
    )
    expect(rows).toEqual([{ n: 0 }])
    await dueNow()
    await deliver()
    const titles = game.challenges.map(({ title }) => title)
    expect(
      told()
        .map(({ data, timestamp }) => [data.challenge, data.count, new Date(timestamp).getTime()])
        .sort()
    ).toEqual(
      [
        [titles[0], 8, minute],
        [titles[0], 1, minute + 60_000],
        [titles[1], 9, minute]
      ].sort()
    )
  })

  it('of a message that was sent already are not added to it', async () => {
    const { db } = suite.domain.stores
    const game = await playGame(db, { teams: 3 })
    await add(game.id, { events: ['instance_failed'] })
    const at = new Date()
    await workerTransaction(suite.domain.stores, (tx) => fail(tx, game, 2, at))
    await dueNow()
    await deliver()
    await workerTransaction(suite.domain.stores, (tx) => fail(tx, game, 3, at))
    await dueNow()
    await deliver()
    expect(told().map(({ data }) => data.count)).toEqual([2])
  })
})

describe('a webhook that goes while something happens', () => {
  it('is left out, and what happens is done', async () => {
    const { db } = suite.domain.stores
    const game = await playGame(db, { teams: 4 })
    const { id } = await add(game.id, { events: ['instance_failed'] })
    const client = await db.pool.connect()
    await client.query('BEGIN')
    await client.query('DELETE FROM webhooks WHERE id = $1', [id])
    const failing = workerTransaction(suite.domain.stores, (tx) => fail(tx, game, 2))
    const waiting = async () =>
      sql(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
           AND query LIKE '%FOR KEY SHARE OF w%'`)
    await expect.poll(async () => (await waiting()).length).toBe(1)
    await client.query('COMMIT')
    client.release()
    await failing
    expect(await hooks().list(suite.domain.admin, game.id)).toEqual([])
    const ended = await sql(`SELECT FROM instances WHERE game_id = $1 AND reason = 'crashed'`, game.id)
    expect(ended.length).toBe(2)
  })
})

describe('every kind', () => {
  it.each(WEBHOOK_FORMATS.filter((format) => format !== 'Plugin'))(
    'has a text of its own in %s, that names its game',
    async (format) => {
      const { domain } = suite
      const game = await domain.game({ title: 'Finals' })
      const target = {
        Telegram: { url: null, token: '1:a', room: '5' },
        Matrix: { token: 'x', room: '!r:x' }
      }
      const hook = await add(game, {
        ...{ format, events: [...WEBHOOK_EVENTS] },
        ...(target[format as 'Matrix'] ?? {})
      })
      // Telegram's address is that of its service: what would be sent is read from its request.
      const to = { url: suite.origin, token: '1:a', room: '!r:x' }
      const texts = new Set<string>()
      for (const type of [...WEBHOOK_EVENTS, 'test'] as const) {
        const data = {
          ...{
            game: { id: game, title: 'Finals' },
            team: 'Night Owls',
            source: 'Foxes',
            challenge: 'Harbour'
          },
          ...{ case: 3, outcome: 'warning', count: 4, text: 'Lunch', until: '2026-01-01T10:00:00+00:00' }
        }
        const payload = { type, timestamp: '2026-01-01T00:00:00+00:00', data }
        for (const locale of ['en-US', 'de-DE', 'ru-RU', 'zh-TW'] as const) {
          const { body } = requestOf(format, to, hook.id, payload, suite.translator.textOf(locale))
          expect(body).toContain('Finals')
          expect(body).not.toMatch(/chat\.|\{\{|undefined/)
          if (locale === 'en-US') texts.add(body)
        }
      }
      expect(texts.size).toBe(WEBHOOK_EVENTS.length + 1)
      expect(STAFF_EVENTS.length + PUBLIC_EVENTS.length).toBe(WEBHOOK_EVENTS.length)
    }
  )
})
