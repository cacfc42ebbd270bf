import { actorOf } from '~/server/accounts'
import type { Ctx } from '~/server/accounts/contract'
import { type ContainerInfo, hasContainer, isDynamic } from '~/server/challenges/contract'
import { lock } from '~/server/ledger'
import type { Participations } from '~/server/participations'
import type { Play } from '~/server/participations/contract'
import type { Database, Sql } from '~/server/platform/db'
import { AppError, notFound } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import type { Redis } from '~/server/platform/redis'
import { createSemaphore } from '~/server/platform/semaphore'
import type { Settings } from '~/server/settings'
import { type Administration, createAdministration } from './administration'
import { createAsking } from './asking'
import { availabilityOf } from './availability'
import type { InstanceView } from './contract'
import { createIn, lockParticipation, notTooSoon, PAUSE_SECONDS, toldOf } from './creating'
import { endInstances } from './ending'
import { createHostNames, type Endpoint, type HostNames } from './endpoints'
import { tellOf } from './news'
import { createSignals, type Signals } from './signals'
import { createTests, type Tests } from './tests'
import type { Tickets } from './tickets'
import { createTrafficReader } from './traffic'
import { INFO, infoOf, instanceViewOf, standingOf } from './views'
import { createWork, type Work } from './work'

/** Instances of challenges: what players, organisers and administrators do with them. */
export interface Instances extends Administration, Tests {
  /**
   * Asks for an instance and waits up to eight seconds for it: Running with its entry, or Pending.
   * @throws AppError of the play guard; `challenge.unavailable` 404, `container.not_container_type`,
   *   `container.operation_too_frequent` 429, `container.already_running`, `container.config_incomplete`,
   *   `container.limit_exceeded`, `container.create_failed`, and why none can be started (availability.ts)
   */
  create(ctx: Ctx, gameId: number, challengeId: number): Promise<ContainerInfo>
  /**
   * The same without waiting.
   * @returns the instance's id
   */
  request(ctx: Ctx, gameId: number, challengeId: number): Promise<string>
  /**
   * Adds the extension to the end, inside the window before it; two calls at once extend once.
   * @throws AppError of the play guard; `container.not_created`, `container.extend_too_early`
   */
  extend(ctx: Ctx, gameId: number, challengeId: number): Promise<ContainerInfo>
  /**
   * Ends it, also while it waits in the queue, and waits up to five seconds until it is gone.
   * @throws AppError of the play guard; `container.not_created`, `container.operation_too_frequent` 429,
   *   `container.destroy_failed`
   */
  destroy(ctx: Ctx, gameId: number, challengeId: number): Promise<void>
  /** How the team's instance stands. @throws AppError of the play guard; `challenge.unavailable` 404 */
  view(ctx: Ctx, gameId: number, challengeId: number): Promise<InstanceView>
  /** What the workers of the jobs process do. */
  work: Work
  signals: Signals
  tickets: Tickets
  hostNames: HostNames
}

interface Needs {
  db: Database
  redis: Redis
  log: Log
  settings: Settings
  participations: Participations
  tickets: Tickets
  /** Whether players come by a tunnel to ports that are spoken to so. */
  byTunnel(protocol: Endpoint['protocol']): boolean
  /** Gives a team its flag of a dynamic challenge (server/challenges/assignment.ts). */
  assign(gameId: number, challengeId: number, participationId: number): Promise<void>
  /** A flag for trying a template; null is the template of random flags. */
  testFlag(template: string | null): string
}

/** Milliseconds. */
const CREATE_TIMEOUT = 8000
const DESTROY_TIMEOUT = 5000
/** Longest wait for news before the row is looked at all the same; it doubles while nothing happens. */
const LOOK = 1000
/** All that decide for one game wait for its lock: they must not hold every connection of the pool meanwhile. */
const DECISIONS_AT_ONCE = 3

