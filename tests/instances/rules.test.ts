import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OVERHEAD_MB } from '~/server/engines'
import { MINUTE_MS } from '~/server/platform/time'
import { outcomes, refused } from '../support/domain'
import { containers, ENGINE, openWorkerDomain, type WorkerDomain } from '../support/instances/instances'
import { createRandom } from '../support/random'
import { until } from '../support/until'

describe.skipIf(!ENGINE)('rules of instances', () => {
  let workerDomain: WorkerDomain
  beforeAll(async () => {
    workerDomain = await openWorkerDomain()
  })
  afterAll(() => workerDomain?.close())

  const { as } = { as: (...given: Parameters<WorkerDomain['as']>) => workerDomain.as(...given) }
  /** The administrator at this moment: what one does is told of with the time of its request. */
  const admin = () => ({ ...workerDomain.admin, now: new Date() })
  const rows = async <T extends object>(text: string, values: unknown[] = []) =>
    (await workerDomain.stores.db.pool.query<T>(text, values)).rows
  const patient = () =>
    workerDomain.stores.db.pool.query(
      `UPDATE instances SET operated_at = operated_at - interval '11 seconds'`
    )

  it('a limit holds when twenty challenges are requested at once, on the engine too', async () => {
    const game = await workerDomain.game({ containerCountLimit: 3 })
    const challenges = []
    for (let n = 0; n < 20; n++) challenges.push(await workerDomain.challenge(game))
    const { members, participationId } = await workerDomain.addTeam(game)
    let most = 0
    const watching = new AbortController()
    const watch = (async () => {
      while (!watching.signal.aborted) {
        most = Math.max(most, (await containers('TeamId', workerDomain, participationId)).length)
        await pause(50)
      }
    })()
    const { done, codes } = await outcomes(
      challenges.map((id) => workerDomain.services.instances.create(as(members[0]!), game, id))
    )
    watching.abort()
    await watch
    expect(done).toBe(3)
    expect(new Set(codes)).toEqual(new Set(['container.limit_exceeded']))
    expect(most).toBe(3)
  })

  it('at the limit the oldest instance ends, and the new one waits until it is gone', async () => {
    const game = await workerDomain.game({ containerCountLimit: 1 })
    await workerDomain.services.settings.update(workerDomain.admin, {
      containerPolicy: { autoDestroyOnLimitReached: true }
    })
    const [one, two] = [await workerDomain.challenge(game), await workerDomain.challenge(game)]
    const { members } = await workerDomain.addTeam(game)
    const player = as(members[0]!)
    expect((await workerDomain.services.instances.create(player, game, one)).status).toBe('Running')
    expect((await workerDomain.services.instances.create(player, game, two)).status).toBe('Running')
    await workerDomain.services.settings.update(workerDomain.admin, {
      containerPolicy: { autoDestroyOnLimitReached: false }
    })
    expect(await workerDomain.services.instances.view(player, game, one)).toMatchObject({
      state: 'ended',
      reason: 'limit'
    })
    const [overlap] = await rows<{ n: number }>(
      `SELECT count(*)::int AS n FROM instances a JOIN instances b ON a.participation_id = b.participation_id
         AND b.reason = 'limit' AND a.id <> b.id AND a.started_at < b.ended_at WHERE a.game_id = $1`,
      [game]
    )
    expect(overlap!.n).toBe(0)
  })

  it('two extensions at once extend once, and only inside the window', async () => {
    const game = await workerDomain.game()
    const challenge = await workerDomain.challenge(game)
    const { members } = await workerDomain.addTeam(game)
    const player = () => as(members[0]!)
    const { instances } = workerDomain.services
    await refused(instances.extend(player(), game, challenge), 'container.not_created')
    const made = await instances.create(player(), game, challenge)
    await refused(instances.extend(player(), game, challenge), 'container.extend_too_early')
    await workerDomain.stores.db.pool.query(
      `UPDATE instances SET expires_at = now() + interval '9 minutes' WHERE game_id = $1`,
      [game]
    )
    const { done, codes } = await outcomes([
      instances.extend(player(), game, challenge),
      instances.extend(player(), game, challenge)
    ])
    expect([done, codes]).toEqual([1, ['container.extend_too_early']])
    const view = await instances.view(player(), game, challenge)
    const left = Date.parse(view.expiresAt!) - Date.now()
    expect(left).toBeGreaterThan(128 * MINUTE_MS)
    expect(left).toBeLessThan(129.1 * MINUTE_MS)
    expect(made.entry).toBe(view.entry)
  })

  it('an instance that lives on after the right flag is not extended, and one that was asked for after it is', async () => {
    const game = await workerDomain.game()
    const challenge = await workerDomain.challenge(game, { containerOptions: { keepAfterSolve: 5 } })
    const { members, participationId } = await workerDomain.addTeam(game)
    const player = () => as(members[0]!)
    const { instances } = workerDomain.services
    await instances.create(player(), game, challenge)
    const { pool } = workerDomain.stores.db
    await pool.query(`UPDATE instances SET expires_at = now() + interval '5 minutes' WHERE game_id = $1`, [
      game
    ])
    await pool.query(
      `WITH sent AS (
         INSERT INTO submissions (answer, status, submitted_at, user_id, participation_id, challenge_id, game_id)
         VALUES ('flag{static}', 'Accepted', now(), $4, $3, $2, $1) RETURNING id)
       INSERT INTO solves (challenge_id, participation_id, game_id, submission_id, user_id, solved_at)
       SELECT $2, $3, $1, id, $4, now() FROM sent`,
      [game, challenge, participationId, members[0]!.id]
    )
    await refused(instances.extend(player(), game, challenge), 'container.extend_solved')
    await pool.query(`UPDATE instances SET requested_at = clock_timestamp() WHERE game_id = $1`, [game])
    await instances.extend(player(), game, challenge)
  })

  it('200 races of an extension and the reaper leave one extended or one ended, never both', async () => {
    const game = await workerDomain.game({ containerCountLimit: 0 })
    const challenge = await workerDomain.challenge(game)
    const { members, participationId } = await workerDomain.addTeam(game)
    const { pool } = workerDomain.stores.db
    const random = createRandom()
    for (let n = 0; n < 200; n++) {
      await pool.query(
        `INSERT INTO instances (id, kind, game_id, challenge_id, participation_id, state, spec, memory_mb, cpu, lifetime,
           operated_at, requested_at, expires_at, next_at, engine_id, ready_at)
         SELECT gen_random_uuid(), 'team', $1, $2, $3, 'ready', spec, 64, 1, 120, now() - interval '1 hour', now(),
           clock_timestamp() + interval '4 ms', NULL, engine_id, now()
         FROM (SELECT (SELECT spec FROM instances LIMIT 1) AS spec, (SELECT id FROM engines) AS engine_id) s`,
        [game, challenge, participationId]
      )
      const [extended] = await Promise.allSettled([
        pause(random.below(6000) / 1000).then(() =>
          workerDomain.services.instances.extend(as(members[0]!), game, challenge)
        ),
        pause(3 + random.below(4000) / 1000).then(() => workerDomain.services.instances.work.reap())
      ])
      const [left] = await rows<{ desired: string; later: boolean; extensions: number }>(
        `SELECT desired, expires_at > now() + interval '1 hour' AS later, extensions FROM instances
         WHERE game_id = $1 ORDER BY requested_at DESC LIMIT 1`,
        [game]
      )
      if (extended.status === 'fulfilled') expect(left).toEqual({ desired: 'up', later: true, extensions: 1 })
      else expect(left).toMatchObject({ later: false, extensions: 0 })
      await pool.query('DELETE FROM instances WHERE game_id = $1', [game])
    }
  })

  it('an instance ends by the clock within a fraction of a second', async () => {
    const game = await workerDomain.game()
    const challenge = await workerDomain.challenge(game)
    const { members } = await workerDomain.addTeam(game)
    await workerDomain.services.instances.create(as(members[0]!), game, challenge)
    await rows(`UPDATE instances SET expires_at = now() + interval '1500 ms' WHERE game_id = $1`, [game])
    const [ended] = await until(async () => {
      const found = await rows<{ late: number; reason: string }>(
        `SELECT extract(epoch FROM ended_at - expires_at)::float8 AS late, reason FROM instances
         WHERE game_id = $1 AND state = 'ended'`,
        [game]
      )
      return found.length > 0 && found
    })
    expect(ended!.reason).toBe('expired')
    expect(ended!.late).toBeLessThan(6)
  })

  it.each([
    [
      'challenge_disabled',
      (game: number, challenge: number) =>
        workerDomain.services.challenges.update(admin(), game, challenge, { isEnabled: false })
    ],
    [
      'challenge_deleted',
      (game: number, challenge: number) => workerDomain.services.challenges.remove(admin(), game, challenge)
    ],
    [
      'suspended',
      (_: number, __: number, participation: number) =>
        workerDomain.services.participations.setStatus(admin(), participation, 'Suspended')
    ],
    ['game_deleted', (game: number) => workerDomain.services.games.remove(admin(), game)],
    [
      'team_deleted',
      (_: number, __: number, ___: number, team: number) =>
        workerDomain.services.teams.adminDelete(admin(), team)
    ]
  ] as const)('%s ends what runs, and says so', async (reason, change) => {
    const game = await workerDomain.game()
    const challenge = await workerDomain.challenge(game)
    const { members, participationId, teamId } = await workerDomain.addTeam(game)
    await workerDomain.services.instances.create(as(members[0]!), game, challenge)
    const [{ id }] = (await rows<{ id: string }>('SELECT id FROM instances WHERE game_id = $1', [game])) as [
      { id: string }
    ]
    await change(game, challenge, participationId, teamId)
    await until(async () => {
      const [row] = await rows<{ state: string }>('SELECT state FROM instances WHERE id = $1', [id])
      return row?.state === 'ended'
    })
    expect(await rows('SELECT reason FROM instances WHERE id = $1', [id])).toEqual([{ reason }])
    expect(await containers('halyard.instance', workerDomain, id)).toEqual([])
    if (reason === 'challenge_disabled' || reason === 'suspended') {
      const filter = { hideContainer: false, search: '' }
      const page = { count: 10, skip: 0 }
      const events = await workerDomain.services.monitoring.events(admin(), game, filter, page)
      const { ip } = admin()
      expect(events.map(({ type, values, ...event }) => [type, event.ip, ...values.slice(2)])).toEqual([
        ['ContainerDestroy', ip, reason],
        ['ContainerStart', ip]
      ])
    }
  })

  it('a team that is suspended during its request gets no instance', async () => {
    const game = await workerDomain.game()
    const challenge = await workerDomain.challenge(game)
    const { members, participationId } = await workerDomain.addTeam(game)
    const work = [
      workerDomain.services.instances.request(as(members[0]!), game, challenge),
      workerDomain.services.participations.setStatus(workerDomain.admin, participationId, 'Suspended')
    ]
    await Promise.allSettled(work)
    await workerDomain.settled()
    expect(
      await rows(`SELECT FROM instances WHERE game_id = $1 AND state NOT IN ('ended', 'failed')`, [game])
    ).toEqual([])
  })

  it('a flag of an ended instance stays right, and the next instance has the same', async () => {
    const game = await workerDomain.game()
    const challenge = await workerDomain.challenge(game, { containerOptions: { readOnly: false } })
    const { members, participationId } = await workerDomain.addTeam(game)
    await workerDomain.services.instances.create(as(members[0]!), game, challenge)
    const flagOf = async () =>
      (
        await rows<{ flag: string }>('SELECT flag FROM team_flags WHERE participation_id = $1', [
          participationId
        ])
      )[0]!.flag
    const first = await flagOf()
    expect((await containers('halyard.install', workerDomain))[0]).toBeDefined()
    await patient()
    await workerDomain.services.instances.destroy(as(members[0]!), game, challenge)
    await patient()
    await workerDomain.services.instances.create(as(members[0]!), game, challenge)
    expect(await flagOf()).toBe(first)
  })

  it('fifty equal requests make one instance', async () => {
    const game = await workerDomain.game()
    const challenge = await workerDomain.challenge(game)
    const { members, participationId } = await workerDomain.addTeam(game, 2)
    const { done } = await outcomes(
      Array.from({ length: 50 }, (_, n) =>
        workerDomain.services.instances.request(as(members[n % 2]!), game, challenge)
      )
    )
    expect(done).toBe(1)
    await workerDomain.settled()
    expect(await rows('SELECT state FROM instances WHERE participation_id = $1', [participationId])).toEqual([
      { state: 'ready' }
    ])
  })

  it('the queue says what it waits for, serves teams with fewer instances first, and can be left', async () => {
    const game = await workerDomain.game({ containerCountLimit: 0 })
    const challenges = [await workerDomain.challenge(game), await workerDomain.challenge(game)]
    const [rich, poor] = [await workerDomain.addTeam(game), await workerDomain.addTeam(game)]
    const { instances } = workerDomain.services
    await instances.create(as(rich.members[0]!), game, challenges[0]!)
    await rows('UPDATE engines SET draining = true')
    try {
      await refused(
        instances.request(as(poor.members[0]!), game, challenges[0]!),
        'container.engine_draining'
      )
    } finally {
      await rows('UPDATE engines SET draining = false')
    }
    // No room beside the first: the places of the engine are written down every few seconds, so the need is all of its memory instead.
    await rows(
      `UPDATE challenges SET memory_limit = (SELECT max(memory_mb) FROM engines) - ${OVERHEAD_MB} WHERE game_id = $1`,
      [game]
    )
    await instances.request(as(rich.members[0]!), game, challenges[1]!)
    await instances.request(as(poor.members[0]!), game, challenges[1]!)
    const places = () =>
      Promise.all([rich, poor].map(({ members }) => instances.view(as(members[0]!), game, challenges[1]!)))
    await until(async () => (await places()).some(({ waitsFor }) => waitsFor === 'capacity'))
    const [second, first] = await places()
    expect(first).toMatchObject({ state: 'queued', position: 1, waiting: 2 })
    expect(second).toMatchObject({ state: 'queued', position: 2, waiting: 2 })
    for (const { members } of [rich, poor]) await instances.destroy(as(members[0]!), game, challenges[1]!)
    expect((await places()).map(({ state }) => state)).toEqual(['ended', 'ended'])
  })
})
