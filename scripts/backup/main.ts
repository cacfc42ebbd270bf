import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { plural, print, printStatus, UserError } from '~/scripts/shared/output'
import { createStorage } from '~/server/assets/storage'
import { type SaveNeeds, save, writeFileWhole } from '~/server/backup'
import { type Env, loadEnv } from '~/server/platform/env'
import { createLog } from '~/server/platform/log'
import { objectsOf } from '~/server/platform/objects'
import { createRedis } from '~/server/platform/redis'
import { openArchive } from './archive'
import { load } from './load'
import { fetchBackup } from './remote'

const USAGE = `Usage:
  npm run backup -- FILE                writes everything into one file, also while Halyard runs
  npm run restore -- FILE               makes an empty machine what the file tells
  npm run restore -- s3:NAME            the same, from BACKUP_S3_BUCKET; s3:latest is the newest
      --replace                         deletes what is in the database before`

const stop = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.on(name, () => stop.abort(new UserError('Stopped; nothing was changed.')))

async function backup(path: string): Promise<void> {
  const env = loadEnv()
  if (existsSync(path)) throw new UserError(`${path} is there already; choose another name.`)
  const storage = createStorage(env.HALYARD_DATA, objectsOf(env))
  const needs: SaveNeeds = {
    databaseUrl: env.DATABASE_URL,
    secret: env.HALYARD_SECRET.toLowerCase(),
    open: storage.open,
    tell(what) {
      if ('table' in what) return printStatus(`  ${what.table}: ${plural(what.rows, 'row')}`)
      printStatus(`  ${plural(what.files, 'file')}`)
      if (what.missing > 0) printStatus(`  ${plural(what.missing, 'file')} not in the storage`)
    }
  }
  await save((content, signal) => writeFileWhole(path, content, signal), needs, stop.signal)
  printStatus('The file holds every flag, account and the secret; keep it as you keep those.')
  print(path)
}

/** `stage` writes the secret of the archive beside its place, `place` puts it there. */
interface Secret {
  stage(): void
  place(): void
  /** After a failure. */
  drop(): void
}

/** @throws UserError when the environment names another secret than the archive */
function secretOf(data: string, current: string, wanted: string): Secret {
  if (current.toLowerCase() === wanted) return { stage() {}, place() {}, drop() {} }
  const path = join(data, 'secret')
  const own = existsSync(path) && readFileSync(path, 'utf8').trim() === current
  if (!own)
    throw new UserError('HALYARD_SECRET is another one than that of the archive; nothing was changed.')
  const part = `${path}.part`
  return {
    stage: () => writeFileSync(part, `${wanted}\n`, { mode: 0o600 }),
    place: () => renameSync(part, path),
    drop: () => rmSync(part, { force: true })
  }
}

/** Drops the boards and caches in Redis; they are rebuilt from the database. */
async function dropProjections(url: string): Promise<void> {
  const redis = await createRedis(url, createLog('restore', 'silent'))
  try {
    for await (const keys of redis.scanIterator({ MATCH: 'halyard:*', COUNT: 500 }))
      if (keys.length > 0) await redis.del(keys)
  } finally {
    redis.destroy()
  }
}

async function restore(file: string, replace: boolean): Promise<void> {
  const env = loadEnv()
  const fetched = file.startsWith('s3:') ? await fetchBackup(file.slice(3), env, stop.signal) : null
  try {
    await restoreFrom(fetched ?? resolve(file), replace, env)
  } finally {
    if (fetched) rmSync(fetched, { force: true })
  }
}

async function restoreFrom(path: string, replace: boolean, env: Env): Promise<void> {
  const archive = await openArchive(path)
  try {
    const storage = createStorage(env.HALYARD_DATA, objectsOf(env))
    const secret = secretOf(env.HALYARD_DATA, env.HALYARD_SECRET, archive.manifest.secret)
    await storage.prepare()
    const keep: Parameters<typeof load>[1]['keep'] = async (content) => {
      const staged = await storage.receive(content, Number.POSITIVE_INFINITY)
      try {
        await storage.place(staged)
      } finally {
        // With a bucket it would stay as a second copy.
        await storage.discard(staged.path)
      }
      return staged.hash
    }
    const { stage, place, drop } = secret
    try {
      await load(archive, { databaseUrl: env.DATABASE_URL, replace, keep, ready: stage }, stop.signal)
    } catch (error) {
      drop()
      throw error
    }
    // Only now: until the commit, the database belongs to the secret that is there.
    place()
  } finally {
    archive.close()
  }
  await dropProjections(env.REDIS_URL)
  print(`Restored what ${archive.manifest.createdAt} was. Start Halyard.`)
}

async function main(): Promise<number> {
  const [name, ...words] = process.argv.slice(2)
  const replace = words.includes('--replace')
  const [file, more] = words.filter((word) => word !== '--replace')
  try {
    if (!file || more || file.startsWith('-') || (replace && name !== 'restore')) throw new UserError(USAGE)
    await (name === 'restore' ? restore(file, replace) : backup(resolve(file)))
    return 0
  } catch (error) {
    const reason = stop.signal.aborted ? stop.signal.reason : error
    const { code, message } = reason as NodeJS.ErrnoException
    if (code === 'ENOSPC')
      printStatus(`The disk is full; nothing was ${name === 'restore' ? 'changed' : 'written'}.`)
    else printStatus(message)
    return 1
  }
}

process.exitCode = await main()
if (process.connected) process.disconnect()
