import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { judge } from '~/scoring/judge'
import type { Ctx } from '~/server/access/contract'
import { listDueEnds } from '~/server/instances/workers/due'
import { isLedgerOpen } from '~/server/ledger-export/contract'
import { HOUR_MS, MINUTE_MS, wireTime } from '~/server/platform/time'
import { STATES } from '~/server/webhooks/game-states'
import { type Domain, openDomain, refused } from '~/tests/support/domain'
import { type PlayedGame, playGame, sendFlags } from '~/tests/support/fixtures'

const DIVISIONS = ['Open', 'Students']

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const sql = async (text: string, ...values: unknown[]) => {
  const { rows } = await domain.stores.db.pool.query(text, values)
  return rows
}

/** Team 0 is in Open, team 1 in Students, team 2 in none. */
async function played(plan: Parameters<typeof playGame>[1] = {}): Promise<PlayedGame> {
  const game = await playGame(domain.stores.db, {
    ...{ startsIn: -HOUR_MS, endsIn: -MINUTE_MS, practiceMode: false },
    ...plan,
    divisionOf: (place) => DIVISIONS[place] ?? null
  })
  await sql('UPDATE games SET divisions = $2 WHERE id = $1', game.id, DIVISIONS)
  return game
}

const player = ({ teams }: PlayedGame, team: number) => domain.as(teams[team]!.members[0])
const extend = (game: PlayedGame, end: Date, division: string | null = 'Students', ctx: Ctx = domain.admin) =>
  domain.services.corrections.apply(ctx, game.id, {
    correction: { kind: 'extension', division, end },
    reason: 'Their network was down.'
  })
const inAnHour = () => new Date(Date.now() + HOUR_MS)

