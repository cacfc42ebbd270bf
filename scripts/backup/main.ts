import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { plural, print, printStatus, UserError } from '~/scripts/shared/output'
import { createStorage } from '~/server/assets/storage'
import { type SaveNeeds, save, writeFileWhole } from '~/server/backup'
import { type Env, loadEnv } from '~/server/platform/env'
import { createLog } from '~/server/platform/log'
import { objectsOf } from '~/server/platform/objects'
import { createRedis } from '~/server/platform/redis'
import { openArchive } from './archive'
import { load } from './load'
import { fetchBackup, keepWhole } from './remote'

const USAGE = `Usage:
  npm run backup -- FILE                writes everything into one file, also while Halyard runs; - is stdout
  npm run restore -- FILE               makes an empty machine what the file tells; - is stdin
  npm run restore -- s3:NAME            the same, from BACKUP_S3_BUCKET; s3:latest is the newest
      --replace                         deletes what is in the database before`

const stop = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.on(name, () => stop.abort(new UserError('Stopped; nothing was changed.')))

async function backup(file: string): Promise<void> {
  const env = loadEnv()
  const path = file === '-' ? null : resolve(file)
  if (path && existsSync(path)) throw new UserError(`${path} is there already; choose another name.`)
  if (!path && process.stdout.isTTY) throw new UserError('Send the backup from stdout into a file.')
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
  await save(
    (content, signal) =>
      path ? writeFileWhole(path, content, signal) : pipeline(content, process.stdout, { signal }),
    needs,
    stop.signal
  )
  printStatus('The file holds every flag, account and the secret; keep it as you keep those.')
  if (path) print(path)
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

/** A copy of a backup that is no file here; null: it is one. */
async function copyOf(file: string, env: Env): Promise<string | null> {
  if (file === '-') return keepWhole(process.stdin, env, stop.signal)
  return file.startsWith('s3:') ? fetchBackup(file.slice(3), env, stop.signal) : null
}

async function restore(file: string, replace: boolean): Promise<void> {
  const env = loadEnv()
  const fetched = await copyOf(file, env)
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
    if (!file || more || (file !== '-' && file.startsWith('-')) || (replace && name !== 'restore'))
      throw new UserError(USAGE)
    await (name === 'restore' ? restore(file, replace) : backup(file))
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
