import type { Ctx } from '~/server/access/contract'
import { CHALLENGE_TYPES, type ContainerInfo, hasContainer, isDynamic } from '~/server/challenges/contract'
import type { Change, MakeChange } from '~/server/change'
import { bool, type Database, nullable, number, oneOf, row, rows, uuid } from '~/server/db'
import type { Play, PlayGuard } from '~/server/participations/contract'
import { createSemaphore } from '~/server/platform/concurrency/semaphore'
import { AppError } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import type { Redis } from '~/server/platform/redis'
import { isUnlockedSql, explainUnavailable as refusal } from '~/server/requirements'
import type { Settings } from '~/server/settings'
import { abandonInstances } from './abandon-requests'
import { createEngineQuestions } from './admin/engine-questions'
import { type Administration, createAdministration } from './admin/service'
import { createTestInstances, type TestInstances } from './admin/test-instances'
import { checkAvailability } from './availability'
import type { InstanceView } from './contract'
import { createEffects } from './effects'
import { endedBy, endInstances } from './ends'
import { createHostNames, type Endpoint, type HostNames } from './entries/endpoints'
import type { TunnelTickets } from './entries/tickets'
import { createTrafficReader } from './entries/traffic'
import { BEFORE_END_SQL, extendWhere, SOLVED_MEANWHILE_SQL } from './extending'
import { createInstanceNotifications, type InstanceNotifications } from './notifications'
import { checkPause, createInstance, logFieldsOf, PAUSE_SECONDS } from './start-requests'
import { readInstanceStanding, readInstanceView } from './views'
import { createInstanceWorkStore } from './workers'
import type { InstanceWorkStore } from './workers/contract'

/** `challengeIds`: null for all of the game. */
interface InGame {
  gameId: number
  challengeIds: readonly number[] | null
}

/** Instances of challenges: what players, organisers and administrators do with them. */
export interface Instances extends Administration, TestInstances {
  /**
   * Requests an instance and waits up to eight seconds for it: Running with its entry, or Pending.
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
   * Adds the extension to the end, inside the window before it; two calls within five seconds extend once.
   * @throws AppError of the play guard; `container.not_created`, `container.extend_solved`, `container.extend_too_early`
   */
  extend(ctx: Ctx, gameId: number, challengeId: number): Promise<ContainerInfo>
  /**
   * Ends it, also while it waits in the queue, and waits up to five seconds until it is gone.
   * @throws AppError of the play guard; `container.not_created`, `container.operation_too_frequent` 429,
   *   `container.destroy_failed`
   */
  destroy(ctx: Ctx, gameId: number, challengeId: number): Promise<void>
  /** Moves the ends of a game's running instances by `ms` milliseconds, and never to before now. */
  moveEnds(tx: Change, gameId: number, ms: number): Promise<void>
  /**
   * Has teams' running instances of these challenges, or of the whole game, live longer. For staff, whose right the caller checks.
   * @returns how many
   */
  extendIn(tx: Change, scope: InGame, minutes: number): Promise<number>
  /** How many `extendIn` would extend now. */
  extendableIn(scope: InGame): Promise<number>
  /** How the team's instance stands. @throws AppError of the play guard; `challenge.unavailable` 404 */
  view(ctx: Ctx, gameId: number, challengeId: number): Promise<InstanceView>
  /** Ends everything on an engine that is removed for good, in the caller's transaction; see abandon-requests.ts for the locks. */
  abandon(tx: Change, engineId: number): Promise<void>
  /** What the workers of the jobs process do. */
  work: InstanceWorkStore
  notifications: InstanceNotifications
  tickets: TunnelTickets
  hostNames: HostNames
}

interface Needs {
  db: Database
  change: MakeChange
  redis: Redis
  log: Log
  settings: Settings
  participations: PlayGuard
  tickets: TunnelTickets
  /** Whether players reach ports of this protocol by a tunnel. */
  byTunnel(protocol: Endpoint['protocol']): boolean
  /** Gives a team its flag of a dynamic challenge (server/challenges/flags/assignment.ts). */
  assign(gameId: number, challengeId: number, participationId: number): Promise<void>
  /** Gives the team its decoy of a challenge that has one (docs/rules/flags.md#decoys). */
  assignDecoy(gameId: number, challengeId: number, participationId: number): Promise<void>
  /** A flag for trying a template; null is the template of random flags. */
  testFlag(template: string | null): string
}

/** Milliseconds. */
const CREATE_TIMEOUT_MS = 8000
const DESTROY_TIMEOUT_MS = 5000
/** Longest wait for a message before the row is read all the same; it doubles while nothing happens. */
const POLL_TIMEOUT_MS = 1000
/** Those who decide for one game wait for its lock: they must not hold every connection of the pool meanwhile. */
const DECISIONS_AT_ONCE = 3

