import { randomUUID } from 'node:crypto'
import { actorOf } from '~/server/accounts'
import { type Ctx, callerOf } from '~/server/accounts/contract'
import { audit } from '~/server/audit'
import { type ContainerInfo, hasContainer, isDynamic } from '~/server/challenges/contract'
import type { Database, Sql } from '~/server/platform/db'
import { AppError, notFound } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import { availabilityOf } from './availability'
import { wantImage } from './creating'
import { endInstances } from './ending'
import { insertEndpoints } from './endpoints'
import type { Signals } from './signals'
import { type ChallengeSetup, SETUP, wishOf } from './spec'
import type { Standing } from './views'

/** Instances in which organisers try a challenge. For administrators. */
export interface Tests {
  /**
   * Starts the test instance of a challenge, enabled or not, in place of one that runs, and waits up to eight seconds.
   * @throws AppError `game.not_found`, `challenge.not_found` 404, `container.not_container_type`,
   *   `container.config_incomplete`, `container.create_failed`, and why none can be started (availability.ts)
   */
  createTest(ctx: Ctx, gameId: number, challengeId: number): Promise<ContainerInfo>
  /** The same without waiting; answers the instance's id. */
  requestTest(ctx: Ctx, gameId: number, challengeId: number): Promise<string>
  /** Ends it if there is one. @throws AppError `game.not_found`, `challenge.not_found` 404 */
  destroyTest(ctx: Ctx, gameId: number, challengeId: number): Promise<void>
  /** Id of the newest test instance, ended or not; null when there has been none. */
  testOf(ctx: Ctx, gameId: number, challengeId: number): Promise<string | null>
}

/** Minutes, whatever the policy says (contract, editCreateTestContainer). */
const TEST_LIFETIME = 120
const CREATE_TIMEOUT = 8000
const DESTROY_TIMEOUT = 5000

/** First key of the advisory locks under which the test of one challenge is decided. */
const TEST_LOCK = 0x1458

interface Tested extends ChallengeSetup {
  title: string
  template: string | null
}

interface Needs {
  db: Database
  log: Log
  signals: Signals
  testFlag(template: string | null): string
  withEntry(ctx: Ctx, id: string, info: ContainerInfo): Promise<ContainerInfo>
  waitFor(id: string, timeout: number, settled: (state: string) => boolean): Promise<Standing | null>
}

async function challengeOf(sql: Pick<Sql, 'query'>, gameId: number, challengeId: number): Promise<Tested> {
  const { rows } = await sql.query<Tested & { known: boolean }>(
    `SELECT c.id IS NOT NULL AS known, c.title, c.flag_template AS template, ${SETUP}
     FROM games g LEFT JOIN challenges c ON c.game_id = g.id AND c.id = $2 WHERE g.id = $1`,
    [gameId, challengeId]
  )
  if (!rows[0]) throw notFound('game.not_found')
  if (!rows[0].known) throw notFound('challenge.not_found')
  return rows[0]
}

export function createTests({ db, log, signals, waitFor, withEntry, testFlag }: Needs): Tests {
  const store = async (sql: Sql, ctx: Ctx, gameId: number, challengeId: number) => {
    await sql.query('SELECT pg_advisory_xact_lock($1, $2)', [TEST_LOCK, challengeId])
    const setup = await challengeOf(sql, gameId, challengeId)
    if (!hasContainer(setup.type)) throw new AppError('container.not_container_type')
    const { spec, endpoints } = wishOf(setup)
    const unavailable = await availabilityOf(sql)
    if (unavailable) throw new AppError(unavailable)
    await endInstances(sql, { challengeId, kind: 'test' }, 'replaced', {
      at: ctx.now,
      actorId: actorOf(ctx).id
    })
    const id = randomUUID()
    await sql.query(
      `INSERT INTO instances (id, kind, game_id, challenge_id, requested_by, spec, memory_mb, cpu, lifetime, test_flag,
         operated_at, requested_at)
       VALUES ($1, 'test', $2, $3, $4, $5, $6, $7, $8, $9, clock_timestamp(), clock_timestamp())`,
      [
        ...[
          id,
          gameId,
          challengeId,
          actorOf(ctx).id,
          JSON.stringify(spec),
          spec.memoryMb,
          spec.cpu,
          TEST_LIFETIME
        ],
        isDynamic(setup.type) ? testFlag(setup.template) : null
      ]
    )
    await insertEndpoints(sql, id, setup.title, endpoints)
    await sql.query(`INSERT INTO instance_events (instance_id, event, actor_id) VALUES ($1, 'queued', $2)`, [
      id,
      actorOf(ctx).id
    ])
    for (const image of spec.images) await wantImage(sql, image)
    // Whoever tests may just have mended what a pull failed by.
    await sql.query(
      `UPDATE images SET state = 'wanted', next_at = now(), attempts = 0 WHERE reference = ANY($1) AND state = 'failed'`,
      [spec.images]
    )
    await audit(sql, ctx, { action: 'test_instance_started', target: `challenge:${challengeId}` })
    return id
  }

  const requestTest: Tests['requestTest'] = async (ctx, gameId, challengeId) => {
    actorOf(ctx, 'Admin')
    const id = await db.transaction((sql) => store(sql, ctx, gameId, challengeId))
    signals.wake()
    log.info(
      { instance: id, game: gameId, challenge: challengeId, ...callerOf(ctx) },
      'test_instance_requested'
    )
    return id
  }

  return {
    requestTest,

    async createTest(ctx, gameId, challengeId) {
      const id = await requestTest(ctx, gameId, challengeId)
      const standing = await waitFor(
        id,
        CREATE_TIMEOUT,
        (state) => state !== 'queued' && state !== 'starting'
      )
      if (!standing || standing.state === 'failed') throw new AppError('container.create_failed')
      return withEntry(ctx, id, standing.info)
    },

    async destroyTest(ctx, gameId, challengeId) {
      actorOf(ctx, 'Admin')
      const ended = await db.transaction(async (sql) => {
        await challengeOf(sql, gameId, challengeId)
        const scope = { challengeId, kind: 'test' } as const
        const gone = await endInstances(sql, scope, 'admin', { at: ctx.now, actorId: actorOf(ctx).id })
        if (gone.length > 0)
          await audit(sql, ctx, { action: 'test_instance_stopped', target: `challenge:${challengeId}` })
        return gone
      })
      signals.wake()
      for (const { id } of ended)
        await waitFor(id, DESTROY_TIMEOUT, (state) => /^(ended|failed|stuck)$/.test(state))
    },

    async testOf(ctx, gameId, challengeId) {
      actorOf(ctx, 'Admin')
      const { rows } = await db.pool.query<{ id: string }>(
        `SELECT id FROM instances WHERE game_id = $1 AND challenge_id = $2 AND kind = 'test'
         ORDER BY requested_at DESC LIMIT 1`,
        [gameId, challengeId]
      )
      return rows[0]?.id ?? null
    }
  }
}
