import { randomUUID } from 'node:crypto'
import { type Ctx, callerLogFields, callerUserId } from '~/server/access/contract'
import { hasContainer } from '~/server/challenges/contract'
import type { Change } from '~/server/change'
import { bool, nullable, number, row, rows, type Sql, text, uuid } from '~/server/db'
import { endSql, gamePhase } from '~/server/games/contract'
import { recordEvents } from '~/server/monitoring'
import type { Play } from '~/server/participations/contract'
import { AppError, notFound } from '~/server/platform/errors'
import { isUnlockedSql } from '~/server/requirements'
import { checkAvailability } from './availability'
import { endedBy, endInstances } from './ends'
import { type Endpoint, insertEndpoints } from './entries/endpoints'
import { addInstanceEvents } from './events'
import type { InstanceSpec } from './row-shapes'
import { type ChallengeSetup, SETUP, SETUP_COLUMNS, startRequestOf } from './spec'

export const PAUSE_SECONDS = 10

/** @throws AppError `challenge.unavailable` 404, `container.not_container_type` */
async function setupOf(
  sql: Sql,
  gameId: number,
  challengeId: number
): Promise<ChallengeSetup & { title: string }> {
  const setup = await row(
    sql,
    { title: text, ...SETUP_COLUMNS },
    {
      name: 'instance_setup',
      text: `SELECT c.title, ${SETUP} FROM challenges c WHERE c.game_id = $1 AND c.id = $2 AND c.enabled`,
      values: [gameId, challengeId]
    }
  )
  if (!setup) throw notFound('challenge.unavailable')
  if (!hasContainer(setup.type)) throw new AppError('container.not_container_type')
  return setup
}

const CURRENT = {
  id: uuid,
  challengeId: nullable(number),
  live: bool,
  counts: bool,
  /** Seconds since the last request; null for long ago. */
  pause: nullable(number)
}

/** Present instances, oldest start first, and recent requests for this challenge. */
const currentInstances = (sql: Sql, participationId: number, challengeId: number) =>
  rows(sql, CURRENT, {
    name: 'instances_present',
    text: `SELECT id, challenge_id AS "challengeId", desired = 'up' AND state NOT IN ('ended', 'failed') AS live,
        (desired = 'up' OR state = 'stuck') AND state NOT IN ('ended', 'failed') AS counts,
        CASE WHEN clock_timestamp() - operated_at < $3 * interval '1 second'
          THEN extract(epoch FROM clock_timestamp() - operated_at)::float8 END AS pause
      FROM instances WHERE participation_id = $1 AND kind = 'team'
        AND (state NOT IN ('ended', 'failed')
          OR challenge_id = $2 AND operated_at > clock_timestamp() - $3 * interval '1 second')
      ORDER BY coalesce(started_at, requested_at), id`,
    values: [participationId, challengeId, PAUSE_SECONDS]
  })

/** @throws AppError `container.operation_too_frequent` 429 */
export function checkPause(
  instances: readonly { challengeId: number | null; pause: number | null }[],
  challengeId: number
): void {
  const since = instances.flatMap((one) =>
    one.challengeId === challengeId && one.pause !== null ? one.pause : []
  )
  if (since.length === 0) return
  const retryAfter = Math.max(1, Math.ceil(PAUSE_SECONDS - Math.min(...since)))
  throw new AppError('container.operation_too_frequent', 429, { retryAfter })
}

/** Inserts nothing after a concurrent change of team, challenge or game. */
const INSERT = `
  WITH made AS (
    INSERT INTO instances (id, kind, game_id, challenge_id, participation_id, requested_by, spec, memory_mb, cpu,
      lifetime, operated_at, requested_at)
    SELECT $1, 'team', g.id, c.id, p.id, $2, $3, $4, $5, $6, clock_timestamp(), clock_timestamp()
    FROM games g JOIN challenges c ON c.game_id = g.id JOIN participations p ON p.game_id = g.id
    WHERE g.id = $7 AND c.id = $8 AND p.id = $9 AND c.enabled AND ${isUnlockedSql('p.id')} AND p.status = 'Accepted'
      AND (${endSql('g', 'p')} > clock_timestamp() OR g.practice_mode)
    RETURNING id, requested_by
  ) INSERT INTO instance_events (instance_id, event, actor_id) SELECT id, 'queued', requested_by FROM made`

interface StartDecision {
  play: Play
  challengeId: number
  /** Minutes. */
  lifetime: number
  /** At the limit, the oldest makes room. */
  replaces: boolean
}