export function createInstances(needs: Needs): Instances {
  const { db, redis, log, settings, participations, tickets, byTunnel, assign, testFlag } = needs
  const signals = createSignals(redis, log)
  const semaphore = createSemaphore(DECISIONS_AT_ONCE)
  const decide = <T>(work: (sql: Sql) => Promise<T>) => semaphore(() => db.transaction(work))

  /** Waits until `settled` likes how the instance stands; answers how it stands then or when timeout is over. */
  const waitFor = async (id: string, timeout: number, settled: (state: string) => boolean) => {
    const until = performance.now() + timeout
    for (let look = LOOK; ; look *= 2) {
      const left = until - performance.now()
      const heard = signals.changed(id, Math.min(look, Math.max(left, 0)))
      const standing = await standingOf(db.pool, id)
      if (!standing || settled(standing.state) || left <= 0) return standing
      await heard
    }
  }

  /** An instance as the caller sees it. */
  const withEntry = async (ctx: Ctx, id: string, info: ContainerInfo): Promise<ContainerInfo> =>
    info.status === 'Running'
      ? { ...info, entry: (await tickets.entry(ctx, id, info.entry || null)) ?? '' }
      : info

  const policyOf = async () => (await settings.read()).containerPolicy

  const known = async (gameId: number, challengeId: number) => {
    const { rows } = await db.pool.query<{ type: Parameters<typeof hasContainer>[0] }>({
      name: 'instance_challenge',
      text: 'SELECT type FROM challenges WHERE game_id = $1 AND id = $2 AND enabled',
      values: [gameId, challengeId]
    })
    if (!rows[0]) throw notFound('challenge.unavailable')
    if (!hasContainer(rows[0].type)) throw new AppError('container.not_container_type')
    return rows[0].type
  }

  const request: Instances['request'] = async (ctx, gameId, challengeId) => {
    const play = await participations.guardPlay(ctx, gameId)
    const type = await known(gameId, challengeId)
    const [policy, unavailable] = await Promise.all([policyOf(), availabilityOf(db.pool)])
    // Before the lock: it has a transaction of its own, and a flag is the team's for good anyway.
    if (isDynamic(type)) await assign(gameId, challengeId, play.participationId)
    const id = await decide((sql) =>
      createIn(sql, ctx, {
        play,
        challengeId,
        unavailable,
        lifetime: policy.defaultLifetime,
        replaces: policy.autoDestroyOnLimitReached
      })
    )
    signals.wake()
    log.info({ instance: id, ...toldOf(ctx, play, challengeId) }, 'instance_requested')
    return id
  }

  const live = async (play: Play, challengeId: number) => {
    const { rowCount } = await db.pool.query(
      `SELECT FROM instances WHERE participation_id = $1 AND challenge_id = $2 AND kind = 'team' AND desired = 'up'
         AND state NOT IN ('ended', 'failed')`,
      [play.participationId, challengeId]
    )
    return rowCount === 1
  }

  return {
    ...createAdministration({
      ...{ db, log, signals, tickets },
      asking: createAsking(redis, log),
      traffic: createTrafficReader(redis, log)
    }),
    ...createTests({ db, log, signals, waitFor, withEntry, testFlag }),
    work: createWork({ db, log, signals }),
    signals,
    tickets,
    hostNames: createHostNames(db),
    request,

    async create(ctx, gameId, challengeId) {
      const id = await request(ctx, gameId, challengeId)
      const standing = await waitFor(
        id,
        CREATE_TIMEOUT,
        (state) => state !== 'queued' && state !== 'starting'
      )
      if (!standing || standing.state === 'failed') throw new AppError('container.create_failed')
      return withEntry(ctx, id, standing.info)
    },

    async extend(ctx, gameId, challengeId) {
      const play = await participations.guardPlay(ctx, gameId)
      await known(gameId, challengeId)
      const { extensionDuration, renewalWindow } = await policyOf()
      const extended = await db.transaction(async (sql) => {
        const { rows } = await sql.query<Parameters<typeof infoOf>[0] & { id: string }>(
          `UPDATE instances i SET expires_at = expires_at + $3 * interval '1 minute', extensions = extensions + 1
           WHERE participation_id = $1 AND challenge_id = $2 AND kind = 'team' AND desired = 'up'
             AND state IN ('ready', 'unhealthy') AND expires_at > clock_timestamp()
             AND expires_at - clock_timestamp() <= $4 * interval '1 minute'
           RETURNING i.id, ${INFO}`,
          [play.participationId, challengeId, extensionDuration, renewalWindow]
        )
        if (rows[0])
          await sql.query(
            `INSERT INTO instance_events (instance_id, event, detail, actor_id) VALUES ($1, 'extended', $2, $3)`,
            [rows[0].id, String(extensionDuration), actorOf(ctx).id]
          )
        return rows[0]
      })
      if (!extended)
        throw new AppError(
          (await live(play, challengeId)) ? 'container.extend_too_early' : 'container.not_created'
        )
      await tellOf(db, signals, [extended.id])
      log.info({ instance: extended.id, ...toldOf(ctx, play, challengeId) }, 'instance_extended')
      return withEntry(ctx, extended.id, infoOf(extended))
    },

    async destroy(ctx, gameId, challengeId) {
      const play = await participations.guardPlay(ctx, gameId)
      await known(gameId, challengeId)
      const id = await decide(async (sql) => {
        await lockParticipation(sql, play.participationId)
        const { rows } = await sql.query<{ id: string; waits: boolean; pause: number | null }>(
          `SELECT id, state = 'queued' AS waits,
             CASE WHEN clock_timestamp() - operated_at < $3 * interval '1 second'
               THEN extract(epoch FROM clock_timestamp() - operated_at)::float8 END AS pause
           FROM instances WHERE participation_id = $1 AND challenge_id = $2 AND kind = 'team' AND desired = 'up'
             AND state NOT IN ('ended', 'failed')`,
          [play.participationId, challengeId, PAUSE_SECONDS]
        )
        if (!rows[0]) throw new AppError('container.not_created')
        const { id, waits, pause } = rows[0]
        // Whoever leaves the queue has cost the engine nothing.
        if (!waits) notTooSoon([{ challengeId, pause }], challengeId)
        await lock(sql, gameId)
        await endInstances(sql, { ids: [id] }, 'player', { at: ctx.now, actorId: actorOf(ctx).id })
        await sql.query('UPDATE instances SET operated_at = clock_timestamp() WHERE id = $1 AND NOT $2', [
          id,
          waits
        ])
        return id
      })
      signals.wake()
      log.info({ instance: id, ...toldOf(ctx, play, challengeId) }, 'instance_destroyed')
      const standing = await waitFor(id, DESTROY_TIMEOUT, (state) => /^(ended|failed|stuck)$/.test(state))
      if (standing?.state === 'stuck') throw new AppError('container.destroy_failed')
    },

    async view(ctx, gameId, challengeId) {
      const { game, participationId } = await participations.guardPlay(ctx, gameId)
      await known(gameId, challengeId)
      const [policy, unavailable] = await Promise.all([policyOf(), availabilityOf(db.pool)])
      const seen = await instanceViewOf(
        db.pool,
        { gameId, challengeId, participationId },
        {
          ...{ policy, unavailable, byTunnel },
          ...{ limit: game.containerLimit, replaces: policy.autoDestroyOnLimitReached }
        }
      )
      if (seen.state !== 'ready' || !seen.id) return seen
      const endpoints = await tickets.endpoints(ctx, seen.id)
      return { ...seen, entry: endpoints[0]?.entry ?? null, endpoints }
    }
  }
}