describe('a division that ends later', () => {
  it('plays on alone, and every place agrees who has ended', async () => {
    const game = await played()
    const { services, stores } = domain
    for (const team of [0, 1, 2])
      await refused(services.participations.guardPlay(player(game, team), game.id), 'game.ended')
    await extend(game, inAnHour())

    const { id: challengeId, flag } = game.challenges[0]!
    for (const team of [0, 2]) {
      await refused(services.participations.guardPlay(player(game, team), game.id), 'game.ended')
      await refused(services.submissions.submit(player(game, team), game.id, challengeId, flag), 'game.ended')
    }
    await services.submissions.submit(player(game, 1), game.id, challengeId, flag)
    while ((await judge(stores.db, game.id)).rows.length > 0);
    expect(await sql('SELECT participation_id AS team FROM solves WHERE game_id = $1', game.id)).toEqual([
      { team: game.teams[1]!.participationId }
    ])

    const locks = await sql(
      'SELECT id FROM teams WHERE id = ANY ($1)',
      game.teams.map(({ teamId }) => teamId)
    )
    expect(locks).toHaveLength(3)
    const locked = await Promise.all(
      [0, 1].map(async (team) => (await services.teams.details(player(game, team)))[0]!.lockedBy.length)
    )
    expect(locked).toEqual([0, 1])
  })

  it('keeps the results from being final, until its own end', async () => {
    const game = await played()
    const { services } = domain
    const view = (team: number | null) =>
      services.games.one(team === null ? domain.as(null) : player(game, team), game.id)
    const regular = (await view(null)).end
    const visitor = () => domain.as(null)
    expect(isLedgerOpen(visitor(), await services.games.info(game.id))).toBe(true)
    const end = inAnHour()
    await extend(game, end)
    const facts = await services.games.info(game.id)
    expect(isLedgerOpen(visitor(), facts)).toBe(false)
    expect(isLedgerOpen({ ...visitor(), now: end }, facts)).toBe(true)
    await refused(services.statistics.of(visitor(), game.id), 'statistics.not_public')
    const ends = { regular, final: wireTime(end), later: [{ division: 'Students', end: wireTime(end) }] }
    expect(await view(null)).toMatchObject({ end: wireTime(end), ends })
    expect(await view(0)).toMatchObject({ end: regular, ends })
    expect(await view(1)).toMatchObject({ end: wireTime(end), ends })
    expect(await view(2)).toMatchObject({ end: regular, ends })
    const { running, recent } = await services.games.recent(visitor())
    expect(running.map(({ id }) => id)).toContain(game.id)
    expect(recent.map(({ id }) => id)).not.toContain(game.id)
    const [states] = await sql(`SELECT ${STATES} AS states FROM games g WHERE id = $1`, game.id)
    expect(states.states).not.toContain('ended')
  })

  it('keeps its instances, and loses them at its end', async () => {
    const game = await played({ teams: 2 })
    const { db } = domain.stores
    for (const { participationId } of game.teams)
      await sql(
        `INSERT INTO instances (id, kind, game_id, challenge_id, participation_id, state, spec, memory_mb, cpu, lifetime,
           operated_at, requested_at, ready_at, expires_at)
         VALUES (gen_random_uuid(), 'team', $1, $2, $3, 'ready', '{}', 64, 1, 60, now(), now(), now(), now() + interval '1 h')`,
        game.id,
        game.challenges[0]!.id,
        participationId
      )
    const due = async () =>
      (await listDueEnds(db.pool, 100)).flatMap((one) => (one.game === game.id ? one.ids : [])).length
    expect(await due()).toBe(2)
    await extend(game, inAnHour())
    expect(await due()).toBe(1)
    await extend(game, new Date(Date.now() - 1))
    expect(await due()).toBe(2)
  })

  it('counts what its teams solved in practice since the end, and takes it back when it is undone', async () => {
    const game = await played({ practiceMode: true })
    const { stores, services } = domain
    const at = Date.now() - MINUTE_MS / 2
    await sendFlags(
      stores.db,
      game,
      [0, 1].map((place) => {
        const [team, challenge] = [game.teams[place]!, game.challenges[0]!]
        return { team, challenge, answer: challenge.flag, at }
      })
    )
    while ((await judge(stores.db, game.id)).rows.length > 0);
    const solves = async () =>
      (await sql('SELECT participation_id AS id FROM solves WHERE game_id = $1', game.id)).map(({ id }) => id)
    expect(await solves()).toEqual([])
    const practised = (team: number) =>
      services.submissions.practised(game.id, game.teams[team]!.participationId)
    expect(await practised(1)).toEqual([game.challenges[0]!.id])

    const preview = await services.corrections.preview(domain.admin, game.id, {
      kind: 'extension',
      division: 'Students',
      end: inAnHour()
    })
    expect(preview).toMatchObject({ empty: false, effect: { added: 1, gain: 1 } })
    expect(await solves()).toEqual([])
    const { number } = await extend(game, inAnHour())
    expect(await solves()).toEqual([game.teams[1]!.participationId])
    expect([await practised(0), await practised(1)]).toEqual([[game.challenges[0]!.id], []])
    await services.corrections.undo(domain.admin, game.id, number, { reason: 'It was not.' })
    expect(await solves()).toEqual([])
    expect((await services.games.info(game.id)).divisionEnds).toEqual({})
  })

  it('counts for a team that comes to it while its first extension is being made', async () => {
    const game = await played({ practiceMode: true })
    const { stores, services } = domain
    const [team, challenge] = [game.teams[2]!, game.challenges[0]!]
    const sent = { team, challenge, answer: challenge.flag, at: Date.now() - MINUTE_MS / 2 }
    await sendFlags(stores.db, game, [sent])
    while ((await judge(stores.db, game.id)).rows.length > 0);
    const held = await stores.db.pool.connect()
    try {
      await held.query('BEGIN')
      await held.query('SELECT FROM ledger_heads WHERE game_id = $1 FOR UPDATE', [game.id])
      const moved = services.participations.setDivisions(
        domain.admin,
        game.id,
        [team.participationId],
        'Students'
      )
      const waits = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
      await expect.poll(async () => (await sql(waits)).length).toBe(1)
      const ends = JSON.stringify({ Students: inAnHour().toISOString() })
      await held.query('UPDATE games SET division_ends = $2 WHERE id = $1', [game.id, ends])
      await held.query('COMMIT')
      await moved
    } finally {
      held.release()
    }
    expect(await sql('SELECT participation_id AS team FROM solves WHERE game_id = $1', game.id)).toEqual([
      { team: team.participationId }
    ])
  })

  it('keeps a later change when an earlier extension is undone', async () => {
    const game = await played()
    const [first, second] = [inAnHour(), new Date(Date.now() + 2 * HOUR_MS)]
    const { number } = await extend(game, first)
    await extend(game, second)
    await refused(
      domain.services.corrections.previewUndo(domain.admin, game.id, 77),
      'correction.not_found',
      404
    )
    await domain.services.corrections.undo(domain.admin, game.id, number, { reason: 'Not needed.' })
    const { divisionEnds } = await domain.services.games.info(game.id)
    expect(divisionEnds).toEqual({ Students: second.toISOString() })
  })

  it.each([
    ['first', [0, 1, 2]],
    ['last', [2, 1, 0]],
    ['middle', [1, 2, 0]]
  ])('has its first end again when all are undone, the %s at first', async (_, order) => {
    const game = await played({ endsIn: HOUR_MS })
    for (const division of ['Students', null]) {
      const before = await domain.services.games.info(game.id)
      const numbers: number[] = []
      for (const hours of [2, 3, 4])
        numbers.push((await extend(game, new Date(Date.now() + hours * HOUR_MS), division)).number)
      for (const place of order)
        await domain.services.corrections.undo(domain.admin, game.id, numbers[place]!, {
          reason: 'Not needed.'
        })
      const { divisionEnds, regularEnd } = await domain.services.games.info(game.id)
      expect({ divisionEnds, regularEnd }).toEqual({ divisionEnds: {}, regularEnd: before.regularEnd })
    }
  })

  it('an extension that was undone before the next one is not undone twice', async () => {
    const game = await played({ endsIn: HOUR_MS })
    const { corrections, games } = domain.services
    const { regularEnd } = await games.info(game.id)
    const undo = (number: number) =>
      corrections.undo(domain.admin, game.id, number, { reason: 'Not needed.' })
    const one = await extend(game, new Date(Date.now() + 2 * HOUR_MS), null)
    await undo(one.number)
    const two = await extend(game, new Date(Date.now() + 3 * HOUR_MS), null)
    await undo(two.number)
    expect((await games.info(game.id)).regularEnd).toEqual(regularEnd)
  })

  it('moves with a pause, and a game that ends later than it has one end again', async () => {
    const game = await played({ endsIn: HOUR_MS, practiceMode: true })
    const { services, admin } = { ...domain, ...domain.services, services: domain.services }
    const end = new Date(Date.now() + 2 * HOUR_MS)
    await extend(game, end)
    const until = new Date(Date.now() + 10 * MINUTE_MS)
    await services.pausing.pause(admin, game.id, { until, reason: 'No power.' })
    const paused = await services.games.info(game.id)
    const moved = Date.parse(paused.divisionEnds.Students!) - end.getTime()
    expect(moved).toBeGreaterThan(9 * MINUTE_MS)
    expect(paused.end.getTime() - end.getTime()).toBe(moved)
    await services.games.update(admin, game.id, { end: new Date(Date.now() + 5 * HOUR_MS) })
    const later = await services.games.one(domain.as(null), game.id)
    expect(later.ends.later).toEqual([])
    expect(later.ends.final).toBe(later.ends.regular)
  })

  it('is taken back after a pause, too, with the end before as the pause has moved it', async () => {
    const game = await played({ endsIn: HOUR_MS })
    const { corrections, pausing, games } = domain.services
    const ends = async () => (await games.info(game.id)).divisionEnds
    const [first, second] = [new Date(Date.now() + 2 * HOUR_MS), new Date(Date.now() + 3 * HOUR_MS)]
    const one = await extend(game, first)
    const two = await extend(game, second)
    const until = new Date(Date.now() + 10 * MINUTE_MS)
    await pausing.pause(domain.admin, game.id, { until, reason: 'No power.' })
    const moved = Date.parse((await ends()).Students!) - second.getTime()
    expect(moved).toBeGreaterThan(9 * MINUTE_MS)
    const undo = (number: number) =>
      corrections.undo(domain.admin, game.id, number, { reason: 'Not needed.' })
    expect((await corrections.previewUndo(domain.admin, game.id, two.number)).empty).toBe(false)
    await undo(two.number)
    expect(await ends()).toEqual({ Students: new Date(first.getTime() + moved).toISOString() })
    await undo(one.number)
    expect(await ends()).toEqual({})
  })

  it('refuses unknown divisions, earlier ends, and who may not correct results', async () => {
    const game = await played()
    const { corrections } = domain.services
    const preview = (division: string, end: Date, ctx: Ctx = domain.admin) =>
      corrections.preview(ctx, game.id, { kind: 'extension', division, end })
    const unknown = await refused(preview('Guests', inAnHour()), 'correction.division_unknown', 400)
    expect(unknown.extra).toMatchObject({ field: 'division' })
    const early = await refused(
      preview('Open', new Date(Date.now() - HOUR_MS / 2)),
      'correction.end_not_later',
      400
    )
    expect(early.extra).toMatchObject({ field: 'end' })
    await expect(preview('Open', inAnHour(), player(game, 0))).rejects.toMatchObject({ status: 403 })
    await extend(game, new Date(1e12 * 3), 'Open')
    await refused(extend(game, new Date(1e12 * 3), 'Open'), 'correction.nothing')
  })
})

