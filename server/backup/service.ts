import { readdir } from 'node:fs/promises'
import type { Database } from '~/server/db'
import type { Log } from '~/server/platform/log'
import { expiredBackups } from './retention'
import { type SaveNeeds, save } from './save'
import { writeBackupState } from './state'
import { backupName, type Target } from './targets'

interface ScheduledBackups {
  /** Stores a failure for probes and metrics, and rejects. @returns its name, and the number deleted */
  run(now: Date, signal: AbortSignal): Promise<{ name: string; removed: number }>
}

interface Needs extends Omit<SaveNeeds, 'tell'> {
  db: Database
  log: Log
  target: Target
  keep: { daily: number; weekly: number }
}

export function createScheduledBackups({ db, log, target, keep, ...needs }: Needs): ScheduledBackups {
  const make = async (now: Date, signal: AbortSignal) => {
    const name = backupName(now)
    const { tables, files, missing } = await save(target.store(name), needs, signal)
    // Deletes old ones only after a new one is complete.
    const outdated = expiredBackups(await target.list(), keep)
    for (const one of outdated) await target.remove(one.name)
    await writeBackupState(db, { at: now.toISOString(), name, fault: null })
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    log.info(
      { name, rows, files: files.length, missing: missing.length, removed: outdated.length },
      'backup_written'
    )
    return { name, removed: outdated.length }
  }

  return {
    async run(now, signal) {
      try {
        return await make(now, signal)
      } catch (error) {
        const { message, code, cause } = error as NodeJS.ErrnoException & { cause?: Error }
        const reason = code === 'file.storage_away' ? `${target.name}: ${cause?.message ?? message}` : message
        log.error({ reason }, 'backup_failed')
        await writeBackupState(db, { fault: reason }).catch(() => {})
        throw error
      }
    }
  }
}

/** Jobs do not start without it. @throws Error in one sentence */
export async function checkFolder(folder: string): Promise<void> {
  await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw new Error(
      `Backups cannot be written to ${folder} (${error.code}): BACKUP_DIR must name a folder that is there.`
    )
  })
}
