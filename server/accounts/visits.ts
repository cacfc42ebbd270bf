import type { Ctx } from '~/server/access/contract'
import type { Database } from '~/server/db'
import type { Log } from '~/server/platform/log'
import type { Redis } from '~/server/platform/redis'

/** Last visits, collected in Redis and written to Postgres in batches (docs/rules/accounts.md#last-visit). */
export interface Visits {
  /** Stores the visit, at most once in half a minute. Does not wait. */
  record(ctx: Pick<Ctx, 'actor' | 'ip' | 'now'>): void
  flush(): Promise<void>
}

const RECORDED = 'halyard:visits'
/** Batch being written; the next flush resumes an interrupted one. */
const FLUSHING = 'halyard:visits:flushing'
const EVERY_MS = 30_000
const REMEMBERED = 20_000
const BATCH = 1000

/** KEYS: recorded, flushing. Moves the first to the second unless a flush was interrupted; returns the batch. */
const BEGIN = `
if redis.call('EXISTS', KEYS[2]) == 0 and redis.call('EXISTS', KEYS[1]) == 1 then
  redis.call('RENAME', KEYS[1], KEYS[2])
end
return redis.call('HGETALL', KEYS[2])`

export function createVisits(db: Database, redis: Redis, log: Log): Visits {
  const last = new Map<string, number>()

  // Skips locked rows: a visit is worth neither a wait nor a deadlock.
  const write = async (rows: [session: string, user: string, at: string, ip: string][]) => {
    const columns = [0, 1, 2, 3].map((column) => rows.map((row) => row[column]))
    await db.pool.query(
      `WITH seen AS (
         SELECT * FROM unnest($1::text[], $2::uuid[], $3::float8[], $4::text[]) AS v (session, "user", ms, ip)
       ), latest AS (
         SELECT DISTINCT ON ("user") "user", to_timestamp(ms / 1000) AS at, ip FROM seen ORDER BY "user", ms DESC
       ), free_sessions AS (
         SELECT id FROM sessions WHERE id = ANY($1) FOR NO KEY UPDATE SKIP LOCKED
       ), of_sessions AS (
         UPDATE sessions s SET last_seen_at = greatest(s.last_seen_at, to_timestamp(v.ms / 1000)), ip = v.ip
         FROM seen v JOIN free_sessions f ON f.id = v.session WHERE s.id = f.id
       ), free_users AS (
         SELECT id FROM users WHERE id = ANY($2) FOR NO KEY UPDATE SKIP LOCKED
       )
       UPDATE users u SET last_visited_at = greatest(u.last_visited_at, l.at), ip = l.ip
       FROM latest l JOIN free_users f ON f.id = l."user" WHERE u.id = f.id`,
      columns
    )
  }

  return {
    record({ actor, ip, now }) {
      if (!actor || actor.token?.service) return
      const at = now.getTime()
      if (at - (last.get(actor.sessionId) ?? 0) < EVERY_MS) return
      if (last.size >= REMEMBERED) last.clear()
      last.set(actor.sessionId, at)
      redis
        .hSet(RECORDED, actor.sessionId, `${actor.id} ${at} ${ip}`)
        .catch((error: Error) => log.debug({ err: error.message }, 'visit_not_recorded'))
    },
    async flush() {
      const flat = (await redis.eval(BEGIN, { keys: [RECORDED, FLUSHING] })) as string[]
      const rows: [string, string, string, string][] = []
      for (let i = 0; i < flat.length; i += 2) {
        const [user = '', at = '', ip = ''] = flat[i + 1]!.split(' ')
        rows.push([flat[i]!, user, at, ip])
      }
      for (let i = 0; i < rows.length; i += BATCH) await write(rows.slice(i, i + BATCH))
      await redis.del(FLUSHING)
    }
  }
}
