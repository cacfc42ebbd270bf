import cron from 'node-cron'
import {
  backupObjects,
  bucketTarget,
  checkFolder,
  createScheduledBackups,
  folderTarget
} from '~/server/backup'
import type { Database } from '~/server/db'
import type { Env } from '~/server/platform/env'
import type { Log } from '~/server/platform/log'
import type { Services } from '~/server/services'
import type { Job } from './job'

/** Milliseconds, enough for a large event. */
const TIMEOUT = 6 * 3_600_000

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
  if (!objects && env.BACKUP_DIR === undefined) return []
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
      timeout: TIMEOUT,
      run: async ({ signal }) => void (await backups.run(new Date(), signal))
    }
  ]
}
