import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Ctx } from '~/server/access/contract'
import { createChange, type MakeChange } from '~/server/change'
import { openStores, type Stores } from '../../support/stores/stores'

let stores: Stores
let change: MakeChange
let followed: string[]
let games: number[]

const ctx = { actor: null, ip: '203.0.113.9', now: new Date('2026-01-01T00:00:00Z') } as unknown as Ctx

beforeAll(async () => {
  stores = await openStores()
  const { rows } = await stores.db.pool.query<{ id: number }>(
    `INSERT INTO games (title, start_at, end_at, public_key, private_seed)
     SELECT 'Game', now(), now() + interval '1 day', '', '' FROM generate_series(1, 3) RETURNING id`
  )
  games = rows.map(({ id }) => id)
  change = createChange({
    db: stores.db,
    log: stores.log,
    caches: { invalidate: (...tags) => void followed.push(`invalidate ${tags.join(' ')}`) },
    notifyScoring: (gameId, reason) => void followed.push(`notify ${gameId} ${reason}`)
  })
})

beforeEach(() => {
  followed = []
})

afterAll(() => stores.close())

const audits = async () =>
  (await stores.db.pool.query<{ action: string }>('SELECT action FROM audit_events ORDER BY id')).rows.map(
    ({ action }) => action
  )

it('effects of a change follow its commit: caches, scoring, then the others in order', async () => {
  const result = await change(ctx, { ledger: games[0]! }, async (tx) => {
    tx.after(async () => followed.push(`then ${(await audits()).join()}`))
    tx.notifyScoring(games[0]!, 'refresh')
    tx.invalidate('a', 'b')
    await tx.append(games[0]!, [{ kind: 'bonus', at: 0, payload: [5, 3, 1] as never }])
    await tx.append(games[0]!, [{ kind: 'bonus', at: 0, payload: [5, 3, 2] as never }])
    tx.notifyScoring(games[0]!, 'refresh')
    tx.invalidate('b', 'c')
    await tx.audit({ action: 'tried', target: 'game:1' })
    tx.after(() => followed.push('last'))
    expect(followed).toEqual([])
    return 'made'
  })
  expect(result).toBe('made')
  const [game] = games
  expect(followed).toEqual([
    'invalidate a b c',
    `notify ${game} refresh`,
    `notify ${game} judge`,
    'then tried',
    'last'
  ])
})

it('no effect follows a change that fails, and nothing of it stays', async () => {
  const before = await audits()
  const failing = change(ctx, async (tx) => {
    tx.invalidate('a')
    tx.notifyScoring(games[0]!)
    tx.after(() => followed.push('after'))
    await tx.audit({ action: 'failed', target: 'game:1' })
    throw new Error('refused')
  })
  await expect(failing).rejects.toThrow('refused')
  expect(followed).toEqual([])
  expect(await audits()).toEqual(before)
})

it('no effect follows a commit that fails', async () => {
  await stores.db.pool.query(
    'CREATE TABLE late (id int, CONSTRAINT once UNIQUE (id) DEFERRABLE INITIALLY DEFERRED)'
  )
  const failing = change(ctx, async (tx) => {
    tx.invalidate('a')
    await tx.query('INSERT INTO late VALUES (1), (1)')
  })
  await expect(failing).rejects.toThrow('once')
  expect(followed).toEqual([])
})

it('locks against their order are refused', async () => {
  const late = change(ctx, { intake: games[0]! }, (tx) => tx.lock({ ledger: games[0]! }))
  await expect(late).rejects.toThrow('The lock ledger comes before intake')
  await change(ctx, { settings: true, instances: 1 }, (tx) => tx.lock({ ledger: games, intake: games }))
})

it('a deleted game is an error alone and left out among several', async () => {
  await expect(change(ctx, { ledger: 999 }, async () => 1)).rejects.toThrow('game.not_found')
  expect(await change(ctx, { ledger: [999, ...games] }, async () => 1)).toBe(1)
})

it('changes that lock several games in any order of ids do not deadlock', async () => {
  const all = Array.from({ length: 12 }, (_, n) =>
    change(ctx, { ledger: n % 2 ? games : games.toReversed(), intake: games }, async (tx) => {
      await tx.query('SELECT pg_sleep(0.01)')
      return n
    })
  )
  expect(await Promise.all(all)).toHaveLength(12)
})

it('an effect that fails leaves the change made, and the effects after it', async () => {
  const before = await audits()
  const result = await change(ctx, async (tx) => {
    tx.after(() => Promise.reject(new Error('The store is away.')))
    tx.after(() => {
      throw new Error('At once.')
    })
    tx.after(() => followed.push('last'))
    await tx.audit({ action: 'tried', target: 'game:1' })
    return 'made'
  })
  expect([result, followed, (await audits()).length]).toEqual(['made', ['last'], before.length + 1])
})
