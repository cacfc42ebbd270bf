import { z } from 'zod'
import { readBackupState } from '~/server/backup'
import { type Database, json, msSql, nullable, number, row, rows, text } from '~/server/db'
import { withTimeout } from '~/server/platform/concurrency/timeout'
import type { Redis } from '~/server/platform/redis'
import { DAY_MS } from '~/server/platform/time'
import { joinOwnerSql, waitingSinceSql } from '~/server/tickets'
import { type Watch, waitingRow } from './contract'
import { type Facts, JUDGE_LATE, QUEUE_LATE } from './rules'
import { WAITING_ROWS } from './waiting-sql'

/** A backup older than this is worth a look while a game runs. */
const BACKUP_OLD = 2 * DAY_MS

const TIMEOUT_MS = 1000

const QUEUES = {
  waiting: number,
  oldest: nullable(number),
  behind: nullable(number),
  late: number,
  queued: number,
  queuedSince: nullable(number),
  cheats: number,
  cheatsSince: nullable(number),
  tickets: number,
  ticketsSince: nullable(number),
  unassigned: number,
  engines: number,
  down: number,
  downSince: nullable(number),
  waitingFor: json(z.array(waitingRow))
}

// One statement; each part reads an index or a short table.
const LOOK = `
  SELECT u.*, q.*, h.*, e.*, k.*, ${WAITING_ROWS} AS "waitingFor",
    (SELECT ${msSql('min(submitted_at)')} FROM unjudged) AS behind,
    (SELECT count(*) FROM mail_outbox WHERE failed_at IS NULL AND due_at < $2::timestamptz - interval '1 minute')
      + (SELECT count(*) FROM instances WHERE next_at < $2::timestamptz - interval '1 minute') AS late
  FROM (SELECT count(*) AS waiting, ${msSql('min(submitted_at)')} AS oldest FROM unjudged WHERE game_id = $1) u,
    (SELECT count(*) AS queued, ${msSql('min(requested_at)')} AS "queuedSince" FROM instances
      WHERE game_id = $1 AND state = 'queued' AND desired = 'up') q,
    (SELECT count(*) AS cheats, ${msSql('min(s.submitted_at)')} AS "cheatsSince"
      FROM (SELECT * FROM cheats WHERE game_id = $1 ORDER BY submission_id DESC LIMIT 100) c
      JOIN submissions s ON s.id = c.submission_id AND s.submitted_at > $2::timestamptz - interval '1 hour'
      JOIN participations p ON p.id = c.participation_id AND p.status = 'Accepted') h,
    (SELECT count(*) AS engines, count(*) FILTER (WHERE state = 'down') AS down,
      ${msSql("min(state_since) FILTER (WHERE state = 'down')")} AS "downSince" FROM engines WHERE NOT draining) e,
    (SELECT count(*) AS tickets, ${waitingSinceSql('min(t.place)')} AS "ticketsSince",
      count(*) FILTER (WHERE o.id IS NULL) AS unassigned
      FROM tickets t ${joinOwnerSql('t', 'o')} WHERE t.game_id = $1 AND t.state = 'waiting') k`

const FAILING = `
  SELECT c.id, c.title, i.teams, i.since
  FROM (
    SELECT challenge_id, count(DISTINCT participation_id)::int AS teams, ${msSql('min(ended_at)')} AS since
    FROM instances
    WHERE state = 'failed' AND game_id = $1 AND ended_at > $2::timestamptz - interval '1 hour'
    GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 5) i
  JOIN challenges c ON c.id = i.challenge_id`

const CHECKS = `
  SELECT c.id, c.title, ${msSql('s.since')} AS since FROM solve_checks s JOIN challenges c ON c.id = s.challenge_id
  WHERE c.game_id = $1 AND c.enabled AND c.solver IS NOT NULL AND s.state = 'failing' ORDER BY s.since, c.id LIMIT 5`

const RELEASES = `
  SELECT id, title, ${msSql('release_failed_at')} AS since FROM challenges
  WHERE game_id = $1 AND NOT enabled AND release_failed_at IS NOT NULL ORDER BY release_failed_at, id LIMIT 5`

export interface WatchFacts {
  facts: Facts
  health: Watch['health']
  waiting: Watch['waiting']
}

async function timed(work: Promise<unknown>): Promise<number | null> {
  const begun = performance.now()
  return withTimeout(TIMEOUT_MS, work).then(
    () => Math.round((performance.now() - begun) * 10) / 10,
    () => null
  )
}

const isOld = (at: string | null, now: Date) => at !== null && now.getTime() - Date.parse(at) > BACKUP_OLD

/** Input of the rules, and seven cells of health. @throws Error without Postgres */
export async function readWatchFacts(
  db: Database,
  redis: Redis,
  gameId: number,
  now: Date
): Promise<WatchFacts> {
  const { pool } = db
  const query = row(pool, QUEUES, LOOK, [gameId, now])
  const [found, database, answered] = await Promise.all([query, timed(query), timed(redis.ping())])
  const failing = await rows(pool, { id: number, title: text, teams: number, since: number }, FAILING, [
    gameId,
    now
  ])
  const named = { id: number, title: text, since: number }
  const checks = await rows(pool, named, CHECKS, [gameId])
  const releases = await rows(pool, named, RELEASES, [gameId])
  const backup = await readBackupState(db)
  const { waiting, oldest, behind, late, queued, engines, down } = found!
  const lag = behind === null ? 0 : Math.max(0, now.getTime() - behind)
  const queueIsLate = found!.queuedSince !== null && now.getTime() - found!.queuedSince > QUEUE_LATE
  const cell = (
    name: Watch['health'][number]['name'],
    state: Watch['health'][number]['state'],
    value: number | null = null,
    of: number | null = null
  ) => ({ name, state, value, of })
  return {
    facts: {
      judge: { waiting, oldest },
      redis: answered !== null,
      engines: { down, since: found!.downSince },
      queue: { waiting: queued, oldest: found!.queuedSince },
      failing,
      checks,
      releases,
      backupFailed: backup !== null && backup.fault !== null,
      cheats: { count: found!.cheats, since: found!.cheatsSince },
      tickets: { waiting: found!.tickets, oldest: found!.ticketsSince, unassigned: found!.unassigned }
    },
    waiting: found!.waitingFor,
    health: [
      cell('website', 'ok'),
      cell('scoring', lag > JUDGE_LATE ? 'bad' : 'ok', Math.round(lag / 1000)),
      cell('jobs', late > 0 || queueIsLate ? 'warn' : 'ok', late),
      cell('database', 'ok', database),
      cell('redis', answered === null ? 'bad' : 'ok', answered),
      engines === 0
        ? cell('engines', 'unused')
        : cell('engines', down > 0 ? 'warn' : 'ok', engines - down, engines),
      backup === null
        ? cell('backup', 'unused')
        : cell(
            'backup',
            backup.fault === null && !isOld(backup.at, now) ? 'ok' : 'warn',
            backup.at === null ? null : Date.parse(backup.at)
          )
    ]
  }
}
