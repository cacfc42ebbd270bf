import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { judge } from '~/scoring/judge'
import type { Ctx } from '~/server/access/contract'
import { listDueEnds } from '~/server/instances/workers/due'
import { readEntries, verifyChain } from '~/server/ledger'
import { isLedgerOpen } from '~/server/ledger-export/contract'
import { HOUR_MS, MINUTE_MS, wireTime } from '~/server/platform/time'
import { type Domain, openDomain, refused } from '~/tests/support/domain'
import { pdf } from '~/tests/support/files/files'
import { type PlayedGame, playGame, sendFlags } from '~/tests/support/fixtures'
import { inOtherTransaction } from '~/tests/support/stores/locks'
import { until } from '~/tests/support/until'

const REASON = 'A chronic illness of a member.'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const sql = async (text: string, ...values: unknown[]) => {
  const { rows } = await domain.stores.db.pool.query(text, values)
  return rows
}

/** Ended a minute ago; team 0 is in Open, team 1 in Students, team 2 in none. */
async function played(plan: Parameters<typeof playGame>[1] = {}): Promise<PlayedGame> {
  const divisions = ['Open', 'Students']
  const game = await playGame(domain.stores.db, {
    ...{ startsIn: -HOUR_MS, endsIn: -MINUTE_MS, practiceMode: false },
    ...plan,
    divisionOf: (place) => divisions[place] ?? null
  })
  await sql('UPDATE games SET divisions = $2 WHERE id = $1', game.id, divisions)
  return game
}

const player = ({ teams }: PlayedGame, team: number) => domain.as(teams[team]!.members[0])
const give = (game: PlayedGame, team: number, minutes: number, ctx: Ctx = domain.admin) =>
  domain.services.extraTimes.give(ctx, game.id, game.teams[team]!.participationId, {
    minutes,
    reason: REASON
  })
const take = (game: PlayedGame, team: number) =>
  domain.services.extraTimes.take(domain.admin, game.id, game.teams[team]!.participationId)
const judgeAll = async (game: PlayedGame) => {
  while ((await judge(domain.stores.db, game.id)).rows.length > 0);
}
const solvers = async (game: PlayedGame) =>
  (await sql('SELECT participation_id AS id FROM solves WHERE game_id = $1 ORDER BY 1', game.id)).map(
    ({ id }) => id
  )
const guarded = (game: PlayedGame, team: number) =>
  domain.services.participations.guardPlay(player(game, team), game.id)

