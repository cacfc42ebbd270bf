import { z } from 'zod'
import { assetUrl } from '~/server/assets/contract'
import { CHECK_STATES, type CheckState, solver } from '~/server/challenges/contract'
import { json, nullable, number, oneOf, type RowOf, row, type Sql, text, time, uuid } from '~/server/db'
import { createCheckInstance, endInstances, SETUP, SETUP_COLUMNS, type WorkerTx } from '~/server/instances'
import { AppError, isAppError } from '~/server/platform/errors'
import { uuid7 } from '~/server/platform/ids'
import type { Log } from '~/server/platform/log'
import { queueWebhooks } from '~/server/webhooks'
import { KEPT_RUNS, RUN_CAUSES, type RunCause } from './constants'
import { type Finding, stateAfter } from './rules'

export interface RunNeeds {
  testFlag(template: string | null): string
  /** The address of this platform, where solvers fetch files as players do. */
  origin: string
  log: Log
}

const CHALLENGE = {
  ...SETUP_COLUMNS,
  id: number,
  gameId: number,
  title: text,
  template: nullable(text),
  solver: nullable(json(solver)),
  file: nullable(
    json(z.object({ hash: z.string().nullable(), name: z.string().nullable(), url: z.string().nullable() }))
  )
}
type CheckedChallenge = RowOf<typeof CHALLENGE>

/** SQL: the challenge. Of a pool of files it takes the first one, as a trial does. */
const CHALLENGE_OF = `
  SELECT c.id, c.game_id AS "gameId", c.title, c.flag_template AS template, c.solver, ${SETUP},
    (SELECT json_build_object('hash', a.hash, 'url', a.remote_url,
        'name', CASE WHEN c.type = 'DynamicAttachment' THEN c.file_name ELSE a.name END)
      FROM attachments a WHERE a.challenge_id = c.id AND CASE WHEN c.type = 'DynamicAttachment'
        THEN a.flag_id = (SELECT min(f.id) FROM flags f WHERE f.challenge_id = c.id) ELSE a.flag_id IS NULL AND a.place = 0 END) AS file
  FROM challenges c WHERE c.id = $1 FOR KEY SHARE OF c`

/** A challenge as it is to be checked; undefined for one that was deleted. */
export const checkedChallenge = (sql: Sql, id: number): Promise<CheckedChallenge | undefined> =>
  row(sql, CHALLENGE, CHALLENGE_OF, [id])

function environmentOf({ file }: CheckedChallenge, origin: string): Record<string, string> {
  if (file === null) return {}
  const name = file.name ?? 'attachment'
  const url = file.hash === null ? file.url : origin + assetUrl(file.hash, name)
  return url === null ? {} : { FILE_URL: url, ...(file.hash !== null && { FILE_NAME: name }) }
}

/** Queues the instance of an attempt. @throws AppError `check.no_solver`, `container.config_incomplete` */
async function attempt(sql: Sql, needs: RunNeeds, challenge: CheckedChallenge, requestedBy: string | null) {
  const { id, gameId, title, template, solver: own, file: _, ...setup } = challenge
  if (own === null) throw new AppError('check.no_solver')
  const environment = environmentOf(challenge, needs.origin)
  const request = {
    ...{ gameId, challengeId: id, title, template, setup, solver: own },
    ...{ environment, requestedBy }
  }
  return createCheckInstance(sql, request, needs.testFlag)
}

const OPEN = { id: uuid }

const openRun = (sql: Sql, challengeId: number) =>
  row(sql, OPEN, 'SELECT id FROM solve_check_runs WHERE challenge_id = $1 AND ended_at IS NULL', [
    challengeId
  ])

/**
 * Begins a run, unless one of the challenge is open already, whose id is returned then. Workers are notified by the caller.
 * @throws AppError `check.no_solver`, `container.config_incomplete`
 */
export async function startRun(
  sql: Sql,
  needs: RunNeeds,
  challenge: CheckedChallenge,
  { cause, by = null }: { cause: RunCause; by?: string | null }
): Promise<{ id: string; isNew: boolean }> {
  const id = uuid7(new Date())
  const { rowCount } = await sql.query(
    `INSERT INTO solve_check_runs (id, challenge_id, cause, requested_by, requested_at)
     VALUES ($1, $2, $3, $4, clock_timestamp()) ON CONFLICT (challenge_id) WHERE ended_at IS NULL DO NOTHING`,
    [id, challenge.id, cause, by]
  )
  if (rowCount !== 1) return { id: (await openRun(sql, challenge.id))?.id ?? id, isNew: false }
  const instance = await attempt(sql, needs, challenge, by)
  await sql.query('UPDATE solve_check_runs SET instance_id = $2 WHERE id = $1', [id, instance])
  return { id, isNew: true }
}

const RUN = {
  id: uuid,
  challengeId: number,
  gameId: number,
  cause: oneOf(RUN_CAUSES),
  requestedBy: nullable(uuid),
  requestedAt: time,
  instanceId: nullable(uuid),
  attempts: number,
  leaseOwner: nullable(text)
}
export type OpenRun = RowOf<typeof RUN>

/**
 * Locks an open run until the transaction ends, after its instance and challenge: whoever deletes a challenge takes them in
 * this order. Undefined when it has ended, or goes on with another instance.
 */
