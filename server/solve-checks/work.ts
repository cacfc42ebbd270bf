import { flagsToCheckSql, isRight, triedFlagSql } from '~/server/challenges'
import {
  bool,
  type Database,
  json,
  nullable,
  number,
  oneOf,
  type RowOf,
  row,
  rows,
  text,
  texts,
  uuid
} from '~/server/db'
import { checkAvailability, createFlagMask, type WorkerTx, workerTransaction } from '~/server/instances'
import { END_REASONS, INSTANCE_STATES, instanceSpec, START_ERRORS } from '~/server/instances/contract'
import type { Plugins } from '~/server/plugins'
import { flagSubmitInput } from '~/server/submissions/contract'
import { cutOutput, lastPrintedLine, type OutputLine, plainOutput } from './output'
import { failedFinding, findingOf, findingOfSolver, notRun } from './rules'
import { endRun, lockRun, type OpenRun, type RunNeeds, type SolverResult, tryAgain } from './runs'

/** Attempts of a run that is lost, and minutes that one waits for its instance. */
const MAX_ATTEMPTS = 3
const QUEUE_MINUTES = 10
const BATCH_SIZE = 20

const CLAIMED = {
  id: uuid,
  instance: uuid,
  generation: number,
  challengeId: number,
  requestedBy: nullable(uuid),
  spec: json(instanceSpec),
  subnet: text,
  /** The image of the solver; null if the engine has lost it. */
  image: nullable(text),
  /** The first port, and the container that listens there: '' for the only one; null for a solver alone. */
  service: nullable(text),
  port: nullable(number)
}
/** A run whose instance is ready, claimed by a worker; its lease must be renewed. */
export type ClaimedCheck = RowOf<typeof CLAIMED>

/** How a solver ended. */
export interface Solved {
  exitCode: number | null
  oomKilled: boolean
  timedOut: boolean
  lines: readonly OutputLine[]
}

/** What the jobs process does with solve checks. The worker that claimed one names itself as `owner`. */
export interface CheckWorkStore {
  /** Takes runs whose instances are ready on this engine, at most `slots`, for so many seconds. */
  claim(claim: { engineId: number; owner: string; slots: number; seconds: number }): Promise<ClaimedCheck[]>
  /** Keeps claims for another `seconds`. @returns those of the ids that are still the owner's */
  renew(owner: string, ids: readonly string[], seconds: number): Promise<Set<string>>
  /** The solver has ended: its last line is compared as the judge does it. */
  solved(id: string, owner: string, end: Solved): Promise<void>
  /** The solver could not be started: a fault of the challenge's author. */
  refused(id: string, owner: string, text: string): Promise<void>
  /** The engine failed: the run is tried again with another instance. */
  lost(id: string, owner: string): Promise<void>
  /** Ends or retries runs that no worker has claimed any more. @returns how many */
  sweep(): Promise<number>
}

const CLAIM = `
  UPDATE solve_check_runs r SET lease_owner = $2, lease_until = clock_timestamp() + $4 * interval '1 second',
    started_at = clock_timestamp()
  FROM instances i
  WHERE r.id IN (
      SELECT o.id FROM solve_check_runs o JOIN instances n ON n.id = o.instance_id
      WHERE o.ended_at IS NULL AND o.lease_owner IS NULL AND n.engine_id = $1 AND n.state = 'ready' AND n.desired = 'up'
      ORDER BY n.ready_at LIMIT $3 FOR UPDATE OF o SKIP LOCKED)
    AND i.id = r.instance_id
  RETURNING r.id, i.id AS instance, i.generation, r.challenge_id AS "challengeId", r.requested_by AS "requestedBy", i.spec,
    host(network(i.subnet)) || '/' || masklen(i.subnet) AS subnet,
    (SELECT m.digest FROM images m WHERE m.engine_id = i.engine_id AND m.state = 'ready'
      AND m.reference = i.spec #>> '{solver,image}') AS image,
    (SELECT n.service FROM instance_endpoints n WHERE n.instance_id = i.id AND n.position = 0) AS service,
    (SELECT n.port FROM instance_endpoints n WHERE n.instance_id = i.id AND n.position = 0) AS port`

