import { processLog } from '../processes/logs.mjs'
import { freePort } from '../processes/ports.mjs'
import { checkPostgres, checkRedis } from '../processes/readiness.mjs'
import { sleep } from '../processes/sleep.mjs'
import { SupervisedProcess } from '../processes/supervisor.mjs'
import { describeError, UserError } from '../terminal/errors.mjs'
import { printStatus, startProgress } from '../terminal/output.mjs'
import { preparePostgres } from './postgres.mjs'
import { prepareRedis } from './redis.mjs'

const LOCAL = '127.0.0.1'
const EXTERNAL_TIMEOUT_MS = 30_000
const RETRY_MS = 1000
/** Errors that waiting will not change. */
const PERMANENT = /password|authentication|does not exist|WRONGPASS|NOAUTH/i

/**
 * @param {'DATABASE_URL' | 'REDIS_URL'} name @param {string} url
 * @param {(url: string) => Promise<Error | null>} check @param {AbortSignal} [signal]
 * @throws {UserError} without the url's password
 */
async function waitForExternal(name, url, check, signal) {
  const deadline = Date.now() + EXTERNAL_TIMEOUT_MS
  const { host } = new URL(url)
  for (let announced = false; ; announced = true) {
    const error = await check(url)
    if (error === null) return
    signal?.throwIfAborted()
    const why = describeError(error)
    if (PERMANENT.test(error.message) || Date.now() > deadline)
      throw new UserError(`${name} does not lead to a usable server at ${host} (${why}).`)
    if (!announced) printStatus(`Waiting for the server of ${name} at ${host} (${why}).`)
    await sleep(RETRY_MS, signal)
  }
}

/**
 * @typedef {object} StoreOptions
 * @property {string} dataDir has a folder `logs`
 * @property {string | null} databaseUrl the person's own server; null: the embedded one is started
 * @property {string | null} redisUrl likewise
 * @property {boolean} [durable] false for data that may be lost
 * @property {number} [webProcesses] that will connect
 * @property {number} [scoringProcesses] likewise
 * @property {AbortSignal} [signal]
 * @property {(child: SupervisedProcess) => void} [onChild] called with each child
 * @property {() => void} [onPidChange] called when the pid of a child changes
 */

/** @param {import('../processes/supervisor.mjs').ProcessSpec} spec @param {StoreOptions} options */
async function supervise(spec, { signal, onChild, onPidChange }) {
  signal?.throwIfAborted()
  const child = new SupervisedProcess(spec, onPidChange)
  onChild?.(child)
  await child.started
}

/** @param {StoreOptions} options @returns {Promise<string>} its url */
async function startPostgres(options) {
  const { dataDir, databaseUrl, durable = true, webProcesses = 1, scoringProcesses = 1, signal } = options
  if (databaseUrl) {
    await waitForExternal('DATABASE_URL', databaseUrl, checkPostgres, signal)
    return databaseUrl
  }
  const port = await freePort(LOCAL)
  const openLog = openLogIn(dataDir)
  const { url, spec, finish } = await preparePostgres({
    dataDir,
    port,
    durable,
    clients: { webProcesses, scoringProcesses },
    openLog,
    signal
  })
  await supervise(spec, options)
  await finish()
  return url
}

/** @param {StoreOptions} options @returns {Promise<string>} its url */
async function startRedis(options) {
  const { dataDir, redisUrl, signal } = options
  if (redisUrl) {
    await waitForExternal('REDIS_URL', redisUrl, checkRedis, signal)
    return redisUrl
  }
  const openLog = openLogIn(dataDir)
  const { url, spec } = await prepareRedis({ dataDir, port: await freePort(LOCAL), openLog, signal })
  await supervise(spec, options)
  return url
}

/** @typedef {(name: string, read: import('../processes/logs.mjs').ReadEntry) => import('../processes/logs.mjs').ProcessLog} OpenLog */

/** @param {string} dataDir @returns {OpenLog} */
const openLogIn = (dataDir) => (name, read) => processLog(dataDir, name, read)

/** @param {StoreOptions} options @returns their urls @throws {UserError} with the faults of both */
export async function startStores(options) {
  const progress = startProgress('Starting Postgres and Redis')
  const [postgres, redis] = await Promise.allSettled([startPostgres(options), startRedis(options)])
  if (postgres.status === 'fulfilled' && redis.status === 'fulfilled') {
    progress.succeed()
    return { databaseUrl: postgres.value, redisUrl: redis.value }
  }
  progress.fail()
  /** @type {unknown[]} */
  const failures = [postgres, redis].flatMap((result) =>
    result.status === 'rejected' ? [result.reason] : []
  )
  const faults = failures.filter((failure) => failure instanceof UserError)
  throw faults.length > 1
    ? new UserError(...faults.flatMap((fault) => fault.messages))
    : (faults[0] ?? failures[0])
}