describe('extra time', () => {
  it('is given while a member saves answers, and neither is refused', async () => {
    const game = await played({ endsIn: HOUR_MS })
    const question = { id: 1, of: 'Player', kind: 'Text', label: 'Size', hint: '', required: false }
    const fields = [{ ...question, public: false, options: [] }]
    await sql('UPDATE games SET registration_fields = $2 WHERE id = $1', game.id, JSON.stringify(fields))
    const { participationId } = game.teams[0]!
    const waiting = (count: number) =>
      until(
        async () =>
          (
            await sql(
              `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
            )
          ).length >= count
      )
    let both: Promise<unknown[]> = Promise.resolve([])
    await inOtherTransaction(domain.stores.databaseUrl, async (tx) => {
      await tx.query('SELECT FROM participations WHERE id = $1 FOR UPDATE', [participationId])
      const given = give(game, 0, 5)
      await waiting(1)
      const saved = domain.services.participations.changeAnswers(player(game, 0), game.id, { 1: 'M' })
      both = Promise.all([given, saved].map((one) => one.catch((error: unknown) => error)))
      await waiting(2)
    })
    expect((await both).filter((one) => one instanceof Error)).toEqual([])
    expect(
      await sql(
        'SELECT p.extra_ms::int AS ms, r.answers FROM participations p JOIN registrations r ON r.participation_id = p.id WHERE p.id = $1',
        participationId
      )
    ).toMatchObject([{ ms: 5 * MINUTE_MS, answers: { 1: 'M' } }])
  })

  it('lets one team play on alone, and every place agrees who has ended', async () => {
    const game = await played()
    const { services } = domain
    const { id: challengeId, flag } = game.challenges[0]!
    const submit = (team: number) =>
      services.submissions.submit(player(game, team), game.id, challengeId, flag)
    for (const team of [0, 1, 2]) await refused(submit(team), 'game.ended')
    await give(game, 1, 60)
    for (const team of [0, 2]) {
      await refused(guarded(game, team), 'game.ended')
      await refused(submit(team), 'game.ended')
    }
    await submit(1)
    await judgeAll(game)
    expect(await solvers(game)).toEqual([game.teams[1]!.participationId])
    const locked = await Promise.all(
      [0, 1].map(async (team) => (await services.teams.details(player(game, team)))[0]!.lockedBy.length)
    )
    expect(locked).toEqual([0, 1])

    await take(game, 1)
    await refused(submit(1), 'game.ended')
    expect(await solvers(game)).toEqual([])
    await give(game, 1, 30)
    expect(await solvers(game)).toEqual([game.teams[1]!.participationId])
  })

  it('is in the view of its team alone; results are not final until it has ended', async () => {
    const game = await played()
    const { services } = domain
    const view = (team: number | null) =>
      services.games.one(team === null ? domain.as(null) : player(game, team), game.id)
    const { end: regular, ends } = await view(null)
    const given = await give(game, 0, 45)
    expect(given).toMatchObject({
      minutes: 45,
      reason: REASON,
      end: wireTime(new Date(Date.parse(regular) + 45 * MINUTE_MS))
    })
    for (const team of [null, 1, 2])
      expect(await view(team)).toMatchObject({ end: regular, ends, over: false })
    expect(await view(0)).toMatchObject({ end: given.end, ends, over: false })
    const facts = await services.games.info(game.id)
    expect(isLedgerOpen(domain.as(null), facts)).toBe(false)
    expect(isLedgerOpen({ ...domain.as(null), now: new Date(given.end) }, facts)).toBe(true)
    await refused(services.statistics.of(domain.as(null), game.id), 'statistics.not_public')
    const { recent } = await services.games.recent(domain.as(null))
    expect(recent.find(({ id }) => id === game.id)?.end).toBe(regular)
  })

  it('is not found out from the steps of the statistics, whose last one has what came in it', async () => {
    const game = await played()
    const { services, stores } = domain
    const statistics = (now?: Date) => services.statistics.of(domain.as(null, { now }), game.id)
    const { activity: before } = await statistics()
    const [team] = game.teams as [PlayedGame['teams'][0]]
    const [challenge] = game.challenges as [PlayedGame['challenges'][0]]
    const given = await give(game, 0, 20)
    await sendFlags(stores.db, game, [
      { team, challenge, answer: 'flag{no}' },
      { team, challenge }
    ])
    await judgeAll(game)
    const { activity, challenges } = await statistics(new Date(given.end))
    const last = (values: number[]) => [values.length, values.at(-1)]
    expect(activity).toMatchObject({ start: before.start, step: before.step })
    expect([activity.right, activity.wrong].map(last)).toEqual([
      [60, 1],
      [60, 1]
    ])
    expect(last(challenges.find(({ id }) => id === challenge.id)!.over)).toEqual([60, 1])
  })

  it('given behind a freeze announces bloods of before it at once, and takes them back', async () => {
    const game = await played({ endsIn: -30 * MINUTE_MS })
    await sql(
      `UPDATE games SET freeze_at = now() - interval '10 minutes',
         division_ends = jsonb_build_object('Students', $2::text) WHERE id = $1`,
      game.id,
      new Date(Date.now() + HOUR_MS).toISOString()
    )
    const [team] = game.teams as [PlayedGame['teams'][0]]
    const at = Date.now() - 20 * MINUTE_MS
    await sendFlags(domain.stores.db, game, [{ team, challenge: game.challenges[0]!, at }])
    await judgeAll(game)
    const bloods = () => sql('SELECT type FROM notices WHERE game_id = $1 ORDER BY id', game.id)
    expect(await bloods()).toEqual([])
    await give(game, 0, 15)
    expect(await bloods()).toEqual([{ type: 'FirstBlood' }])
    await domain.services.freezing.reveal(domain.admin, game.id)
    expect(await bloods()).toEqual([{ type: 'FirstBlood' }])
    await take(game, 0)
    expect(await bloods()).toEqual([])
  })

  it('is not found out by authors from the times that a challenge takes', async () => {
    const game = await played({ endsIn: HOUR_MS })
    await give(game, 1, 90)
    const [{ end }] = await sql('SELECT end_at AS end FROM games WHERE id = $1', game.id)
    const ctx = player(game, 2)
    const author: Ctx = { ...ctx, actor: { ...ctx.actor!, games: { [game.id]: 'author' } } }
    const { challenges } = domain.services
    const { id } = game.challenges[0]!
    const closing = (closesAt: Date) => challenges.update(author, game.id, id, { closesAt })
    await refused(closing(new Date(end.getTime() + 1)), 'challenge.closes_after_end', 400)
    await closing(end)
    await challenges.update(author, game.id, id, { isEnabled: false, closesAt: null })
    const releasing = (releaseAt: Date) => challenges.update(author, game.id, id, { releaseAt })
    await refused(releasing(end), 'challenge.release_after_end', 400)
    await releasing(new Date(end.getTime() - 1))
  })

  it('ends with the later of both ends, of its division and its own', async () => {
    const game = await played()
    const { services, admin } = domain
    const end = new Date(Date.now() + HOUR_MS)
    const correction = { kind: 'extension' as const, division: 'Open', end }
    const { number } = await services.corrections.apply(admin, game.id, { correction, reason: 'Power.' })
    expect((await give(game, 0, 10)).end).toBe(wireTime(end))
    await services.corrections.undo(admin, game.id, number, { reason: 'No.' })
    await guarded(game, 0)
    await give(game, 0, 1)
    await refused(guarded(game, 0), 'game.ended')
  })

  it('moves with the end of the game and with pauses, also with one after the regular end', async () => {
    const game = await played()
    const { services, admin } = domain
    const finalOf = async () => (await services.games.info(game.id)).end.getTime()
    await give(game, 0, 60)
    const before = await finalOf()
    const until = new Date(Date.now() + 10 * MINUTE_MS)
    await services.pausing.pause(admin, game.id, { until, reason: 'No power.' })
    const by = (await finalOf()) - before
    expect(by).toBeGreaterThan(9 * MINUTE_MS)
    expect(by).toBeLessThanOrEqual(10 * MINUTE_MS)
    await services.pausing.resume(admin, game.id)
    expect((await finalOf()) - before).toBeLessThan(MINUTE_MS)

    const end = new Date(Date.now() + HOUR_MS)
    await give(game, 0, 60)
    await services.games.update(admin, game.id, { end })
    expect(await finalOf()).toBe(end.getTime() + 60 * MINUTE_MS)
  })

  it('counts and takes back with the bloods, without a word in ledger, corrections, audit or log about why', async () => {
    const game = await played({ practiceMode: true })
    const { services, stores, admin } = domain
    const [team, challenge] = [game.teams[0]!, game.challenges[0]!]
    await sendFlags(stores.db, game, [
      { team, challenge, answer: challenge.flag, at: Date.now() - MINUTE_MS / 2 }
    ])
    await judgeAll(game)
    const bloods = () =>
      sql(`SELECT "values" FROM notices WHERE game_id = $1 AND type = 'FirstBlood'`, game.id)
    const first = await readEntries(stores.db.pool, game.id, 0, 1000)
    await give(game, 0, 60)
    expect(await solvers(game)).toEqual([team.participationId])
    expect(await bloods()).toEqual([{ values: [team.name, challenge.title] }])
    await take(game, 0)
    expect([await solvers(game), await bloods()]).toEqual([[], []])
    const events = await readEntries(stores.db.pool, game.id, 0, 1000)
    expect(events.slice(first.length).map(({ kind }) => kind)).toEqual(['solve', 'void'])
    expect((await verifyChain(stores.db.pool, game.id)).firstBad).toBeNull()
    expect((await services.corrections.list(admin, game.id, { count: 10, skip: 0 })).total).toBe(0)
    const told = await sql(
      'SELECT action, before, after FROM audit_events WHERE target = $1',
      `participation:${team.participationId}`
    )
    expect(told.map(({ after }) => after)).toMatchObject([
      { minutes: 60, added: 1, removed: 0 },
      { minutes: 0, added: 0, removed: 1 }
    ])
    expect(JSON.stringify(told)).not.toContain(REASON)
  })

  it('gives the team more time for its writeup', async () => {
    const game = await played()
    const { writeups, games, assets } = domain.services
    const writeupDeadline = new Date(Date.now() - MINUTE_MS / 2)
    await games.update(domain.admin, game.id, { writeupRequired: true, writeupDeadline })
    const hand = async (team: number) =>
      writeups.submit(player(game, team), game.id, {
        ...(await assets.receive(Readable.from([pdf()]), 1 << 20)),
        ...{ field: 'file', name: 'w.pdf', claimed: 'application/pdf' }
      })
    await refused(hand(0), 'writeup.deadline_passed')
    await give(game, 0, 60)
    await hand(0)
    await refused(hand(1), 'writeup.deadline_passed')
    const deadline = async (team: number) =>
      Date.parse((await domain.services.games.one(player(game, team), game.id)).writeupsUntil!)
    expect((await deadline(0)) - (await deadline(1))).toBe(60 * MINUTE_MS)
  })

  it('keeps instances of the team, and ends them when it is taken away', async () => {
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
    await give(game, 0, 60)
    expect(await due()).toBe(1)
    await take(game, 0)
    expect(await due()).toBe(2)
  })

  it('decides flags that race with it like one that was always so', async () => {
    for (let round = 0; round < 4; round++) {
      const game = await played()
      const { submissions } = domain.services
      await give(game, 0, 60)
      const sent = game.challenges.map(({ id, flag }) =>
        submissions.submit(player(game, 0), game.id, id, flag).catch(() => null)
      )
      const changes = [take(game, 0), give(game, 0, 30).catch(() => null)]
      await Promise.all([...sent, ...changes])
      await judgeAll(game)
      const [has] = await sql(
        'SELECT extra_ms FROM participations WHERE id = $1',
        game.teams[0]!.participationId
      )
      const [{ n }] = await sql('SELECT count(*)::int AS n FROM submissions WHERE game_id = $1', game.id)
      expect(await solvers(game)).toHaveLength(Number(has.extra_ms) > 0 ? n : 0)
    }
  })

  it('holds up the final end whatever the status of its team, also out of the trash', async () => {
    const game = await played()
    const { services, admin } = domain
    await give(game, 0, 60)
    const { participationId } = game.teams[0]!
    await services.participations.change(admin, participationId, { status: 'Suspended' })
    expect((await services.games.one(domain.as(null), game.id)).over).toBe(false)
    const before = await sql('SELECT final_at, announced_end_at FROM games WHERE id = $1', game.id)
    await services.games.remove(admin, game.id)
    const { data } = await services.trash.list(admin, { by: '' }, { count: 1, skip: 0 })
    await services.trash.restore(admin, data[0]!.id)
    expect(await sql('SELECT final_at, announced_end_at FROM games WHERE id = $1', game.id)).toEqual(before)
    expect((await services.extraTimes.list(admin, game.id, { count: 5, skip: 0 })).data).toMatchObject([
      { minutes: 60, reason: REASON }
    ])
  })

  it('goes and comes back at once with its team', async () => {
    const game = await played()
    const { services, admin } = domain
    await give(game, 0, 60)
    const over = async () => (await services.games.one(domain.as(null), game.id)).over
    expect(await over()).toBe(false)
    await services.teams.adminDelete(admin, game.teams[0]!.teamId)
    expect(await over()).toBe(true)
    const { data } = await services.trash.list(admin, { by: '' }, { count: 1, skip: 0 })
    await services.trash.restore(admin, data[0]!.id)
    expect(await over()).toBe(false)
  })

  it('refuses teams of other games, who may not correct results, and to take away what there is not', async () => {
    const [game, other] = [await played(), await played()]
    const { extraTimes } = domain.services
    const id = other.teams[0]!.participationId
    await refused(
      extraTimes.give(domain.admin, game.id, id, { minutes: 5, reason: REASON }),
      'participation.not_found',
      404
    )
    await refused(take(game, 0), 'extra_time.none', 400)
    await expect(give(game, 0, 5, player(game, 0))).rejects.toMatchObject({ status: 403 })
    await expect(extraTimes.list(player(game, 0), game.id, { count: 5, skip: 0 })).rejects.toMatchObject({
      status: 403
    })
    expect((await extraTimes.list(domain.admin, game.id, { count: 5, skip: 0 })).total).toBe(0)
  })
})
