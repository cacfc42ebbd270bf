import { type Ctx, callerUserId } from '~/server/access/contract'
import { nullable, number, oneOf, type RowOf, row, rows, type Sql, text, uuid } from '~/server/db'
import { lockLedgers } from '~/server/ledger'
import { recordEvents } from '~/server/monitoring'
import { announceFailures, type InstanceFailure } from '~/server/webhooks'
import { addInstanceEvents } from './events'
import { type EndReason, INSTANCE_KINDS, type InstanceKind } from './states'

/** A start that became an instance, and its engine. What is left of earlier ones tells nothing of it. */
export interface RunningStart {
  engineId: number
  generation: number
}

interface EndScope {
  ids?: readonly string[]
  gameId?: number
  challengeId?: number
  participationIds?: readonly number[]
  kind?: InstanceKind
  /** Only instances that are expired by the database's clock, so that extended ones continue. */
  expired?: true
  /** Only running instances of this start on this engine: its worker decides on one that has not come so far. */
  running?: RunningStart
}

export interface Ended {
  id: string
  kind: InstanceKind
  gameId: number | null
  challengeId: number | null
  participationId: number | null
}

const ENDED = {
  id: uuid,
  kind: oneOf(INSTANCE_KINDS),
  gameId: nullable(number),
  challengeId: nullable(number),
  participationId: nullable(number),
  title: nullable(text)
}

const END = `
  UPDATE instances i SET desired = 'down', reason = $1, next_at = now()
  WHERE i.desired = 'up' AND i.state NOT IN ('ended', 'failed')
    AND ($2::uuid[] IS NULL OR i.id = ANY($2::uuid[]))
    AND ($3::int IS NULL OR i.game_id = $3)
    AND ($4::int IS NULL OR i.challenge_id = $4)
    AND ($5::int[] IS NULL OR i.participation_id = ANY($5::int[]))
    AND ($6::text IS NULL OR i.kind = $6)
    AND ($7::bool IS NULL OR i.expires_at <= clock_timestamp())
    AND ($8::int IS NULL OR i.state IN ('ready', 'unhealthy') AND i.engine_id = $8 AND i.generation = $9)
  RETURNING i.id, i.kind, i.game_id AS "gameId", i.challenge_id AS "challengeId",
    i.participation_id AS "participationId", (SELECT c.title FROM challenges c WHERE c.id = i.challenge_id) AS title`

/** Null: the clock or a worker. */
interface EndedBy {
  at: Date
  actorId?: string | null
  ip?: string | null
}

/** The caller, as the one who ended an instance. `actorId` is null for jobs and service tokens. */
export const endedBy = (ctx: Ctx): EndedBy => ({
  at: ctx.now,
  actorId: callerUserId(ctx),
  ip: ctx.ip || null
})

/** Reasons that are faults. */
const FAULTS: readonly EndReason[] = ['crashed', 'oom', 'disk_full', 'lost', 'start_failed']

/** Tests of staff are left out. */
async function tellFaults(sql: Sql, ended: readonly RowOf<typeof ENDED>[], at: Date): Promise<void> {
  const games = new Map<number, InstanceFailure[]>()
  for (const { kind, gameId, challengeId, title } of ended)
    if (kind === 'team' && gameId !== null && challengeId !== null)
      games.set(gameId, [...(games.get(gameId) ?? []), { challengeId, title: title ?? '' }])
  for (const [gameId, failures] of [...games].sort(([a], [b]) => a - b))
    await announceFailures(sql, gameId, failures, at)
}

/**
 * Marks instances to end within the transaction; workers remove them after the commit, within half a second at the
 * latest. Records an event with the reason. Needs the ledger's lock of each game, except for tests and checks.
 */
