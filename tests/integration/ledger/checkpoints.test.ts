import { Readable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyLedgerFile } from '~/scoring/rules/ledger-file'
import { NODE_CRYPTO } from '~/scripts/event/verify'
import type { Sql } from '~/server/db'
import { newKeys } from '~/server/games'
import { appendEntries } from '~/server/ledger'
import { createSecretBox } from '~/server/platform/secret-box'
import { HOUR_MS, MINUTE_MS } from '~/server/platform/time'
import { type Domain, openDomain } from '../../support/domain'
import { type PlayedGame, playGame } from '../../support/fixtures'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain?.close())

/** The job runs each minute; a history may leave out runs, as after a restart, but never an hour of them. */
const MAX_BETWEEN = 20

interface Step {
  /** Since the step before. */
  minutes: number
  /** Appended before the job runs. */
  entries: number
}

const step = fc.record({
  minutes: fc.integer({ min: 1, max: MAX_BETWEEN }),
  entries: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 3 }))
})

const query = async (text: string, ...values: unknown[]) =>
  (await domain.stores.db.pool.query(text, values)).rows

/** A game with keys that lasts `hours` from `start` on, frozen for its last hour. */
async function gameFrom(start: number, hours: number): Promise<PlayedGame> {
  const game = await playGame(domain.stores.db, { teams: 2, challenges: 1 })
  const keys = newKeys(createSecretBox('ab'.repeat(32)))
  const end = start + hours * HOUR_MS
  await query(
    `UPDATE games SET public_key = $2, private_seed = $3, start_at = $4, end_at = $5, final_at = $5, announced_end_at = $5,
       freeze_at = $6 WHERE id = $1`,
    ...[game.id, keys.publicKey, keys.privateSeed, new Date(start), new Date(end), new Date(end - HOUR_MS)]
  )
  return game
}

const headOf = async (game: PlayedGame): Promise<number> =>
  (await query('SELECT seq FROM ledger_heads WHERE game_id = $1', game.id))[0]?.seq ?? 0

const checkpointsOf = (game: PlayedGame): Promise<{ seq: number; at: Date }[]> =>
  query('SELECT seq, at FROM ledger_checkpoints WHERE game_id = $1 ORDER BY seq', game.id)

/** Appends, at a time of the history, what scores no other process reads. */
async function grow(game: PlayedGame, count: number, at: number): Promise<number[]> {
  const { participationId } = game.teams[0]!
  const added = await appendEntries(
    domain.stores.db.pool,
    game.id,
    Array.from({ length: count }, () => ({
      ...{ kind: 'award' as const, at, participationId, payload: { reason: 'Because.', points: 1 } }
    }))
  )
  return added.map(({ seq }) => seq)
}

/** Lets the job run at each step; when which entry came. */
async function play(game: PlayedGame, start: number, steps: readonly Step[]) {
  const came = new Map<number, number>()
  let now = start
  for (const { minutes, entries } of steps) {
    now += minutes * MINUTE_MS
    for (const seq of await grow(game, entries, now)) came.set(seq, now)
    await domain.services.ledgerExport.sign(new Date(now))
  }
  return { came, now }
}

it('whatever happens when, each hour with entries has a checkpoint, and so have the end and the reveal', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 40 }),
      fc.array(step, { minLength: 1, maxLength: 5 }),
      async (during, after) => {
        const start = Math.floor(Date.now() / 1000) * 1000 - 72 * HOUR_MS
        const hours =
          Math.ceil((during.reduce((sum, { minutes }) => sum + minutes, 0) * MINUTE_MS) / HOUR_MS) || 1
        const game = await gameFrom(start, hours)
        const end = start + hours * HOUR_MS
        const running = await play(game, start, during)

        // While it runs: no entry waits for longer than an hour and the time between two runs of the job.
        const early = await checkpointsOf(game)
        for (const [seq, at] of running.came) {
          const covering = early.find((one) => one.seq >= seq)
          if (covering)
            expect(covering.at.getTime() - at).toBeLessThanOrEqual(HOUR_MS + MAX_BETWEEN * MINUTE_MS)
          else expect(running.now - at).toBeLessThan(HOUR_MS)
        }
        const times = early.map(({ at }) => at.getTime())
        for (const [place, time] of times.slice(1).entries())
          if (time < end) expect(time - times[place]!, 'one an hour').toBeGreaterThanOrEqual(59 * MINUTE_MS)

        // At the end, and with each later entry, all is signed at once; so it is at the reveal.
        await domain.services.ledgerExport.sign(new Date(end))
        expect((await checkpointsOf(game)).at(-1)?.seq ?? 0).toBe(await headOf(game))
        const late = await play(game, end, after)
        await query('UPDATE games SET revealed_at = $2 WHERE id = $1', game.id, new Date(late.now))
        await domain.services.ledgerExport.sign(new Date(late.now + MINUTE_MS))
        const all = await checkpointsOf(game)
        expect(all.at(-1)?.seq ?? 0).toBe(await headOf(game))

        // No head is signed twice, and none before the one that it follows.
        const signed = all.length
        expect(new Set(all.map(({ seq }) => seq)).size).toBe(signed)
        expect(all.map(({ at }) => at.getTime())).toEqual(
          all.map(({ at }) => at.getTime()).sort((a, b) => a - b)
        )
        expect(await domain.services.ledgerExport.sign(new Date(late.now + 5 * HOUR_MS))).toBe(0)

        const file = await textOf(await domain.services.ledgerExport.file(domain.as(null), game.id))
        const { fault, checkpoints } = await verifyLedgerFile(file.split('\n'), NODE_CRYPTO)
        expect([fault, checkpoints]).toEqual([null, signed])
      }
    ),
    { numRuns: 12 }
  )
})

it('runs of the job at once sign a head once', async () => {
  const start = Math.floor(Date.now() / 1000) * 1000 - 2 * HOUR_MS
  const game = await gameFrom(start, 1)
  await grow(game, 2, start + MINUTE_MS)
  const now = new Date(start + 2 * HOUR_MS)
  await Promise.all(Array.from({ length: 4 }, () => domain.services.ledgerExport.sign(now)))
  expect(await checkpointsOf(game)).toHaveLength(1)
})

it('a file that is read while the ledger grows and is signed has no checkpoint beyond its head', async () => {
  const start = Math.floor(Date.now() / 1000) * 1000 - 2 * HOUR_MS
  const game = await gameFrom(start, 1)
  const { pool } = domain.stores.db
  const { ledgerExport, games } = domain.services
  let reads = 0
  /** Grows and signs before the second statement. */
  const query = (async (...args: Parameters<Sql['query']>) => {
    if (++reads === 2) {
      await grow(game, 2, start + MINUTE_MS)
      await ledgerExport.sign(new Date(start + 2 * HOUR_MS))
    }
    return pool.query(...args)
  }) as Sql['query']
  const { lines } = await ledgerExport.linesIn({ query }, await games.info(game.id))
  const file = await textOf(Readable.from(lines))
  expect(await checkpointsOf(game)).toHaveLength(1)
  expect((await verifyLedgerFile(file.split('\n'), NODE_CRYPTO)).fault).toBeNull()
})