describe('a game whose end a correction moves', () => {
  const regularEnd = async (game: PlayedGame) => (await domain.services.games.info(game.id)).regularEnd
  const undo = (game: PlayedGame, number: number) =>
    domain.services.corrections.undo(domain.admin, game.id, number, { reason: 'Not needed.' })

  it('goes on for all teams, counts what they solved since, and is taken back', async () => {
    const game = await played({ practiceMode: true })
    const { stores, services } = domain
    const before = await regularEnd(game)
    const [challenge] = game.challenges
    const sent = game.teams.map((team) => ({
      ...{ team, challenge: challenge!, answer: challenge!.flag },
      at: Date.now() - MINUTE_MS / 2
    }))
    await sendFlags(stores.db, game, sent)
    while ((await judge(stores.db, game.id)).rows.length > 0);
    const [end, students] = [inAnHour(), new Date(Date.now() + 2 * HOUR_MS)]
    await extend(game, students)
    const correction = { kind: 'extension' as const, division: null, end }
    const preview = await services.corrections.preview(domain.admin, game.id, correction)
    expect(preview).toMatchObject({ effect: { added: game.teams.length - 1, removed: 0 } })
    expect(preview.ends).toEqual([{ division: null, before: wireTime(before), after: wireTime(end) }])
    expect(await regularEnd(game)).toEqual(before)

    const { number, extension } = await extend(game, end, null)
    expect(extension).toEqual({ division: null, before: wireTime(before), end: wireTime(end) })
    const info = await services.games.info(game.id)
    expect([info.regularEnd, info.end]).toEqual([end, students])
    const solves = async () => (await sql('SELECT 1 FROM solves WHERE game_id = $1', game.id)).length
    expect(await solves()).toBe(game.teams.length)
    await services.participations.guardPlay(player(game, 0), game.id)

    await undo(game, number)
    expect(await regularEnd(game)).toEqual(before)
    expect(await solves()).toBe(1)
  })

  it('is taken back after a pause, too, with the end before as the pause has moved it', async () => {
    const game = await played({ endsIn: HOUR_MS })
    const before = await regularEnd(game)
    const [first, second] = [new Date(Date.now() + 2 * HOUR_MS), new Date(Date.now() + 3 * HOUR_MS)]
    const one = await extend(game, first, null)
    const pause = async (minutes: number) => {
      const until = new Date(Date.now() + minutes * MINUTE_MS)
      await domain.services.pausing.pause(domain.admin, game.id, { until, reason: 'No power.' })
    }
    await pause(10)
    const moved = (await regularEnd(game)).getTime() - first.getTime()
    expect(moved).toBeGreaterThan(9 * MINUTE_MS)
    const two = await extend(game, second, null)
    await pause(20)
    const again = (await regularEnd(game)).getTime() - second.getTime()
    await undo(game, one.number)
    expect((await regularEnd(game)).getTime()).toBe(second.getTime() + again)
    await undo(game, two.number)
    expect((await regularEnd(game)).getTime()).toBe(before.getTime() + moved + again)
  })

  it('keeps an end that was edited between two of them', async () => {
    const game = await played({ endsIn: HOUR_MS })
    const one = await extend(game, new Date(Date.now() + 2 * HOUR_MS), null)
    const edited = new Date(Date.now() + 3 * HOUR_MS)
    await domain.services.games.update(domain.admin, game.id, { end: edited })
    const two = await extend(game, new Date(Date.now() + 4 * HOUR_MS), null)
    await undo(game, one.number)
    await undo(game, two.number)
    expect(await regularEnd(game)).toEqual(edited)
  })

  it('keeps an end that was edited or corrected since', async () => {
    const game = await played({ endsIn: HOUR_MS })
    const [first, second] = [new Date(Date.now() + 2 * HOUR_MS), new Date(Date.now() + 3 * HOUR_MS)]
    const one = await extend(game, first, null)
    const two = await extend(game, second, null)
    await undo(game, one.number)
    expect(await regularEnd(game)).toEqual(second)
    const edited = new Date(Date.now() + 4 * HOUR_MS)
    await domain.services.games.update(domain.admin, game.id, { end: edited })
    await undo(game, two.number)
    expect(await regularEnd(game)).toEqual(edited)
  })

  it('refuses an end that is not later', async () => {
    const game = await played({ endsIn: HOUR_MS })
    const early = await refused(extend(game, new Date(), null), 'correction.end_not_later', 400)
    expect(early.extra).toMatchObject({ field: 'end' })
    await refused(extend(game, await regularEnd(game), null), 'correction.end_not_later', 400)
  })
})

it('the last end of a game is kept by the database, whoever writes the ends', async () => {
  const game = await played()
  const minute = fc.integer({ min: 1, max: 500 })
  const ends = fc.dictionary(fc.constantFrom(...DIVISIONS, 'it’s "q"'), minute, { maxKeys: 3 })
  await fc.assert(
    fc.asyncProperty(minute, ends, fc.boolean(), async (regular, own, together) => {
      const at = (minutes: number) => new Date(Date.UTC(2100, 0, 1) + minutes * MINUTE_MS)
      const texts = Object.fromEntries(
        Object.entries(own).map(([name, end]) => [name, at(end).toISOString()])
      )
      if (together)
        await sql(
          'UPDATE games SET end_at = $2, division_ends = $3 WHERE id = $1',
          game.id,
          at(regular),
          texts
        )
      else {
        await sql('UPDATE games SET division_ends = $2 WHERE id = $1', game.id, texts)
        await sql('UPDATE games SET end_at = $2 WHERE id = $1', game.id, at(regular))
      }
      const [found] = await sql('SELECT final_at FROM games WHERE id = $1', game.id)
      expect(found.final_at).toEqual(at(Math.max(regular, ...Object.values(own))))
    }),
    { numRuns: 50 }
  )
})