export async function endInstances(
  sql: Sql,
  scope: EndScope,
  reason: EndReason,
  { at, actorId = null, ip = null }: EndedBy
): Promise<Ended[]> {
  const {
    ids = null,
    gameId = null,
    challengeId = null,
    participationIds = null,
    kind = null,
    expired = null,
    running = null
  } = scope
  const ended = await rows(sql, ENDED, {
    name: 'instances_end',
    text: END,
    values: [
      reason,
      ids,
      gameId,
      challengeId,
      participationIds,
      kind,
      expired,
      running?.engineId ?? null,
      running?.generation ?? null
    ]
  })
  if (ended.length === 0) return []
  const all = ended.map(({ id }) => id)
  await addInstanceEvents(sql, all, 'stopping', { reason, actorId })
  for (const { kind, gameId, participationId, challengeId, title } of ended) {
    if (kind !== 'team' || gameId === null || participationId === null) continue
    const values = [String(challengeId), title ?? '', reason]
    await recordEvents(sql, gameId, [
      { type: 'ContainerDestroy', values, at, userId: actorId, participationId, ip }
    ])
  }
  if (FAULTS.includes(reason)) await tellFaults(sql, ended, at)
  return ended.map(({ title: _, ...one }) => one)
}

/** SQL: how an instance leaves its engine: ended, or failed when it never started. */
export const GONE = `state = CASE WHEN reason = 'start_failed' THEN 'failed' ELSE 'ended' END,
  ended_at = clock_timestamp(), next_at = NULL, lease_owner = NULL, lease_until = NULL`

/**
 * Marks instances as gone from their engine, with an event of the new state and the reason.
 * @param where SQL condition with its `values`; `name` names the statement
 * @returns their ids
 */
export async function markInstancesGone(
  sql: Sql,
  name: string,
  where: string,
  values: readonly unknown[] = []
): Promise<string[]> {
  const gone = await rows(
    sql,
    { id: uuid },
    {
      name,
      text: `WITH gone AS (UPDATE instances SET ${GONE} WHERE ${where} RETURNING id, state, reason)
      INSERT INTO instance_events (instance_id, event, reason) SELECT id, state, reason FROM gone
      RETURNING instance_id AS id`,
      values: [...values]
    }
  )
  return gone.map(({ id }) => id)
}

/** Locks the ledger before an instance ends; nothing for tests and deleted games. */
export async function lockLedgerOfInstance(sql: Sql, id: string): Promise<void> {
  const instance = await row(
    sql,
    { game: nullable(number) },
    `SELECT game_id AS game FROM instances WHERE id = $1 AND kind = 'team'`,
    [id]
  )
  const game = instance?.game ?? null
  if (game !== null) await lockLedgers(sql, [game])
}

/** Condition for instances `i` that a solve ends or shortens. */
const UP = `i.kind = 'team' AND i.desired = 'up' AND i.state NOT IN ('ended', 'failed')`

/** SQL: true if a team has an instance that `endSolved` would end or shorten. Parameters are SQL. */
export const hasInstanceSql = (participation: string, challenge: string) =>
  `EXISTS (SELECT FROM instances i WHERE i.participation_id = ${participation} AND i.challenge_id = ${challenge} AND ${UP})`

/** `keep`: minutes; null in old rows. */
const SOLVED = { id: uuid, keep: nullable(number) }

/** Ends instances of solved challenges, or shortens their lives. */
export async function endSolved(
  sql: Sql,
  gameId: number,
  solved: readonly { challengeId: number; participationId: number }[],
  at: Date
): Promise<void> {
  if (solved.length === 0) return
  const instances = await rows(sql, SOLVED, {
    name: 'instances_solved',
    text: `SELECT i.id, (i.spec->>'keepAfterSolve')::int AS keep
           FROM unnest($1::int[], $2::int[]) AS s (participation, challenge)
           JOIN instances i ON i.participation_id = s.participation AND i.challenge_id = s.challenge
           WHERE ${UP}`,
    values: [solved.map((one) => one.participationId), solved.map((one) => one.challengeId)]
  })
  const over = instances.filter(({ keep }) => !keep).map(({ id }) => id)
  if (over.length > 0) await endInstances(sql, { ids: over, gameId }, 'solved', { at })
  for (const { id, keep } of instances)
    if (keep)
      await sql.query(
        `UPDATE instances SET expires_at = least(expires_at, now() + $2 * interval '1 minute') WHERE id = $1`,
        [id, keep]
      )
}
