import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Env } from '~/server/platform/env'
import { createS3Store, type ObjectStore, objectSettings } from '~/server/platform/objects'
import { DAY_MS } from '~/server/platform/time'
import type { Store } from './archive'

export interface StoredBackup {
  name: string
  at: Date
}

export interface Target {
  readonly name: string
  list(): Promise<StoredBackup[]>
  store(name: string): Store
  remove(name: string): Promise<void>
}

/** To the second, in UTC; without colons, which some file systems refuse. */
export const backupName = (at: Date) => `halyard-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.zip`

const NAME = /^halyard-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.zip$/

function keptOf(names: string[]): StoredBackup[] {
  const kept = names.flatMap((name): StoredBackup[] => {
    const [, day, hour, minute, second] = NAME.exec(name) ?? []
    return day ? [{ name, at: new Date(`${day}T${hour}:${minute}:${second}Z`) }] : []
  })
  return kept.sort((a, b) => a.at.getTime() - b.at.getTime())
}

/** Writes beside `path`, syncs, then renames, which replaces an older file. @throws Error `EEXIST` while another writes the same */
export async function writeFileWhole(path: string, content: Readable, signal: AbortSignal): Promise<void> {
  const part = `${path}.part`
  try {
    await pipeline(content, createWriteStream(part, { mode: 0o600, flags: 'wx' }), { signal })
    const file = await open(part, 'r')
    await file.sync().finally(() => file.close())
    await rename(part, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(part, { force: true })
    throw error
  }
}

/** Milliseconds before a killed process's partial file is deleted. */
const PART_MS = DAY_MS

/**
 * Makes the folder when it stores, and then also deletes what killed processes left half written more than a day ago.
 */
export function folderTarget(folder: string): Target {
  const sweepParts = async () => {
    for (const name of await readdir(folder)) {
      if (!name.endsWith('.zip.part') || !NAME.test(name.slice(0, -'.part'.length))) continue
      const found = await stat(join(folder, name)).catch(() => null)
      if (found && Date.now() - found.mtimeMs > PART_MS) await rm(join(folder, name), { force: true })
    }
  }
  return {
    name: folder,
    async list() {
      return keptOf(await readdir(folder))
    },
    store: (name) => async (content, signal) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await sweepParts()
      await writeFileWhole(join(folder, name), content, signal)
    },
    remove: (name) => rm(join(folder, name), { force: true })
  }
}

export function bucketTarget(objects: ObjectStore): Target {
  return {
    name: objects.name,
    async list() {
      const names: string[] = []
      for await (const { key } of objects.list('halyard-')) names.push(key)
      return keptOf(names)
    },
    store: (name) => (content, signal) => objects.putStream(name, content, signal),
    remove: objects.remove
  }
}

/** The bucket of S3_*; null when none is named. */
export function backupObjects(env: Env): ObjectStore | null {
  const settings = objectSettings({
    ...env,
    S3_BUCKET: env.BACKUP_S3_BUCKET,
    S3_PREFIX: env.BACKUP_S3_PREFIX
  })
  return settings && createS3Store(settings)
}
