import { join } from 'node:path'
import { BACKGROUND_TIMEOUTS, createDatabase, type Database, type DatabaseOptions, type Timeouts } from './db'
import { type Health, healthOf } from './health'
import { createLogWriter } from './logs'
import { awaitMigrations } from './migrations'
import { type Caches, createCaches } from './platform/cache'
import { type Env, loadEnv } from './platform/env'
import { createLog, type Log } from './platform/log'
import { collectGarbage } from './platform/processes/garbage'
import { sendHeartbeats } from './platform/processes/heartbeat'
import { failStart, onShutdown } from './platform/processes/lifecycle'
import { mapStackTraces } from './platform/processes/stack-traces'
import { createLateRedis, createRedis, type Redis } from './platform/redis'
import { startTracing } from './platform/tracing'
import { type Loaded, loadPlugins } from './plugins'
import { claimSecret } from './secret'
import { createServices, type Services } from './services'

export interface Process {
  env: Env
  log: Log
  db: Database
  redis: Redis
  caches: Caches
  services: Services
  health: Health
  plugins: readonly Loaded[]
}

interface Connecting {
  connections: number
  /** Absent: no timeouts. */
  timeouts?: Timeouts
  pipeline?: DatabaseOptions['pipeline']
  /** It works without Redis too, and does not wait for one that is away. */
  doesWithoutRedis?: boolean
}

async function open(
  name: string,
  env: Env,
  log: Log,
  { connections, doesWithoutRedis = false, ...options }: Connecting
): Promise<Process> {
  // Before anything that would have to be closed: a module that does not load ends the start.
  const plugins = await loadPlugins(env.HALYARD_PLUGINS ?? join(env.HALYARD_DATA, 'plugins'), log)
  const db = createDatabase(env.DATABASE_URL, {
    ...{ max: connections, name: `halyard-${name}`, ...options },
    onResponds: (responds) => log.warn(responds ? 'database_responds' : 'database_silent')
  })
  const redis = await (doesWithoutRedis ? createLateRedis : createRedis)(env.REDIS_URL, log)
  const caches = await createCaches(redis, log)
  const services = createServices({ db, redis, caches, env, log, plugins, process: name })
  const health = healthOf({ db, redis, env, filesReachable: services.assets.reachable })
  return { env, log, db, redis, caches, services, health, plugins }
}

async function close({ db, redis, caches, plugins }: Process): Promise<void> {
  for (const { workers } of plugins) workers.close()
  await caches.close()
  await Promise.all([db.close(), redis.close()])
}

/** An update starts all roles at once: this long the others wait for `migrate`, in milliseconds. */
const SCHEMA_MS = 60_000

/** @throws Error in one sentence when the process does not fit the database */
async function suitDatabase({ db, env }: Pick<Process, 'db' | 'env'>): Promise<void> {
  const missing = await awaitMigrations(db, SCHEMA_MS, (first) =>
    process.stderr.write(`Waiting for the role migrate: ${first} is missing.\n`)
  )
  if (missing)
    throw new Error(
      `The database is older than this Halyard (${missing} is missing): run the role migrate (docs/deploying.md#roles).`
    )
  await claimSecret(db, env.HALYARD_SECRET)
}

function environment(): Env {
  try {
    return loadEnv()
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exit(1)
  }
}

/** Opens stores, runs `start`, drains on a signal, then closes stores. A failed start ends with one sentence. */
export async function runProcess(
  name: string,
  connecting: Connecting,
  start: (parts: Process) => Promise<() => Promise<void>>
): Promise<void> {
  const env = environment()
  mapStackTraces()
  sendHeartbeats()
  const writer = createLogWriter(
    createDatabase(env.DATABASE_URL, { max: 1, name: `halyard-${name}-log`, timeouts: BACKGROUND_TIMEOUTS }),
    name
  )
  const log = createLog(name, env.LOG_LEVEL, writer.write)
  try {
    const endTracing = await startTracing(env, name, log)
    const parts = await open(name, env, log, connecting)
    // `npm start` has migrated, and restarts processes even without Postgres.
    if (env.HALYARD_ROLE !== 'all') await suitDatabase(parts)
    const drain = await start(parts)
    await collectGarbage()
    onShutdown(log, async () => {
      await drain()
      await close(parts)
      await endTracing()
      await writer.close()
    })
  } catch (error) {
    await failStart(log, error, writer.close)
  }
}

/** Opens the stores, does the work and closes them. A failure is logged and ends the process. */
export async function runOnce(name: string, work: (parts: Process) => Promise<void>): Promise<void> {
  const env = environment()
  const log = createLog(name, 'error')
  try {
    const parts = await open(name, env, log, { connections: 2 })
    await work(parts)
    await close(parts)
  } catch (error) {
    await failStart(log, error)
  }
}