/**
 * Queues a new instance. Needs the participation's lock `instances`. Checks in the contract's order; queued and
 * starting ones count, so that concurrent requests cannot exceed a limit.
 * @returns its id
 * @throws AppError those of setupOf and checkPause, `container.already_running`, `container.config_incomplete`,
 * `container.image_unavailable`, `container.limit_exceeded`, and the reasons of availability.ts
 */
export async function createInstance(
  tx: Change,
  { play, challengeId, lifetime, replaces }: StartDecision
): Promise<string> {
  const { participationId, game } = play
  const { now } = tx.ctx
  const userId = callerUserId(tx.ctx)
  const setup = await setupOf(tx, game.id, challengeId)
  const current = await currentInstances(tx, participationId, challengeId)
  checkPause(current, challengeId)
  if (current.some((one) => one.live && one.challengeId === challengeId))
    throw new AppError('container.already_running')
  const { spec, endpoints } = startRequestOf(setup)
  const unavailable = await checkAvailability(tx, spec)
  if (unavailable) throw new AppError(unavailable)
  if (await imageFailed(tx, spec.images)) throw new AppError('container.image_unavailable')
  const counted = current.filter(({ counts }) => counts)
  const full = game.containerLimit > 0 && counted.length >= game.containerLimit
  const oldest = counted.find(({ live }) => live)
  if (full && !(replaces && oldest))
    throw new AppError('container.limit_exceeded', 400, { params: { limit: game.containerLimit } })

  for (const image of spec.images) await queueImagePull(tx, image)
  await tx.lock({ ledger: game.id })
  if (full) await endInstances(tx, { ids: [oldest!.id] }, 'limit', endedBy(tx.ctx))
  // All random, because the engine's objects are named by its beginning.
  const id = randomUUID()
  const { rowCount } = await tx.query(INSERT, [
    ...[id, userId, JSON.stringify(spec), spec.memoryMb, spec.cpu, lifetime],
    ...[game.id, challengeId, participationId]
  ])
  if (rowCount !== 1)
    throw notFound(gamePhase(game, now) === 'before' ? 'game.not_found' : 'challenge.unavailable')
  await insertEndpoints(tx, id, setup.title, endpoints)
  const values = [String(challengeId), setup.title]
  await recordEvents(tx, game.id, [
    { type: 'ContainerStart', values, at: now, userId, participationId, ip: tx.ctx.ip }
  ])
  return id
}

interface StaffStart {
  kind: 'test' | 'check'
  gameId: number
  challengeId: number
  /** The title of the challenge. */
  title: string
  requestedBy: string | null
  spec: InstanceSpec
  memoryMb: number
  cpu: number
  /** Minutes. */
  lifetime: number
  testFlag: string | null
  endpoints: readonly Endpoint[]
}

/** Queues an instance that is no team's, with its images, in the caller's transaction. Returns its id. */
export async function insertStaffInstance(sql: Sql, start: StaffStart): Promise<string> {
  const id = randomUUID()
  const { kind, gameId, challengeId, requestedBy, spec, memoryMb, cpu, lifetime, testFlag } = start
  await sql.query(
    `INSERT INTO instances (id, kind, game_id, challenge_id, requested_by, spec, memory_mb, cpu, lifetime, test_flag,
       operated_at, requested_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, clock_timestamp(), clock_timestamp())`,
    [id, kind, gameId, challengeId, requestedBy, JSON.stringify(spec), memoryMb, cpu, lifetime, testFlag]
  )
  await insertEndpoints(sql, id, start.title, start.endpoints)
  await addInstanceEvents(sql, [id], 'queued', { actorId: requestedBy })
  for (const image of spec.images) await queueImagePull(sql, image)
  return id
}

/** Has every engine pull an unknown image; retries a failed pull on request only. */
export async function queueImagePull(sql: Sql, reference: string): Promise<void> {
  await sql.query(
    `INSERT INTO images (engine_id, reference) SELECT id, $1 FROM engines ON CONFLICT (engine_id, reference) DO NOTHING`,
    [reference]
  )
}

/** Whether no engine could pull one of them. */
async function imageFailed(sql: Sql, references: readonly string[]): Promise<boolean> {
  const images = await rows(
    sql,
    { failed: bool },
    {
      name: 'instance_image_failed',
      text: `SELECT bool_and(state = 'failed') AS failed FROM images WHERE reference = ANY($1) GROUP BY reference`,
      values: [references]
    }
  )
  return images.some(({ failed }) => failed)
}

export const logFieldsOf = (ctx: Ctx, { game, participationId }: Play, challengeId: number) => ({
  game: game.id,
  challenge: challengeId,
  participation: participationId,
  ...callerLogFields(ctx)
})
