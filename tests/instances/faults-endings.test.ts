import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { outcomes } from '../support/domain'
import {
  containers,
  ENGINE,
  openWorkerDomain,
  openWorkers,
  settledCleanly,
  type WorkerDomain
} from '../support/instances/instances'
import { until } from '../support/until'

/** Is started, and never ready. */
const SLOW = { containerOptions: { readiness: 'log', readinessTarget: 'never said', startTimeout: 60 } }

describe.skipIf(!ENGINE)('instances that end while others change the world', () => {
  let workerDomain: WorkerDomain
  let second: Awaited<ReturnType<typeof openWorkers>>
  beforeAll(async () => {
    workerDomain = await openWorkerDomain()
    // Whatever is tested here is tested with two processes that would do it.
    second = await openWorkers(workerDomain)
  })
  afterAll(async () => {
    await second?.close()
    await workerDomain?.close()
  })
  afterEach(() => settledCleanly(workerDomain))

  const states = (where: string, values: unknown[]) =>
    workerDomain.rows<{ state: string; reason: string | null; n: number }>(
      `SELECT state, reason, count(*)::int AS n FROM instances WHERE ${where} GROUP BY 1, 2 ORDER BY 1, 2`,
      values
    )
  const eventsOf = (where: string, values: unknown[]) =>
    workerDomain.rows<{ event: string; n: number }>(
      `SELECT e.event, count(*)::int AS n FROM instance_events e JOIN instances i ON i.id = e.instance_id
       WHERE ${where} AND e.event <> 'image' GROUP BY 1 ORDER BY 1`,
      values
    )
  /** Rows whose container is there while its service is waited for. */
  const waiting = (participation: number) =>
    workerDomain.rows(
      `SELECT FROM instances i JOIN instance_events e ON e.instance_id = i.id AND e.event = 'created'
       WHERE i.participation_id = $1 AND i.state = 'starting'`,
      [participation]
    )
  const idsOf = async (game: number) =>
    (await workerDomain.rows<{ id: string }>('SELECT id FROM instances WHERE game_id = $1', [game])).map(
      ({ id }) => id
    )
  const patient = () =>
    workerDomain.rows(
      `UPDATE instances SET operated_at = operated_at - interval '11 seconds' WHERE state <> 'ended'`
    )

  it('two processes start twenty instances once each, and deleting the game ends them', async () => {
    const game = await workerDomain.game({ containerCountLimit: 0 })
    const challenges = await Promise.all(Array.from({ length: 5 }, () => workerDomain.challenge(game)))
    const crews = [
      await workerDomain.addTeam(game),
      await workerDomain.addTeam(game),
      await workerDomain.addTeam(game),
      await workerDomain.addTeam(game)
    ]
    await Promise.all(
      crews.flatMap(({ members }) =>
        challenges.map((challenge) =>
          workerDomain.services.instances.request(workerDomain.as(members[0]!), game, challenge)
        )
      )
    )
    await expect
      .poll(() => states('game_id = $1', [game]), { timeout: 60_000 })
      .toEqual([{ state: 'ready', reason: null, n: 20 }])
    const ids = await idsOf(game)
    expect(await eventsOf('i.id = ANY($1::uuid[])', [ids])).toEqual(
      ['created', 'queued', 'ready', 'starting'].map((event) => ({ event, n: 20 }))
    )
    const owners = await workerDomain.rows(
      `SELECT DISTINCT i.subnet, n.published FROM instances i JOIN instance_endpoints n ON n.instance_id = i.id
       WHERE i.game_id = $1`,
      [game]
    )
    expect(owners).toHaveLength(20)
    await workerDomain.services.games.remove(workerDomain.admin, game)
    await expect
      .poll(() => states('id = ANY($1::uuid[])', [ids]), { timeout: 60_000 })
      .toEqual([{ state: 'ended', reason: 'game_deleted', n: 20 }])
    expect(await eventsOf('i.id = ANY($1::uuid[])', [ids])).toEqual(
      ['created', 'ended', 'queued', 'ready', 'starting', 'stopping'].map((event) => ({ event, n: 20 }))
    )
  })

  it.each([
    ['game_deleted', ({ game }: Place) => workerDomain.services.games.remove(workerDomain.admin, game)],
    [
      'challenge_deleted',
      ({ game, challenge }: Place) =>
        workerDomain.services.challenges.remove(workerDomain.admin, game, challenge)
    ],
    ['team_deleted', ({ team }: Place) => workerDomain.services.teams.adminDelete(workerDomain.admin, team)],
    [
      'suspended',
      ({ participation }: Place) =>
        workerDomain.services.participations.setStatus(workerDomain.admin, participation, 'Suspended')
    ],
    [
      'player',
      async ({ game, challenge, member }: Place) => {
        await patient()
        await workerDomain.services.instances.destroy(member(), game, challenge)
      }
    ]
  ] as const)('%s in the middle of a start leaves nothing', async (reason, change) => {
    const game = await workerDomain.game()
    const challenge = await workerDomain.challenge(game, SLOW)
    const { members, participationId, teamId } = await workerDomain.addTeam(game)
    const member = () => workerDomain.as(members[0]!)
    await workerDomain.services.instances.request(member(), game, challenge)
    await until(async () => (await waiting(participationId)).length === 1)
    const ids = await idsOf(game)
    await change({ game, challenge, participation: participationId, team: teamId, member })
    await expect.poll(() => states('id = ANY($1::uuid[])', [ids])).toEqual([{ state: 'ended', reason, n: 1 }])
    expect(await containers('halyard.instance', workerDomain, ids[0]!)).toEqual([])
  })

  it('request, end and request at once leave one instance', async () => {
    const game = await workerDomain.game()
    const challenge = await workerDomain.challenge(game)
    const { members, participationId } = await workerDomain.addTeam(game, 2)
    const { instances } = workerDomain.services
    for (let round = 0; round < 3; round++) {
      await outcomes(members.map((member) => instances.request(workerDomain.as(member), game, challenge)))
      await patient()
      await outcomes(members.map((member) => instances.destroy(workerDomain.as(member), game, challenge)))
      await workerDomain.rows(`UPDATE instances SET operated_at = now() - interval '11 seconds'`)
    }
    await instances.request(workerDomain.as(members[0]!), game, challenge)
    await settledCleanly(workerDomain)
    expect(await states('participation_id = $1', [participationId])).toEqual([
      { state: 'ended', reason: 'player', n: 3 },
      { state: 'ready', reason: null, n: 1 }
    ])
    expect(await containers('TeamId', workerDomain, (await teamOf(participationId)).team)).toHaveLength(1)
  })

  const teamOf = async (participation: number) =>
    (
      await workerDomain.rows<{ team: number }>('SELECT team_id AS team FROM participations WHERE id = $1', [
        participation
      ])
    )[0]!

  it('a worker whose lease ran out does not touch what another has claimed', async () => {
    const game = await workerDomain.game()
    const challenge = await workerDomain.challenge(game, {
      containerOptions: { readiness: 'log', readinessTarget: 'never said', startTimeout: 60 }
    })
    const { members, participationId } = await workerDomain.addTeam(game)
    await workerDomain.services.instances.request(workerDomain.as(members[0]!), game, challenge)
    await until(async () => (await waiting(participationId)).length === 1)
    const [row] = await workerDomain.rows<{ id: string }>('SELECT id FROM instances WHERE game_id = $1', [
      game
    ])
    // As if it had been suspended for longer than its lease: the next look of either process finds it abandoned.
    await workerDomain.rows(
      `UPDATE instances SET lease_owner = 'nobody', lease_until = now() - interval '1 second',
         spec = spec || '{"readiness": "tcp"}' WHERE id = $1`,
      [row!.id]
    )
    await expect
      .poll(() => states('participation_id = $1', [participationId]))
      .toEqual([{ state: 'ready', reason: null, n: 1 }])
    await settledCleanly(workerDomain)
    const again = await workerDomain.rows<{ generation: number; events: number }>(
      `SELECT generation, (SELECT count(*)::int FROM instance_events e WHERE e.instance_id = i.id AND e.event = 'ready')
         AS events FROM instances i WHERE id = $1`,
      [row!.id]
    )
    expect(again).toEqual([{ generation: 2, events: 1 }])
  })
})

interface Place {
  game: number
  challenge: number
  participation: number
  team: number
  member(): ReturnType<WorkerDomain['as']>
}
