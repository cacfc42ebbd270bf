import { randomUUID } from 'node:crypto'
import { type Ctx, callerOf } from '~/server/accounts/contract'
import { hasContainer } from '~/server/challenges/contract'
import { phaseOf } from '~/server/games/contract'
import { lock } from '~/server/ledger'
import { recordEvents } from '~/server/monitoring'
import type { Play } from '~/server/participations/contract'
import type { Sql } from '~/server/platform/db'
import { AppError, notFound } from '~/server/platform/errors'
import { endInstances } from './ending'
import { insertEndpoints } from './endpoints'
import { type ChallengeSetup, SETUP, wishOf } from './spec'

/** First key of the advisory locks under which the instances of one participation are decided. */
const PARTICIPATION_LOCK = 0x1457

/** Seconds between two requests of a team for the same challenge (behaviour of the contract's container calls). */
export const PAUSE_SECONDS = 10

/** Has everybody of a team decide one after the other about its instances, until the transaction ends. */
export async function lockParticipation(sql: Sql, participationId: number): Promise<void> {
  await sql.query('SELECT pg_advisory_xact_lock($1, $2)', [PARTICIPATION_LOCK, participationId])
}

interface Setup extends ChallengeSetup {
  title: string
}

/** @throws AppError `challenge.unavailable` 404, `container.not_container_type`, `container.config_incomplete` */
export async function setupOf(sql: Sql, gameId: number, challengeId: number): Promise<Setup> {
  const { rows } = await sql.query<Setup>({
    name: 'instance_setup',
    text: `SELECT c.title, ${SETUP} FROM challenges c WHERE c.game_id = $1 AND c.id = $2 AND c.enabled`,
    values: [gameId, challengeId]
  })
  const setup = rows[0]
  if (!setup) throw notFound('challenge.unavailable')
  if (!hasContainer(setup.type)) throw new AppError('container.not_container_type')
  return setup
}

interface Present {
  id: string
  challengeId: number
  live: boolean
  /** It counts against the limit. */
  counts: boolean
  /** Seconds since the last request; null when that is long ago. */
  pause: number | null
}

/** What the team has now, oldest start first, and what it did a moment ago with this challenge. */
async function presentOf(sql: Sql, participationId: number, challengeId: number): Promise<Present[]> {
  const { rows } = await sql.query<Present>({
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
  return rows
}

/** @throws AppError `container.operation_too_frequent` 429 within ten seconds of the last request */
export function notTooSoon(
  present: readonly Pick<Present, 'challengeId' | 'pause'>[],
  challengeId: number
): void {
  const since = present.flatMap((one) =>
    one.challengeId === challengeId && one.pause !== null ? one.pause : []
  )
  if (since.length === 0) return
  const retryAfter = Math.max(1, Math.ceil(PAUSE_SECONDS - Math.min(...since)))
  throw new AppError('container.operation_too_frequent', 429, { retryAfter })
}

/** The row, unless the team, the challenge or the game is no longer what the caller was let in for. */
const INSERT = `
  WITH made AS (
    INSERT INTO instances (id, kind, game_id, challenge_id, participation_id, requested_by, spec, memory_mb, cpu,
      lifetime, operated_at, requested_at)
    SELECT $1, 'team', g.id, c.id, p.id, $2, $3, $4, $5, $6, clock_timestamp(), clock_timestamp()
    FROM games g JOIN challenges c ON c.game_id = g.id JOIN participations p ON p.game_id = g.id
    WHERE g.id = $7 AND c.id = $8 AND p.id = $9 AND c.enabled AND p.status = 'Accepted'
      AND (g.end_at > clock_timestamp() OR g.practice_mode)
    RETURNING id, requested_by
  ) INSERT INTO instance_events (instance_id, event, actor_id) SELECT id, 'queued', requested_by FROM made`

export interface Creation {
  play: Play
  challengeId: number
  /** Minutes. */
  lifetime: number
  /** At the limit the oldest makes room. */
  replaces: boolean
  /** Why none can be started at all; a code. */
  unavailable: string | null
}

/**
 * Decides about a new instance and stores the wish for it, in the caller's transaction (the contract's order of
 * checks). Queued and starting ones count, so that no number of requests at once passes a limit.
 * @returns its id
 * @throws AppError those of setupOf and notTooSoon, `container.already_running`, `container.limit_exceeded`
 */
export async function createIn(sql: Sql, ctx: Ctx, { play, ...wanted }: Creation): Promise<string> {
  const { challengeId, lifetime, replaces, unavailable } = wanted
  const { participationId, game } = play
  const userId = ctx.actor?.id ?? null
  await lockParticipation(sql, participationId)
  const setup = await setupOf(sql, game.id, challengeId)
  const present = await presentOf(sql, participationId, challengeId)
  notTooSoon(present, challengeId)
  if (present.some((one) => one.live && one.challengeId === challengeId))
    throw new AppError('container.already_running')
  const { spec, endpoints } = wishOf(setup)
  if (unavailable) throw new AppError(unavailable)
  if (await imageFailed(sql, spec.images)) throw new AppError('container.image_unavailable')
  const counted = present.filter(({ counts }) => counts)
  const full = game.containerLimit > 0 && counted.length >= game.containerLimit
  const oldest = counted.find(({ live }) => live)
  if (full && !(replaces && oldest))
    throw new AppError('container.limit_exceeded', 400, { params: { limit: game.containerLimit } })

  for (const image of spec.images) await wantImage(sql, image)
  await lock(sql, game.id)
  if (full) await endInstances(sql, { ids: [oldest!.id] }, 'limit', { at: ctx.now, actorId: userId })
  // All of it random: what an engine makes is named after its beginning.
  const id = randomUUID()
  const { rowCount } = await sql.query(INSERT, [
    ...[id, userId, JSON.stringify(spec), spec.memoryMb, spec.cpu, lifetime],
    ...[game.id, challengeId, participationId]
  ])
  if (rowCount !== 1)
    throw notFound(phaseOf(game, ctx.now) === 'before' ? 'game.not_found' : 'challenge.unavailable')
  await insertEndpoints(sql, id, setup.title, endpoints)
  await recordEvents(sql, game.id, [
    {
      type: 'ContainerStart',
      values: [String(challengeId), setup.title],
      at: ctx.now,
      userId,
      participationId
    }
  ])
  return id
}

/** Has every engine get the image unless it is known there; a pull that failed is tried again on request only. */
export async function wantImage(sql: Sql, reference: string): Promise<void> {
  await sql.query(
    `INSERT INTO images (engine_id, reference) SELECT id, $1 FROM engines ON CONFLICT (engine_id, reference) DO NOTHING`,
    [reference]
  )
}

/** One of the images could be got by no engine. */
async function imageFailed(sql: Sql, references: readonly string[]): Promise<boolean> {
  const { rows } = await sql.query<{ failed: boolean }>({
    name: 'instance_image_failed',
    text: `SELECT bool_and(state = 'failed') AS failed FROM images WHERE reference = ANY($1) GROUP BY reference`,
    values: [references]
  })
  return rows.some(({ failed }) => failed)
}

/** For a line of the log. */
export const toldOf = (ctx: Ctx, { game, participationId }: Play, challengeId: number) => ({
  game: game.id,
  challenge: challengeId,
  participation: participationId,
  ...callerOf(ctx)
})