export async function lockRun(sql: Sql, id: string): Promise<OpenRun | undefined> {
  const seen = await row(
    sql,
    { instanceId: nullable(uuid), challengeId: number },
    `SELECT instance_id AS "instanceId", challenge_id AS "challengeId" FROM solve_check_runs
     WHERE id = $1 AND ended_at IS NULL`,
    [id]
  )
  if (!seen) return undefined
  await sql.query('SELECT FROM instances WHERE id = $1 FOR UPDATE', [seen.instanceId])
  await sql.query('SELECT FROM challenges WHERE id = $1 FOR KEY SHARE', [seen.challengeId])
  return row(
    sql,
    RUN,
    `SELECT r.id, r.challenge_id AS "challengeId", c.game_id AS "gameId", r.cause, r.requested_by AS "requestedBy",
       r.requested_at AS "requestedAt", r.instance_id AS "instanceId", r.attempts, r.lease_owner AS "leaseOwner"
     FROM solve_check_runs r JOIN challenges c ON c.id = r.challenge_id
     WHERE r.id = $1 AND r.ended_at IS NULL AND r.instance_id IS NOT DISTINCT FROM $2 FOR UPDATE OF r`,
    [id, seen.instanceId]
  )
}

const endInstance = async (tx: Sql, { instanceId }: OpenRun) => {
  if (instanceId) await endInstances(tx, { ids: [instanceId] }, 'checked', { at: new Date() })
}

/** Tries a run again with another instance; false when the challenge cannot be checked any more. */
export async function tryAgain(tx: Sql, needs: RunNeeds, run: OpenRun): Promise<boolean> {
  const challenge = await checkedChallenge(tx, run.challengeId)
  if (!challenge) return false
  await endInstance(tx, run)
  try {
    const instance = await attempt(tx, needs, challenge, run.requestedBy)
    await tx.query(
      `UPDATE solve_check_runs SET instance_id = $2, attempts = attempts + 1, lease_owner = NULL, lease_until = NULL,
         started_at = NULL WHERE id = $1`,
      [run.id, instance]
    )
    return true
  } catch (error) {
    if (isAppError(error)) return false
    throw error
  }
}

/** The answer of the solver; absent if it never ran. */
export interface SolverResult {
  exitCode: number | null
  output: string
  masked: string
}

const NOTHING: SolverResult = { exitCode: null, output: '', masked: '' }

const STANDING = { state: oneOf(CHECK_STATES), title: text }

/** Ends a locked run, and moves the state of its challenge as rules.ts says. */
export async function endRun(
  tx: WorkerTx,
  needs: RunNeeds,
  run: OpenRun,
  finding: Finding,
  result: SolverResult = NOTHING
): Promise<void> {
  const { id, challengeId, gameId } = run
  const { outcome, reason, detail = null } = finding
  await tx.query(
    `UPDATE solve_check_runs SET ended_at = clock_timestamp(), outcome = $2, reason = $3, detail = $4, exit_code = $5,
       output = $6, masked = $7, lease_owner = NULL, lease_until = NULL WHERE id = $1`,
    [id, outcome, reason, detail, result.exitCode, result.output, result.masked]
  )
  await endInstance(tx, run)
  await tx.query('INSERT INTO solve_checks (challenge_id) VALUES ($1) ON CONFLICT DO NOTHING', [challengeId])
  const before = (await row(
    tx,
    STANDING,
    `SELECT s.state, c.title FROM solve_checks s JOIN challenges c ON c.id = s.challenge_id
     WHERE s.challenge_id = $1 FOR UPDATE OF s`,
    [challengeId]
  ))!
  const next = stateAfter(before.state, outcome, run.cause)
  const state = next.again && !(await checkAgain(tx, needs, run)) ? 'failing' : next.state
  if (state !== before.state) await move(tx, needs, run, before, state)
  await tx.query(
    `DELETE FROM solve_check_runs WHERE challenge_id = $1 AND ended_at IS NOT NULL AND id NOT IN (
       SELECT id FROM solve_check_runs WHERE challenge_id = $1 ORDER BY requested_at DESC, id DESC LIMIT ${KEPT_RUNS})`,
    [challengeId]
  )
  tx.after(() =>
    needs.log.info({ game: gameId, challenge: challengeId, outcome, reason }, 'solve_check_ended')
  )
}

async function checkAgain(tx: Sql, needs: RunNeeds, { challengeId, requestedBy }: OpenRun): Promise<boolean> {
  const challenge = await checkedChallenge(tx, challengeId)
  if (!challenge) return false
  // A savepoint, because the run is written before the instance is refused.
  await tx.query('SAVEPOINT again')
  try {
    await startRun(tx, needs, challenge, { cause: 'again', by: requestedBy })
    return true
  } catch (error) {
    if (!isAppError(error)) throw error
    await tx.query('ROLLBACK TO SAVEPOINT again')
    return false
  }
}

/** Sets the state. A failure counts from the first of the two runs, which ended when the second was requested. */
async function move(
  tx: WorkerTx,
  { log }: RunNeeds,
  { id, challengeId, gameId, cause, requestedAt }: OpenRun,
  { state: before, title }: { state: CheckState; title: string },
  state: CheckState
): Promise<void> {
  const at = new Date()
  const since = state === 'failing' && cause === 'again' ? requestedAt : at
  await tx.query('UPDATE solve_checks SET state = $2, since = $3 WHERE challenge_id = $1', [
    challengeId,
    state,
    since
  ])
  const told = { key: `check-${id}`, at, data: { challenge: title } }
  if (state === 'failing') {
    await queueWebhooks(tx, gameId, [{ ...told, type: 'check_failing' }])
    tx.after(() => log.warn({ game: gameId, challenge: challengeId }, 'solve_check_failing'))
  }
  if (state === 'passing' && before !== 'never')
    await queueWebhooks(tx, gameId, [{ ...told, type: 'check_passing' }])
}
