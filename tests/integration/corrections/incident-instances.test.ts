import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CorrectionInput, correctionInput } from '~/server/corrections/contract'
import { MINUTE_MS } from '~/server/platform/time'
import { type Domain, openDomain, refused } from '../../support/domain'
import { type PlayedGame, playGame } from '../../support/fixtures'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain?.close())

const sql = async <R extends object>(text: string, ...values: unknown[]) =>
  (await domain.stores.db.pool.query<R>(text, values)).rows

/** Instances of two challenges: running, about to be stopped, over, and of staff. By name, the minutes that each has left. */
async function played() {
  const game = await playGame(domain.stores.db, { teams: 3, challenges: 2 })
  const [first, second, third] = game.teams.map(({ participationId }) => participationId)
  const add = async (place: number, team: number | undefined, more: Record<string, unknown> = {}) => {
    const all = { kind: 'team', state: 'ready', desired: 'up', left: 20, ...more }
    const [made] = await sql<{ id: string }>(
      `INSERT INTO instances (id, kind, game_id, challenge_id, participation_id, state, desired, spec, memory_mb, cpu, lifetime,
         operated_at, requested_at, ready_at, expires_at)
       VALUES (gen_random_uuid(), $1, $2, $3, $4, $5, $6, '{}', 64, 1, 60, now(), now(), now(), now() + $7 * interval '1 minute')
       RETURNING id`,
      ...[all.kind, game.id, game.challenges[place]!.id, team ?? null, all.state, all.desired, all.left]
    )
    return made!.id
  }
  const ids = {
    running: await add(0, first),
    unhealthy: await add(0, second, { state: 'unhealthy', left: 5 }),
    other: await add(1, first),
    stopping: await add(1, second, { desired: 'down' }),
    over: await add(0, third, { state: 'ended', left: -1 })
  }
  const left = async () => {
    const found = await sql<{ id: string; left: number }>(
      `SELECT id, round(extract(epoch FROM expires_at - now()) / 60)::int AS left FROM instances WHERE game_id = $1`,
      game.id
    )
    const byId = new Map(found.map((one) => [one.id, one.left]))
    return Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, byId.get(id)]))
  }
  return { game, ids, left }
}

const BEFORE = { running: 20, unhealthy: 5, other: 20, stopping: 20, over: -1 }

const input = (game: PlayedGame, more: object): CorrectionInput =>
  correctionInput.parse({
    ...{ kind: 'incident', challengeIds: [game.challenges[0]!.id], solves: 'keep', decay: 'run' },
    ...{ from: new Date(Date.now() - 5 * MINUTE_MS), to: new Date(Date.now() - MINUTE_MS), ...more }
  })

const preview = (game: PlayedGame, correction: CorrectionInput) =>
  domain.services.corrections.preview(domain.admin, game.id, correction)
const apply = (game: PlayedGame, correction: CorrectionInput, digest?: string) =>
  domain.services.corrections.apply(domain.admin, game.id, { correction, reason: 'Power cut.', digest })

it('an incident lets running instances of its challenges live longer, and undoing takes no time back', async () => {
  const { game, ids, left } = await played()
  const correction = input(game, { instanceMinutes: 30 })
  const seen = await preview(game, correction)
  expect([seen.instances, seen.empty]).toEqual([2, false])
  expect(await left()).toEqual(BEFORE)
  const { number, incident } = await apply(game, correction, seen.digest)
  expect(incident).toMatchObject({ instanceMinutes: 30 })
  const after = { ...BEFORE, running: 50, unhealthy: 35 }
  expect(await left()).toEqual(after)
  const events = await sql(
    `SELECT instance_id AS id, detail FROM instance_events WHERE event = 'extended' AND instance_id = ANY ($1) ORDER BY 1`,
    Object.values(ids)
  )
  expect(events).toEqual([ids.running, ids.unhealthy].sort().map((id) => ({ id, detail: '30' })))
  await domain.services.corrections.undo(domain.admin, game.id, number, { reason: 'There was none.' })
  expect(await left()).toEqual(after)
})

it('an incident of the whole game reaches every running instance', async () => {
  const { game, left } = await played()
  await apply(game, input(game, { challengeIds: null, instanceMinutes: 1440 }))
  expect(await left()).toEqual({ ...BEFORE, running: 1460, unhealthy: 1445, other: 1460 })
})

it('an incident that extends nothing is refused, and one that is refused extends nothing', async () => {
  const { game, left } = await played()
  const nothing = input(game, { instanceMinutes: 0 })
  expect(await preview(game, nothing)).toMatchObject({ instances: 0, empty: true })
  await refused(apply(game, nothing), 'correction.nothing', 400)
  const moved = input(game, { instanceMinutes: 9 })
  await refused(apply(game, moved, '0'.repeat(64)), 'correction.moved_on', 409)
  const foreign = await playGame(domain.stores.db, { teams: 1, challenges: 1 })
  const elsewhere = input(game, { challengeIds: [foreign.challenges[0]!.id], instanceMinutes: 9 })
  await refused(apply(game, elsewhere), 'challenge.not_found', 404)
  expect(await left()).toEqual(BEFORE)
  for (const instanceMinutes of [-1, 1441, 1.5, 'nine'])
    expect(correctionInput.safeParse({ ...moved, instanceMinutes }).success, String(instanceMinutes)).toBe(
      false
    )
})
