import cron from 'node-cron'
import {
  backupObjects,
  bucketTarget,
  checkFolder,
  createScheduledBackups,
  folderTarget,
  forgetBackups,
  readBackupState,
  writeBackupState
} from '~/server/backup'
import type { Database } from '~/server/db'
import type { Env } from '~/server/platform/env'
import type { Log } from '~/server/platform/log'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '~/server/platform/time'
import type { Services } from '~/server/services'
import type { Job } from './job'

/** Milliseconds, enough for a large event. */
const TIMEOUT_MS = 6 * HOUR_MS

/** How far back a missed time is looked for. */
const LOOK_BACK_MS = 31 * DAY_MS

/** Whether the schedule has a time after `since`, up to `now`; its seconds do not count. */
export function isMissed(schedule: string, since: Date, now: Date): boolean {
  const minutes = schedule.trim().split(/\s+/).slice(-5).join(' ')
  const task = cron.createTask(minutes, () => {}, { timezone: 'Etc/UTC' })
  const begin = Math.max(since.getTime(), now.getTime() - LOOK_BACK_MS)
  try {
    for (let at = (Math.floor(begin / MINUTE_MS) + 1) * MINUTE_MS; at <= now.getTime(); at += MINUTE_MS)
      if (task.match(new Date(at))) return true
    return false
  } finally {
    void task.destroy()
  }
}

/**
 * Whether a backup is missing since the newest, or since they are scheduled. False once it was begun again, well or not: a backup
 * that ends its process must not be begun by each that follows.
 */
async function isOverdue(db: Database, schedule: string): Promise<boolean> {
  const now = new Date()
  const state = await readBackupState(db)
  const first = state?.at ?? state?.since
  if (!first) {
    await writeBackupState(db, { since: now.toISOString() })
    return false
  }
  const since = Math.max(...[first, state?.madeUpAt ?? first].map((at) => Date.parse(at)))
  return isMissed(schedule, new Date(since), now)
}

interface Needs {
  env: Env
  db: Database
  log: Log
  services: Pick<Services, 'assets'>
}

/**
 * Backups, if the environment names a place. @throws Error in one sentence when place or schedule is invalid
 */
export async function backUp({ env, db, log, services }: Needs): Promise<Job[]> {
  const objects = backupObjects(env)
  if (!objects && env.BACKUP_DIR === undefined) {
    // Of several jobs processes, another may make them. Without Postgres, the next start does this.
    if (env.HALYARD_ROLE === 'all') await forgetBackups(db.pool).catch(() => {})
    return []
  }
  if (!cron.validate(env.BACKUP_SCHEDULE))
    throw new Error(`BACKUP_SCHEDULE must be a time as cron writes it, such as 0 3 * * *.`)
  if (env.BACKUP_DIR !== undefined) await checkFolder(env.BACKUP_DIR)
  const backups = createScheduledBackups({
    ...{ db, log, databaseUrl: env.DATABASE_URL, secret: env.HALYARD_SECRET.toLowerCase() },
    target: objects ? bucketTarget(objects) : folderTarget(env.BACKUP_DIR!),
    keep: { daily: env.BACKUP_KEEP_DAILY, weekly: env.BACKUP_KEEP_WEEKLY },
    open: services.assets.open
  })
  return [
    {
      name: 'back-up',
      schedule: env.BACKUP_SCHEDULE,
      timeout: TIMEOUT_MS,
      overdue: () => isOverdue(db, env.BACKUP_SCHEDULE),
      async run({ signal, makesUp }) {
        const now = new Date()
        if (makesUp) await writeBackupState(db, { madeUpAt: now.toISOString() })
        await backups.run(now, signal)
      }
    }
  ]
}
