import type { Ctx } from '~/server/access/contract'
import { createDatabase, type Database } from '~/server/db'
import { type NotificationReason, notifyScoring, reviseBoards } from '~/server/ledger'
import { missingMigrations } from '~/server/migrations'
import { type Caches, createCaches, INVALIDATE_CHANNEL } from '~/server/platform/cache'
import { type Env, loadEnv } from '~/server/platform/env'
import { uuid7 } from '~/server/platform/ids'
import { createLog, type Log } from '~/server/platform/log'
import { channelOf, createRedis, type Redis } from '~/server/platform/redis'
import { createSecretBox, type SecretBox } from '~/server/platform/secret-box'
import { printStatus, UserError } from './output'

/** The stores of a platform, whether its processes run or not. */
export interface Platform {
  env: Env
  log: Log
  db: Database
  secretBox: SecretBox
  /** Null when Redis does not reply; scoring then finds new games by polling. */
  cache: { redis: Redis; caches: Caches } | null
}

const REDIS_TIMEOUT_MS = 3000

/** @throws UserError when the environment or the database cannot be used */
export async function openPlatform(): Promise<Platform> {
  const env = environment()
  const log = createLog('event', 'silent')
  const db = createDatabase(env.DATABASE_URL, { max: 4, name: 'halyard-event' })
  try {
    await requireSchema(db)
  } catch (error) {
    await db.close()
    throw error
  }
  return { env, log, db, secretBox: createSecretBox(env.HALYARD_SECRET), cache: await openCache(env, log) }
}

/** @throws UserError when the database does not answer, or lacks migrations, which a program never applies by the way */
export async function requireSchema(db: Database): Promise<void> {
  const [missing] = await missingMigrations(db).catch((error: Error) => {
    throw new UserError(`The database is not usable (${error.message}).`)
  })
  if (missing)
    throw new UserError(
      `The database is older than this Halyard (${missing} is missing): start Halyard, or run the role migrate. Nothing was changed.`
    )
}

export async function closePlatform({ db, cache }: Platform): Promise<void> {
  await cache?.caches.close()
  cache?.redis.destroy()
  await db.close()
}

export async function withPlatform<T>(work: (platform: Platform) => Promise<T>): Promise<T> {
  const platform = await openPlatform()
  try {
    return await work(platform)
  } finally {
    await closePlatform(platform)
  }
}

function environment(): Env {
  try {
    return loadEnv()
  } catch (error) {
    throw new UserError(
      `${(error as Error).message}\nStart the platform (npm start), or set what is missing to use its stores without it.`
    )
  }
}

async function openCache(env: Env, log: Log): Promise<Platform['cache']> {
  let redis: Redis | undefined
  try {
    redis = await createRedis(env.REDIS_URL, log, REDIS_TIMEOUT_MS)
    return { redis, caches: await createCaches(redis, log) }
  } catch {
    redis?.destroy()
    printStatus('Redis does not answer; pages may show the game a little later.')
    return null
  }
}

/** Notifies running processes, if any, of a new game, or with another reason of one that was changed past the services. */
export async function announceGame(
  { cache, db }: Platform,
  gameId: number,
  reason: NotificationReason = 'board'
): Promise<void> {
  await reviseBoards(db.pool, [[gameId, reason]])
  if (!cache) return
  const channel = channelOf(cache.redis, INVALIDATE_CHANNEL)
  await cache.redis.publish(channel, JSON.stringify({ tags: ['games', `game:${gameId}`] }))
  await notifyScoring(cache.redis, gameId, reason)
}

/** Null is the platform itself. */
export function ctxOf(actor: Ctx['actor'] = null): Ctx {
  const now = new Date()
  return { now, actor, ip: '', userAgent: null, requestId: uuid7(now), locale: 'en-US' }
}
