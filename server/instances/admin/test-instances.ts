import { requireActor, requireInGame } from '~/server/access'
import { type Ctx, callerLogFields, callerUserId } from '~/server/access/contract'
import { type ContainerInfo, hasContainer, isDynamic } from '~/server/challenges/contract'
import type { Change, MakeChange } from '~/server/change'
import { type Database, nullable, row, type Sql, text, uuid } from '~/server/db'
import { AppError, notFound } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import { checkAvailability } from '../availability'
import type { InstanceEffects } from '../effects'
import { endedBy, endInstances } from '../ends'
import { type ChallengeSetup, SETUP, SETUP_COLUMNS, startRequestOf } from '../spec'
import { insertStaffInstance } from '../start-requests'
import type { Standing } from '../views'

/** Test instances of organisers: administrators, and who may edit the game's challenges. */
export interface TestInstances {
  /**
   * Replaces a running one and waits up to eight seconds; works for disabled challenges.
   * @throws AppError `game.not_found`, `challenge.not_found` 404, `container.not_container_type`,
   * `container.config_incomplete`, `container.create_failed`, and the reasons of availability.ts
   */
  createTest(ctx: Ctx, gameId: number, challengeId: number): Promise<ContainerInfo>
  /** Does not wait; returns the instance's id. */
  requestTest(ctx: Ctx, gameId: number, challengeId: number): Promise<string>
  /** @throws AppError `game.not_found`, `challenge.not_found` 404 */
  destroyTest(ctx: Ctx, gameId: number, challengeId: number): Promise<void>
  /** Newest one, ended or not; null for none. */
  testOf(ctx: Ctx, gameId: number, challengeId: number): Promise<string | null>
}

/** Minutes, regardless of the policy (docs/rules/challenges.md#test-instance). */
const TEST_LIFETIME = 120
const CREATE_TIMEOUT_MS = 8000
const DESTROY_TIMEOUT_MS = 5000

interface Needs {
  db: Database
  change: MakeChange
  log: Log
  effects: InstanceEffects
  testFlag(template: string | null): string
  withEntry(ctx: Ctx, id: string, info: ContainerInfo): Promise<ContainerInfo>
  waitFor(id: string, timeout: number, settled: (state: string) => boolean): Promise<Standing | null>
}

const TESTED = { title: text, template: nullable(text), ...SETUP_COLUMNS }

/** @throws AppError `game.not_found`, `challenge.not_found` 404 */
async function challengeOf(
  sql: Sql,
  gameId: number,
  challengeId: number
): Promise<ChallengeSetup & { title: string; template: string | null }> {
  const challenge = await row(
    sql,
    TESTED,
    `SELECT c.title, c.flag_template AS template, ${SETUP} FROM challenges c WHERE c.game_id = $1 AND c.id = $2`,
    [gameId, challengeId]
  )
  if (challenge) return challenge
  const { rowCount } = await sql.query('SELECT FROM games WHERE id = $1', [gameId])
  throw notFound(rowCount === 1 ? 'challenge.not_found' : 'game.not_found')
}

export function createTestInstances(needs: Needs): TestInstances {
  const { db, change, log, effects, waitFor, withEntry, testFlag } = needs

  const store = async (tx: Change, gameId: number, challengeId: number) => {
    requireActor(tx.ctx)
    const setup = await challengeOf(tx, gameId, challengeId)
    if (!hasContainer(setup.type)) throw new AppError('container.not_container_type')
    const { spec, endpoints } = startRequestOf(setup)
    const unavailable = await checkAvailability(tx, spec)
    if (unavailable) throw new AppError(unavailable)
    await endInstances(tx, { challengeId, kind: 'test' }, 'replaced', endedBy(tx.ctx))
    const { memoryMb, cpu } = spec
    const id = await insertStaffInstance(tx, {
      ...{ kind: 'test', gameId, challengeId, title: setup.title, spec, memoryMb, cpu, endpoints },
      requestedBy: callerUserId(tx.ctx),
      lifetime: TEST_LIFETIME,
      testFlag: isDynamic(setup.type) ? testFlag(setup.template) : null
    })
    // The organiser may have repaired what made a pull fail.
    await tx.query(
      `UPDATE images SET state = 'wanted', next_at = now(), attempts = 0 WHERE reference = ANY($1) AND state = 'failed'`,
      [spec.images]
    )
    await tx.audit({ action: 'test_instance_started', target: `challenge:${challengeId}` })
    tx.after(effects.notifyWorkers)
    return id
  }

  const requestTest: TestInstances['requestTest'] = async (ctx, gameId, challengeId) => {
    requireInGame(ctx, gameId, 'challenges')
    const id = await change(ctx, { instanceTest: challengeId }, (tx) => store(tx, gameId, challengeId))
    log.info(
      { instance: id, game: gameId, challenge: challengeId, ...callerLogFields(ctx) },
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
        CREATE_TIMEOUT_MS,
        (state) => state !== 'queued' && state !== 'starting'
      )
      if (!standing || standing.state === 'failed') throw new AppError('container.create_failed')
      return withEntry(ctx, id, standing.info)
    },

    async destroyTest(ctx, gameId, challengeId) {
      requireInGame(ctx, gameId, 'challenges')
      const ended = await change(ctx, async (tx) => {
        await challengeOf(tx, gameId, challengeId)
        const scope = { challengeId, kind: 'test' } as const
        const stopped = await endInstances(tx, scope, 'admin', endedBy(ctx))
        if (stopped.length > 0)
          await tx.audit({ action: 'test_instance_stopped', target: `challenge:${challengeId}` })
        tx.after(effects.notifyWorkers)
        return stopped
      })
      for (const { id } of ended)
        await waitFor(id, DESTROY_TIMEOUT_MS, (state) => /^(ended|failed|stuck)$/.test(state))
    },

    async testOf(ctx, gameId, challengeId) {
      requireInGame(ctx, gameId, 'challenges')
      const newest = await row(
        db.pool,
        { id: uuid },
        `SELECT id FROM instances WHERE game_id = $1 AND challenge_id = $2 AND kind = 'test'
         ORDER BY requested_at DESC LIMIT 1`,
        [gameId, challengeId]
      )
      return newest?.id ?? null
    }
  }
}