const CHALLENGE = { type: oneOf(CHALLENGE_TYPES), hasDecoy: bool }
const MOVE_ENDS = `
  UPDATE instances SET expires_at = greatest(clock_timestamp(), expires_at + $2 * interval '1 millisecond')
  WHERE game_id = $1 AND ${BEFORE_END_SQL} RETURNING id`
/** SQL: teams' instances that an incident may extend; `$first` is the game, the next parameter its challenges, null for all. */
const extendable = (first: number) =>
  `game_id = $${first} AND ($${first + 1}::int[] IS NULL OR challenge_id = ANY ($${first + 1})) AND kind = 'team' AND ${BEFORE_END_SQL}`
/** Seconds in which members, or one who presses twice, extend once, however short the extension is. */
const EXTENDED_ONCE = 5
/** SQL: the team's instance `i` of a challenge, inside the window before its end. */
const ENDS_SOON = `participation_id = $3 AND challenge_id = $4 AND kind = 'team' AND ${BEFORE_END_SQL} AND NOT ${SOLVED_MEANWHILE_SQL}
  AND expires_at - clock_timestamp() <= $5 * interval '1 minute' AND NOT EXISTS (SELECT FROM instance_events e
    WHERE e.instance_id = i.id AND e.event = 'extended' AND e.at > clock_timestamp() - interval '${EXTENDED_ONCE} seconds')`
const CURRENT = { id: uuid, queued: bool, pause: nullable(number) }

