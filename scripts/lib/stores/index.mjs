import { askPostgres, askRedis } from '../health.mjs'
import { processLog } from '../logs.mjs'
import { freePort } from '../ports.mjs'
import { checkpoint, pause } from '../processes.mjs'
import { Fault, note, reason, step } from '../say.mjs'
import { Supervised } from '../supervisor.mjs'
import { preparePostgres } from './postgres.mjs'
import { prepareRedis } from './redis.mjs'

const LOCAL = '127.0.0.1'
const FOREIGN_TIMEOUT_MS = 30_000

/** Waits for a store that somebody else runs. */
async function awaitForeign(name, ask, url, signal) {
  const end = Date.now() + FOREIGN_TIMEOUT_MS
  const { host } = new URL(url)
  for (let told = false; ; told = true) {
    const error = await ask(url)
    if (error === null) return
    checkpoint(signal)
    const refused = /password|authentication|does not exist|WRONGPASS|NOAUTH/i.test(error.message)
    if (refused || Date.now() > end)
      throw new Fault(`${name} does not lead to a usable server at ${host} (${reason(error)}).`)
    if (!told) note(`Waiting for the server of ${name} at ${host} (${reason(error)}).`)
    await pause(1000, signal)
  }
}

/**
 * Starts Postgres and Redis and keeps them alive, or uses the given ones.
 * @param {object} options
 * @param {string} options.dataDir has a folder `logs`
 * @param {string | null} options.databaseUrl a server of the person's own
 * @param {string | null} options.redisUrl likewise
 * @param {boolean} [options.durable] false for throw-away data
 * @param {AbortSignal} [options.signal]
 * @param {(child: Supervised) => void} [options.onChild] hears of each child before it starts
 * @param {() => void} [options.onChange] called when a pid changes
 * @returns {Promise<{ databaseUrl: string, redisUrl: string }>}
 * @throws {Fault}
 */
export async function startStores(options) {
  const { dataDir, durable = true, signal, onChild, onChange } = options
  const openLog = (name, read) => processLog(dataDir, name, read)
  const keep = (plan) => {
    checkpoint(signal)
    const child = new Supervised(plan, onChange)
    onChild?.(child)
    return child.started
  }
  const postgres = async () => {
    const { databaseUrl } = options
    if (databaseUrl) {
      await awaitForeign('DATABASE_URL', askPostgres, databaseUrl, signal)
      return databaseUrl
    }
    const { url, plan, finish } = await preparePostgres({
      dataDir,
      port: await freePort(LOCAL),
      durable,
      openLog,
      signal
    })
    await keep(plan)
    await finish()
    return url
  }
  const redis = async () => {
    const { redisUrl } = options
    if (redisUrl) {
      await awaitForeign('REDIS_URL', askRedis, redisUrl, signal)
      return redisUrl
    }
    const { url, plan } = await prepareRedis({ dataDir, port: await freePort(LOCAL), openLog, signal })
    await keep(plan)
    return url
  }
  const progress = step('Starting Postgres and Redis')
  const results = await Promise.allSettled([postgres(), redis()])
  const failures = results.filter((result) => result.status === 'rejected').map((result) => result.reason)
  if (failures.length > 0) {
    progress.failed()
    const faults = failures.filter((failure) => failure instanceof Fault)
    throw faults.length > 1
      ? new Fault(...faults.flatMap((fault) => fault.sentences))
      : (faults[0] ?? failures[0])
  }
  progress.done()
  const [databaseUrl, redisUrl] = results.map((result) => result.value)
  return { databaseUrl, redisUrl }
}