const OWN_FLAG = triedFlagSql('i.test_flag')

const RIGHT = `
  SELECT ${isRight({ challenge: 'c.id', dynamic: `c.type LIKE 'Dynamic%'`, own: OWN_FLAG, answer: '$2' })} IS TRUE AS is_right
  FROM challenges c LEFT JOIN instances i ON i.id = $3 WHERE c.id = $1`

const CHECKED = { checker: nullable(text), challengeId: number, title: text, flags: texts }

/**
 * The verdict of the challenge's checker, asked before the run is locked; null without a checker or an answer. A plug-in that
 * fails would not accept players' answers either.
 */
async function checkedBy({ db, plugins }: Needs, id: string, answer: string | null): Promise<boolean | null> {
  const sent = flagSubmitInput.safeParse({ flag: answer })
  if (!sent.success) return null
  const found = await row(
    db.pool,
    CHECKED,
    `SELECT c.checker, c.id AS "challengeId", c.title, ${flagsToCheckSql(OWN_FLAG)} AS flags
     FROM solve_check_runs r JOIN challenges c ON c.id = r.challenge_id LEFT JOIN instances i ON i.id = r.instance_id
     WHERE r.id = $1`,
    [id]
  )
  if (!found?.checker) return null
  const { checker, challengeId, title, flags } = found
  const challenge = { id: challengeId, title }
  return plugins.check(checker, { answer: sent.data.flag, flags, challenge, team: null }).catch(() => false)
}

/** Null for no answer. One that players could not send is wrong. `checked`: what a checker decided. */
async function judged(
  tx: WorkerTx,
  { challengeId, instanceId }: OpenRun,
  answer: string | null,
  checked: boolean | null
): Promise<boolean | null> {
  if (answer === null) return null
  const sent = flagSubmitInput.safeParse({ flag: answer })
  if (!sent.success) return false
  if (checked !== null) return checked
  const found = await row(tx, { is_right: bool }, RIGHT, [challengeId, sent.data.flag, instanceId])
  return found?.is_right ?? false
}

async function resultOf(tx: WorkerTx, { instanceId }: OpenRun, { exitCode, lines }: Solved) {
  const mask = instanceId ? await createFlagMask(tx, instanceId) : (text: string) => text
  const masked = lines.map((line) => ({ ...line, text: mask(line.text) }))
  return {
    exitCode,
    output: cutOutput(plainOutput(lines)),
    // Masked before it is cut, which may leave half a flag.
    masked: cutOutput(mask(plainOutput(masked)))
  } satisfies SolverResult
}

const LEFT = {
  state: nullable(oneOf(INSTANCE_STATES)),
  ending: bool,
  reason: nullable(oneOf(END_REASONS)),
  error: nullable(oneOf(START_ERRORS)),
  leaseOver: bool,
  late: bool
}

const LEFT_OF = `
  SELECT i.state, coalesce(i.desired = 'down', true) AS ending, i.reason, i.error_code AS error,
    coalesce(r.lease_until < clock_timestamp(), false) AS "leaseOver",
    r.lease_owner IS NULL AND coalesce(i.requested_at, r.requested_at) < clock_timestamp() - interval '${QUEUE_MINUTES} minutes' AS late
  FROM solve_check_runs r LEFT JOIN instances i ON i.id = r.instance_id WHERE r.id = $1`

