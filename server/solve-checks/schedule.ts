import { bool, type Database, number, rows } from '~/server/db'
import { workerTransaction } from '~/server/instances'
import { isAppError } from '~/server/platform/errors'
import { uuid7 } from '~/server/platform/ids'
import { notRun } from './rules'
import { checkedChallenge, endRun, lockRun, type RunNeeds, startRun } from './runs'

const BATCH_SIZE = 20

/** The game runs, or begins within an hour, and players have the challenge by then (docs/rules/solve-checks.md#schedule). */
const SCHEDULED = `c.solver ->> 'every' IS NOT NULL AND g.start_at - interval '1 hour' <= now() AND g.final_at > now()
  AND (c.enabled OR c.release_at < now() + interval '1 hour')`

const ADD = `
  INSERT INTO solve_checks (challenge_id)
  SELECT c.id FROM challenges c JOIN games g ON g.id = c.game_id
  WHERE ${SCHEDULED} AND NOT EXISTS (SELECT FROM solve_checks s WHERE s.challenge_id = c.id) ON CONFLICT DO NOTHING`

/**
 * The next time of a first check is drawn, so that those of many challenges are spread; every other one is moved by up to a
 * tenth. A time that lies before this game's checks, or further off than the schedule reaches, is one of another schedule.
 */
const DUE = `
  WITH due AS MATERIALIZED (
    SELECT s.challenge_id, (c.solver ->> 'every')::int AS every,
      s.next_at IS NULL OR s.next_at < g.start_at - interval '1 hour'
        OR s.next_at > now() + (c.solver ->> 'every')::int * interval '66 seconds' AS first
    FROM solve_checks s JOIN challenges c ON c.id = s.challenge_id JOIN games g ON g.id = c.game_id
    WHERE ${SCHEDULED} AND (s.next_at IS NULL OR s.next_at <= now()
      OR s.next_at > now() + (c.solver ->> 'every')::int * interval '66 seconds')
    ORDER BY s.next_at LIMIT ${BATCH_SIZE} FOR UPDATE OF s SKIP LOCKED)
  UPDATE solve_checks s SET next_at = now() + CASE WHEN due.first THEN random() * least(due.every, 30)
    ELSE due.every * (0.9 + 0.2 * random()) END * interval '1 minute'
  FROM due WHERE s.challenge_id = due.challenge_id RETURNING s.challenge_id AS id, due.first`

/** A run of a challenge that cannot be started as it is. */
const noteUnfit = (db: Database, needs: RunNeeds, challengeId: number): Promise<boolean> =>
  workerTransaction({ db, log: needs.log }, async (tx) => {
    const id = uuid7(new Date())
    await tx.query(
      `INSERT INTO solve_check_runs (id, challenge_id, cause, requested_at)
       SELECT $1, id, 'schedule', clock_timestamp() FROM challenges WHERE id = $2
       ON CONFLICT (challenge_id) WHERE ended_at IS NULL DO NOTHING`,
      [id, challengeId]
    )
    const run = await lockRun(tx, id)
    if (run) await endRun(tx, needs, run, notRun('config'))
    return run !== undefined
  })

/**
 * Begins the checks that are due, each at one process only. @returns how many runs began
 */
export async function startDueRuns(
  db: Database,
  needs: RunNeeds & { notifyWorkers(): void }
): Promise<number> {
  await db.pool.query({ name: 'solve_checks_add', text: ADD })
  const due = await rows(db.pool, { id: number, first: bool }, { name: 'solve_checks_due', text: DUE })
  let begun = 0
  for (const { id } of due.filter(({ first }) => !first)) {
    const isNew = await workerTransaction({ db, log: needs.log }, async (tx) => {
      const challenge = await checkedChallenge(tx, id)
      if (!challenge) return false
      tx.after(needs.notifyWorkers)
      return (await startRun(tx, needs, challenge, { cause: 'schedule' })).isNew
    }).catch((error: Error) => {
      if (!isAppError(error)) throw error
      return noteUnfit(db, needs, id)
    })
    if (isNew) begun++
  }
  return begun
}
