import { afterAll, beforeAll, expect, it } from 'vitest'
import { MINUTE_MS } from '~/server/platform/time'
import { type Domain, openDomain } from '../../support/domain'
import { playGame } from '../../support/fixtures'
import { addInstance, type RowPlan } from '../../support/instances/instance-rows'

const DAY = 1440

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain?.close())

it('ended instances are deleted 90 days after their end, unless their game goes on', async () => {
  const { db } = domain.stores
  const over = await playGame(db, { startsIn: -200 * DAY * MINUTE_MS, endsIn: -60_000 })
  const running = await playGame(db)
  const ended = (days: number, more: Partial<RowPlan> = {}): RowPlan => ({
    state: 'ended',
    endedAt: -days * DAY,
    ...more
  })
  const gone = [
    await addInstance(db, over, ended(91)),
    await addInstance(db, over, ended(91, { state: 'failed', team: 1 })),
    await addInstance(db, over, ended(91, { team: null })),
    await addInstance(db, over, ended(91, { team: 2, more: { game_id: null, participation_id: null } }))
  ]
  const kept = [
    await addInstance(db, over, ended(89)),
    await addInstance(db, running, ended(91)),
    // Still on an engine: only a worker may delete it.
    await addInstance(db, over, { state: 'stuck', team: 1, more: { requested_at: new Date(0) } })
  ]
  expect(await domain.services.instances.work.purge(new Date())).toBe(gone.length)
  const { rows } = await db.pool.query<{ id: string }>(
    'SELECT id FROM instances WHERE id = ANY($1::uuid[])',
    [[...gone, ...kept]]
  )
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(kept))
  const events = await db.pool.query('SELECT FROM instance_events WHERE instance_id = ANY($1::uuid[])', [
    gone
  ])
  expect(events.rowCount).toBe(0)
  expect(await domain.services.instances.work.purge(new Date())).toBe(0)
})

it('tabs and reasons are counted within the search, the game and the challenge', async () => {
  const { db } = domain.stores
  const game = await playGame(db)
  const admin = domain.as((await domain.users(1, 'Admin'))[0]!, { role: 'Admin' })
  const end = (team: number, challenge: number, reason: string) =>
    addInstance(db, game, { state: 'ended', endedAt: -1, team, challenge, more: { reason } })
  await end(0, 0, 'expired')
  await end(1, 0, 'expired')
  await end(1, 1, 'crashed')
  await addInstance(db, game, { state: 'queued', team: 2 })
  const { instances } = domain.services
  const filter = {
    tab: 'ended' as const,
    search: '',
    game: game.id,
    challenge: null,
    state: null,
    reason: null
  }
  expect(await instances.counts(admin, filter)).toEqual({ running: 0, queue: 1, stuck: 0, ended: 3 })
  expect(await instances.reasons(admin, { ...filter, reason: 'crashed' })).toEqual([
    { reason: 'expired', count: 2 },
    { reason: 'crashed', count: 1 }
  ])
  const first = { ...filter, challenge: game.challenges[0]!.id }
  expect(await instances.counts(admin, { ...first, tab: 'queue' })).toEqual({
    running: 0,
    queue: 1,
    stuck: 0,
    ended: 2
  })
  expect(await instances.reasons(admin, first)).toEqual([{ reason: 'expired', count: 2 }])
  expect((await instances.counts(admin, { ...filter, search: game.challenges[1]!.title })).ended).toBe(1)
})
