import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { releaseChallenges } from '~/jobs/release-challenges'
import { createRunner } from '~/jobs/runner'
import { challengeInput, flagsInput } from '~/server/challenges/contract'
import { lockLedger, readEntries } from '~/server/ledger'
import { createCaches } from '~/server/platform/cache'
import { createI18n } from '~/server/platform/i18n'
import { HOUR_MS, MINUTE_MS } from '~/server/platform/time'
import { createServices, type Services } from '~/server/services'
import { type Domain, openDomain, refused } from '../../support/domain'
import { inOtherTransaction, waitForRowLocks } from '../../support/stores/locks'

let domain: Domain
let second: Services
let close: () => Promise<void>
beforeAll(async () => {
  domain = await openDomain()
  const { db, redis, log } = domain.stores
  const caches = await createCaches(redis, log)
  const env = { HALYARD_DATA: domain.data, HALYARD_SECRET: 'ab'.repeat(32), PUBLIC_URL: undefined }
  second = createServices({ db, redis, caches, env, log })
  close = () => caches.close()
})
afterAll(async () => {
  await close?.()
  await domain?.close()
})

async function challenges(count: number) {
  const { services, admin } = domain
  const gameId = await domain.game()
  const ids: number[] = []
  for (let place = 0; place < count; place++) {
    const { id } = await services.challenges.create(
      admin,
      gameId,
      challengeInput.parse({ title: `C${place}` })
    )
    await services.challenges.addFlags(admin, gameId, id, flagsInput.parse([{ flag: `flag{${id}}` }]))
    ids.push(id)
  }
  return { gameId, ids }
}

const sql = async <T extends object>(text: string, ...values: unknown[]) =>
  (await domain.stores.db.pool.query<T>(text, values)).rows

const releaseNow = (ids: number[]) =>
  sql(`UPDATE challenges SET release_at = now() - interval '1 ms' WHERE id = ANY($1)`, ids)

const state = async (gameId: number) =>
  (await domain.services.challenges.editList(domain.admin, gameId)).map(({ isEnabled, releaseAt }) => [
    isEnabled,
    releaseAt
  ])

const run = (services: Services) => {
  const { log } = domain.stores
  const signal = AbortSignal.timeout(10_000)
  return releaseChallenges.run({ services, translator: createI18n(), log, signal })
}

const opened = async (gameId: number) =>
  (await readEntries(domain.stores.db.pool, gameId, 0, 1000)).flatMap((event) =>
    event.kind === 'open' ? [event.challengeId] : []
  )
const announced = async (gameId: number) =>
  (
    await sql<{ values: string[] }>(
      `SELECT "values" FROM notices WHERE game_id = $1 AND type = 'NewChallenge' ORDER BY id`,
      gameId
    )
  ).map(({ values }) => values[0])

/** Within the game. */
const soon = () => new Date(Date.now() + HOUR_MS / 4)