export function createInstances(needs: Needs): Instances {
  const {
    db,
    change,
    redis,
    log,
    settings,
    participations,
    tickets,
    byTunnel,
    assign,
    assignDecoy,
    testFlag
  } = needs
  const notifications = createInstanceNotifications(redis, log)
  const effects = createEffects(db, notifications)
  const semaphore = createSemaphore(DECISIONS_AT_ONCE)
  const decide = <T>(ctx: Ctx, { participationId }: Play, work: (tx: Change) => Promise<T>) =>
    semaphore(() => change(ctx, { instances: participationId }, work))

  /** Waits until `settled` accepts the state. Returns how the instance stands then, or when the timeout is over. */
  const waitFor = async (id: string, timeout: number, settled: (state: string) => boolean) => {
    const until = performance.now() + timeout
    for (let poll = POLL_TIMEOUT_MS; ; poll *= 2) {
      const left = until - performance.now()
      const change = notifications.waitForChange(id, Math.min(poll, Math.max(left, 0)))
      const standing = await readInstanceStanding(db.pool, id)
      if (!standing || settled(standing.state) || left <= 0) return standing
      await change
    }
  }

  /** An instance as the caller sees it. */
  const withEntry = async (ctx: Ctx, id: string, info: ContainerInfo): Promise<ContainerInfo> =>
    info.status === 'Running'
      ? { ...info, entry: (await tickets.entry(ctx, id, info.entry || null)) ?? '' }
      : info

  const policyOf = async () => (await settings.read()).containerPolicy

  const challengeOf = async (gameId: number, challengeId: number, participationId: number | null) => {
    const challenge = await row(db.pool, CHALLENGE, {
      name: 'instance_challenge',
      text: `SELECT c.type, c.decoy IS NOT NULL AS "hasDecoy" FROM challenges c WHERE c.game_id = $1 AND c.id = $2 AND c.enabled
        AND ($3::int IS NULL OR ${isUnlockedSql('$3')})`,
      values: [gameId, challengeId, participationId]
    })
    if (!challenge) throw await refusal(db.pool, gameId, challengeId, participationId ?? 0)
    if (!hasContainer(challenge.type)) throw new AppError('container.not_container_type')
    return challenge
  }

  const request: Instances['request'] = async (ctx, gameId, challengeId) => {
    const play = await participations.guardPlay(ctx, gameId)
    const { type, hasDecoy } = await challengeOf(gameId, challengeId, play.participationId)
    const policy = await policyOf()
    // Before the lock: it has a transaction of its own, and a flag is the team's for good anyway.
    if (isDynamic(type)) await assign(gameId, challengeId, play.participationId)
    if (hasDecoy) await assignDecoy(gameId, challengeId, play.participationId)
    const id = await decide(ctx, play, (tx) => {
      tx.after(effects.notifyWorkers)
      const { defaultLifetime: lifetime, autoDestroyOnLimitReached: replaces } = policy
      return createInstance(tx, { play, challengeId, lifetime, replaces })
    })
    log.info({ instance: id, ...logFieldsOf(ctx, play, challengeId) }, 'instance_requested')
    return id
  }

  const whyNotExtended = async (play: Play, challengeId: number) => {
    const live = await row(
      db.pool,
      { solved: bool },
      `SELECT ${SOLVED_MEANWHILE_SQL} AS solved FROM instances i WHERE participation_id = $1 AND challenge_id = $2
         AND kind = 'team' AND desired = 'up' AND state NOT IN ('ended', 'failed')`,
      [play.participationId, challengeId]
    )
    if (!live) return 'container.not_created'
    return live.solved ? 'container.extend_solved' : 'container.extend_too_early'
  }

  return {
    ...createAdministration({
      ...{ db, change, log, notifications, effects, tickets },
      engine: createEngineQuestions(redis, log),
      traffic: createTrafficReader(redis, log)
    }),
    ...createTestInstances({ db, change, log, effects, waitFor, withEntry, testFlag }),
    abandon: (tx, engineId) => abandonInstances(tx, engineId, effects),
    work: createInstanceWorkStore({ db, log, effects }),
    notifications,
    tickets,
    hostNames: createHostNames(db),
    request,

    async create(ctx, gameId, challengeId) {
      const id = await request(ctx, gameId, challengeId)
      const standing = await waitFor(
        id,
        CREATE_TIMEOUT_MS,
        (state) => state !== 'queued' && state !== 'starting'
      )
      if (!standing || standing.state === 'failed') throw new AppError('container.create_failed')
      return withEntry(ctx, id, standing.info)
    },

    async extend(ctx, gameId, challengeId) {
      const play = await participations.guardPlay(ctx, gameId)
      await challengeOf(gameId, challengeId, play.participationId)
      const { extensionDuration, renewalWindow } = await policyOf()
      const extended = await decide(ctx, play, async (tx) => {
        const values = [play.participationId, challengeId, renewalWindow]
        const [id] = await extendWhere(tx, extensionDuration, ENDS_SOON, values)
        if (!id) return null
        tx.after(() => effects.publish([id]))
        return { id, ...(await readInstanceStanding(tx, id))! }
      })
      if (!extended) throw new AppError(await whyNotExtended(play, challengeId))
      log.info({ instance: extended.id, ...logFieldsOf(ctx, play, challengeId) }, 'instance_extended')
      return withEntry(ctx, extended.id, extended.info)
    },

    async moveEnds(tx, gameId, ms) {
      const moved = await rows(tx, { id: uuid }, MOVE_ENDS, [gameId, ms])
      tx.after(() => effects.publish(moved.map(({ id }) => id)))
    },

    async extendIn(tx, { gameId, challengeIds }, minutes) {
      const extended = await extendWhere(tx, minutes, extendable(3), [gameId, challengeIds])
      tx.after(() => effects.publish(extended))
      return extended.length
    },

    async extendableIn({ gameId, challengeIds }) {
      const text = `SELECT count(*)::int AS n FROM instances WHERE ${extendable(1)}`
      return (await row(db.pool, { n: number }, text, [gameId, challengeIds]))!.n
    },

    async destroy(ctx, gameId, challengeId) {
      const play = await participations.guardPlay(ctx, gameId)
      // What runs can be stopped, whether it could be started or not.
      await challengeOf(gameId, challengeId, null)
      const id = await decide(ctx, play, async (tx) => {
        const current = await row(
          tx,
          CURRENT,
          `SELECT id, state = 'queued' AS queued,
             CASE WHEN clock_timestamp() - operated_at < $3 * interval '1 second'
               THEN extract(epoch FROM clock_timestamp() - operated_at)::float8 END AS pause
           FROM instances WHERE participation_id = $1 AND challenge_id = $2 AND kind = 'team' AND desired = 'up'
             AND state NOT IN ('ended', 'failed')`,
          [play.participationId, challengeId, PAUSE_SECONDS]
        )
        if (!current) throw new AppError('container.not_created')
        const { id, queued, pause } = current
        // Whoever leaves the queue has cost the engine nothing.
        if (!queued) checkPause([{ challengeId, pause }], challengeId)
        await tx.lock({ ledger: gameId })
        await endInstances(tx, { ids: [id] }, 'player', endedBy(ctx))
        await tx.query('UPDATE instances SET operated_at = clock_timestamp() WHERE id = $1 AND NOT $2', [
          id,
          queued
        ])
        tx.after(effects.notifyWorkers)
        return id
      })
      log.info({ instance: id, ...logFieldsOf(ctx, play, challengeId) }, 'instance_destroyed')
      const standing = await waitFor(id, DESTROY_TIMEOUT_MS, (state) => /^(ended|failed|stuck)$/.test(state))
      if (standing?.state === 'stuck') throw new AppError('container.destroy_failed')
    },

    async view(ctx, gameId, challengeId) {
      const { game, participationId } = await participations.guardPlay(ctx, gameId)
      await challengeOf(gameId, challengeId, participationId)
      const [policy, unavailable] = await Promise.all([policyOf(), checkAvailability(db.pool)])
      const view = await readInstanceView(
        db.pool,
        { gameId, challengeId, participationId },
        {
          ...{ policy, unavailable, byTunnel },
          ...{ limit: game.containerLimit, replaces: policy.autoDestroyOnLimitReached }
        }
      )
      if (view.state !== 'ready' || !view.id) return view
      const endpoints = await tickets.endpoints(ctx, view.id)
      return { ...view, entry: endpoints[0]?.entry ?? null, endpoints }
    }
  }
}