/** SQL: runs that may need it; the decision is made under the lock. */
const LOOK = `
  SELECT r.id FROM solve_check_runs r LEFT JOIN instances i ON i.id = r.instance_id
  WHERE r.ended_at IS NULL AND (i.id IS NULL OR i.desired = 'down' OR r.lease_until < clock_timestamp()
    OR i.state = 'queued' AND $1 OR r.lease_owner IS NULL AND i.requested_at < clock_timestamp() - interval '${QUEUE_MINUTES} minutes')
  ORDER BY r.requested_at LIMIT ${BATCH_SIZE}`

interface Needs extends RunNeeds {
  db: Database
  plugins: Pick<Plugins, 'check'>
  notifyWorkers(): void
}

export function createCheckWorkStore(needs: Needs): CheckWorkStore {
  const { db, notifyWorkers } = needs

  const again = async (tx: WorkerTx, run: OpenRun) => {
    if (run.attempts < MAX_ATTEMPTS && (await tryAgain(tx, needs, run))) return
    await endRun(tx, needs, run, notRun('lost'))
  }

  /** Work on a run that is still the owner's and whose instance was not ended by others. */
  const owned = (id: string, owner: string, work: (tx: WorkerTx, run: OpenRun) => Promise<void>) =>
    workerTransaction(needs, async (tx) => {
      const run = await lockRun(tx, id)
      if (run?.leaseOwner !== owner) return
      const up = await tx.query(`SELECT FROM instances WHERE id = $1 AND desired = 'up'`, [run.instanceId])
      // The reason of the end says more than a solver that lost its challenge: sweep() reads it.
      if (up.rowCount !== 1) return
      await work(tx, run)
      tx.after(notifyWorkers)
    })

  const settleLeft = (id: string, unavailable: string | null) =>
    workerTransaction(needs, async (tx) => {
      const run = await lockRun(tx, id)
      const left = run && (await row(tx, LEFT, LEFT_OF, [id]))
      if (!run || !left) return
      tx.after(notifyWorkers)
      if (left.ending) {
        const finding = findingOf(left.reason, left.error)
        return finding ? endRun(tx, needs, run, finding) : again(tx, run)
      }
      if (left.leaseOver) return again(tx, run)
      if (left.state === 'queued' && unavailable)
        return endRun(tx, needs, run, notRun('engine', unavailable.replace('container.', '')))
      if (left.late) return endRun(tx, needs, run, notRun('queue'))
    })

  return {
    async claim({ engineId, owner, slots, seconds }) {
      if (slots <= 0) return []
      const values = [engineId, owner, slots, seconds]
      return rows(db.pool, CLAIMED, { name: 'solve_checks_claim', text: CLAIM, values })
    },

    async renew(owner, ids, seconds) {
      if (ids.length === 0) return new Set()
      const renewed = await rows(
        db.pool,
        { id: uuid },
        `UPDATE solve_check_runs SET lease_until = clock_timestamp() + $3 * interval '1 second'
         WHERE id = ANY($2::uuid[]) AND lease_owner = $1 AND ended_at IS NULL RETURNING id`,
        [owner, ids, seconds]
      )
      return new Set(renewed.map(({ id }) => id))
    },

    async solved(id, owner, end) {
      const answer = lastPrintedLine(end.lines)
      const checked = await checkedBy(needs, id, answer)
      await owned(id, owner, async (tx, run) => {
        const right = await judged(tx, run, answer, checked)
        await endRun(tx, needs, run, findingOfSolver({ ...end, right }), await resultOf(tx, run, end))
      })
    },

    refused: (id, owner, text) =>
      owned(id, owner, async (tx, run) => {
        const output = cutOutput(plainOutput([{ stream: 'stderr', text }]))
        await endRun(tx, needs, run, failedFinding('command'), { exitCode: null, output, masked: output })
      }),

    lost: (id, owner) => owned(id, owner, again),

    async sweep() {
      const unavailable = await checkAvailability(db.pool)
      const left = await rows(db.pool, { id: uuid }, LOOK, [unavailable !== null])
      for (const { id } of left) await settleLeft(id, unavailable)
      return left.length
    }
  }
}