describe('a release time', () => {
  it('enables the challenge once, with one notice, however many processes release at the same time', async () => {
    const { services, admin } = domain
    const { gameId, ids } = await challenges(3)
    await services.challenges.schedule(admin, gameId, ids, { first: soon(), every: 0 })
    await run(services)
    expect(await opened(gameId)).toEqual([])
    await releaseNow(ids.slice(0, 2))
    await Promise.all([run(services), run(second), run(services), run(second)])
    expect(await opened(gameId)).toEqual(ids.slice(0, 2))
    expect(await announced(gameId)).toEqual(['C0', 'C1'])
    expect((await state(gameId)).slice(0, 2)).toEqual([
      [true, null],
      [true, null]
    ])
    expect((await state(gameId))[2]).toEqual([false, expect.any(String)])
  })

  it('comes with the schedule of the jobs within two seconds', async () => {
    const { services, admin, stores } = domain
    const { gameId, ids } = await challenges(1)
    const runner = createRunner({ services, redis: stores.redis, translator: createI18n(), log: stores.log })
    await runner.start([releaseChallenges])
    const at = Date.now() + 1500
    await services.challenges.update(admin, gameId, ids[0]!, { releaseAt: new Date(at) })
    await expect.poll(() => announced(gameId), { timeout: 10_000, interval: 50 }).toEqual(['C0'])
    await runner.stop()
    const [notice] = await sql<{ at: Date }>(
      'SELECT published_at AS at FROM notices WHERE game_id = $1',
      gameId
    )
    expect(notice!.at.getTime()).toBeGreaterThanOrEqual(at)
    expect(notice!.at.getTime()).toBeLessThan(at + 2000)
  })

  it('is not carried out when it is moved or the challenge is enabled while the release waits', async () => {
    const { services, admin, stores } = domain
    const { gameId, ids } = await challenges(1)
    await services.challenges.schedule(admin, gameId, ids, { first: soon(), every: 0 })
    await releaseNow(ids)
    const later = soon()
    let waiting: Promise<void> | undefined
    await inOtherTransaction(stores.databaseUrl, async (tx) => {
      await lockLedger(tx, gameId)
      waiting = run(services)
      await waitForRowLocks(stores.db, 1)
      await tx.query('UPDATE challenges SET release_at = $2 WHERE id = $1', [ids[0], later])
    })
    await waiting
    expect(await opened(gameId)).toEqual([])
    expect(await state(gameId)).toEqual([[false, expect.any(String)]])
    await services.challenges.update(admin, gameId, ids[0]!, { isEnabled: true })
    expect(await state(gameId)).toEqual([[true, null]])
    await run(services)
    expect(await announced(gameId)).toEqual(['C0'])
  })

  it('is refused for a challenge that could not be enabled now, alone and among many', async () => {
    const { services, admin } = domain
    const { gameId, ids } = await challenges(2)
    await sql('DELETE FROM flags WHERE challenge_id = $1', ids[0])
    const work = services.challenges.update(admin, gameId, ids[0]!, { releaseAt: soon() })
    await refused(work, 'challenge.no_flag', 400)
    const plan = { first: soon(), every: 0 }
    expect(await services.challenges.schedule(admin, gameId, ids, plan)).toEqual({
      done: 1,
      refused: [{ id: ids[0], code: 'challenge.no_flag' }]
    })
    expect(await state(gameId)).toEqual([
      [false, null],
      [false, expect.any(String)]
    ])
  })

  it('that fails is told in the list and on the watch, until the challenge is scheduled or enabled', async () => {
    const { services, admin } = domain
    const { gameId, ids } = await challenges(1)
    const [id] = ids as [number]
    const fault = async () => (await services.challenges.editList(admin, gameId))[0]!.releaseFault
    const matters = async () => (await services.watching.of(admin, gameId)).matters.map(({ key }) => key)
    await services.challenges.update(admin, gameId, id, { releaseAt: soon() })
    await sql('DELETE FROM flags WHERE challenge_id = $1', id)
    await releaseNow(ids)
    await run(services)
    expect(await fault()).toEqual({ at: expect.any(String), code: 'challenge.no_flag' })
    expect(await matters()).toContain(`release:${id}`)
    // As the form of the editor sends it.
    await services.challenges.update(admin, gameId, id, { title: 'New', releaseAt: null })
    await services.challenges.update(admin, gameId, id, { title: 'Newer', isEnabled: false })
    expect(await fault()).toMatchObject({ code: 'challenge.no_flag' })
    await services.challenges.addFlags(admin, gameId, id, flagsInput.parse([{ flag: 'flag{again}' }]))
    await services.challenges.update(admin, gameId, id, { isEnabled: true })
    expect(await fault()).toBeNull()
  })

  it('of a challenge that cannot be enabled is removed, and the audit names no actor', async () => {
    const { services, admin } = domain
    const { gameId, ids } = await challenges(1)
    await services.challenges.update(admin, gameId, ids[0]!, { releaseAt: soon() })
    await sql('DELETE FROM flags WHERE challenge_id = $1', ids[0])
    await releaseNow(ids)
    await run(services)
    await run(second)
    expect(await state(gameId)).toEqual([[false, null]])
    expect(await opened(gameId)).toEqual([])
    const audits = await sql<{ actor: string | null; after: object }>(
      `SELECT actor_id AS actor, after FROM audit_events WHERE target = $1 AND action = 'challenge_updated' ORDER BY id`,
      `challenge:${ids[0]}`
    )
    expect(audits.slice(1)).toEqual([{ actor: null, after: expect.objectContaining({ releaseAt: null }) }])
  })

  it('of another game comes while the ledger of one is locked, whose own comes afterwards', async () => {
    const { services, admin, stores } = domain
    const [locked, free] = [await challenges(2), await challenges(1)]
    for (const { gameId, ids } of [locked, free])
      await services.challenges.schedule(admin, gameId, ids, { first: soon(), every: 0 })
    await sql(`UPDATE challenges SET release_at = now() - interval '1 minute' WHERE id = ANY($1)`, locked.ids)
    await releaseNow(free.ids)
    await inOtherTransaction(stores.databaseUrl, async (tx) => {
      await lockLedger(tx, locked.gameId)
      // Ends although nobody unlocks: the job would not run again before.
      const running = run(services)
      await expect.poll(() => opened(free.gameId)).toEqual(free.ids)
      await running
      expect(await opened(locked.gameId)).toEqual([])
    })
    await run(services)
    expect(await opened(locked.gameId)).toEqual(locked.ids)
  })

  it('of a challenge whose stored containers are at fault fails, and the next one comes', async () => {
    const { services, admin } = domain
    const { gameId, ids } = await challenges(3)
    const [compose, broken, next] = ids as [number, number, number]
    await services.challenges.schedule(admin, gameId, ids, { first: soon(), every: 0 })
    await sql(
      `UPDATE challenges SET container_compose = E'services:\n  web: { image: a }\n', expose_port = 80,
         container_options = container_options || '{"entry":{"service":"gone","protocol":"tcp","title":""}}' WHERE id = $1`,
      compose
    )
    // What nobody can read is not even kept as a version.
    await sql(`UPDATE challenges SET container_options = '{"entry":5}' WHERE id = $1`, broken)
    await releaseNow(ids)
    await run(services)
    expect(await opened(gameId)).toEqual([next])
    const faults = await sql<{ fault: string | null; due: boolean }>(
      `SELECT release_fault AS fault, release_at IS NOT NULL AS due FROM challenges WHERE id = ANY ($1) ORDER BY id`,
      ids.slice(0, 2)
    )
    expect(faults).toEqual([
      { fault: 'challenge.endpoint_service', due: false },
      { fault: null, due: true }
    ])
  })

  it('is in the future, for disabled challenges, kept by other edits and cleared by null or by enabling', async () => {
    const { services, admin } = domain
    const { gameId, ids } = await challenges(1)
    const update = (change: object) => services.challenges.update(admin, gameId, ids[0]!, change)
    const past = await refused(
      update({ releaseAt: new Date(Date.now() - HOUR_MS) }),
      'challenge.release_past',
      400
    )
    expect(past.extra).toEqual({ field: 'releaseAt' })
    const late = update({ releaseAt: new Date(Date.now() + 2 * HOUR_MS) })
    expect((await refused(late, 'challenge.release_after_end', 400)).extra).toEqual({ field: 'releaseAt' })
    const at = soon()
    expect((await update({ releaseAt: at })).releaseAt).not.toBeNull()
    expect((await update({ content: 'x' })).releaseAt).not.toBeNull()
    // As a client sends back what it has read.
    expect((await update({ content: 'y', isEnabled: false })).releaseAt).not.toBeNull()
    await refused(
      update({ isEnabled: true, releaseAt: new Date(at.getTime() + 1) }),
      'challenge.release_enabled'
    )
    expect((await update({ releaseAt: null })).releaseAt).toBeNull()
    await update({ releaseAt: at })
    expect(await services.challenges.setEnabled(admin, gameId, ids, false)).toEqual({ done: 1, refused: [] })
    expect(await state(gameId)).toEqual([[false, null]])
    await update({ isEnabled: true })
    await refused(update({ releaseAt: at }), 'challenge.release_enabled')
  })

  it('of many comes in waves, in the given order; a refused one takes no place', async () => {
    const { services, admin } = domain
    const { gameId, ids } = await challenges(4)
    const [a, b, c, d] = ids as [number, number, number, number]
    await services.challenges.update(admin, gameId, b, { isEnabled: true })
    const first = soon()
    const outcome = await services.challenges.schedule(admin, gameId, [d, b, a, c], { first, every: 20 })
    expect(outcome).toEqual({ done: 3, refused: [{ id: b, code: 'challenge.release_enabled' }] })
    const times = (await services.challenges.editList(admin, gameId)).map(
      ({ releaseAt }) => releaseAt && (Date.parse(releaseAt) - first.getTime()) / MINUTE_MS
    )
    expect(times).toEqual([20, null, 40, 0])
    const selected = await services.challenges.selected(admin, gameId, [d, a])
    expect(selected.challenges.map(({ id }) => id)).toEqual([d, a])
    await services.challenges.schedule(admin, gameId, [d, a, c], { first: null, every: 0 })
    expect((await state(gameId)).map(([, at]) => at)).toEqual([null, null, null, null])
  })
})
