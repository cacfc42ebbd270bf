import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { printStatus, UserError } from '~/scripts/shared/output'
import { backupObjects, bucketTarget } from '~/server/backup'
import type { Env } from '~/server/platform/env'
import { randomHex } from '~/server/platform/ids'

/** Writes a backup into the data folder, because reading starts at the end. @returns its path; the caller deletes it */
export async function keepWhole(content: Readable, env: Env, signal: AbortSignal): Promise<string> {
  const path = join(env.HALYARD_DATA, `restore-${randomHex(8)}.zip`)
  try {
    await mkdir(env.HALYARD_DATA, { recursive: true })
    await pipeline(content, createWriteStream(path, { mode: 0o600 }), { signal })
    return path
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

/**
 * Downloads a backup of the bucket (`latest`: the newest).
 * @returns its path; the caller deletes it
 * @throws UserError when there is no such backup
 */
export async function fetchBackup(name: string, env: Env, signal: AbortSignal): Promise<string> {
  const objects = backupObjects(env)
  if (!objects) throw new UserError('BACKUP_S3_BUCKET is not set: name the bucket with the backups.')
  try {
    const wanted = name === 'latest' ? (await bucketTarget(objects).list()).at(-1)?.name : name
    const content = wanted && (await objects.get(wanted))
    if (!content) throw new UserError(`${objects.name} has no backup ${name}.`)
    printStatus(`Fetching ${wanted}`)
    return await keepWhole(content, env, signal)
  } catch (error) {
    throw (error as { code?: string }).code === 'file.storage_away'
      ? new UserError(`${objects.name} does not respond.`)
      : error
  } finally {
    objects.close()
  }
}
