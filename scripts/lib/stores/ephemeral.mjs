import { accessSync, constants, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startStores } from './index.mjs'

/** @typedef {{ TEST_DATABASE_URL: string, TEST_REDIS_URL: string }} StoreEnvironment */

/** A folder in memory, where Linux has one with room: each file of tests copies a database. */
const MEMORY = '/dev/shm'
const NEEDED_BYTES = 4 * 2 ** 30

/** Where databases of tests lie. */
function folder() {
  try {
    accessSync(MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= NEEDED_BYTES ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** A Postgres and a Redis for one test run, in a temporary folder or by the addresses of the environment. */
export class EphemeralStores {
  /** @type {import('../processes/supervisor.mjs').SupervisedProcess[]} */
  #children = []
  /** @type {string | null} */
  #dataDir = null
  /** @type {Promise<StoreEnvironment> | null} */
  #started = null
  #signal
  #external

  /** @param {AbortSignal} signal @param {Record<string, string | undefined>} [external] may have DATABASE_URL and REDIS_URL */
  constructor(signal, external = process.env) {
    this.#signal = signal
    this.#external = external
  }

  /** Starts them at the first call. @returns {Promise<StoreEnvironment>} for the environment of tests */
  env() {
    this.#started ??= this.#start()
    return this.#started
  }

  async #start() {
    const dataDir = mkdtempSync(join(folder(), 'halyard-test-'))
    this.#dataDir = dataDir
    mkdirSync(join(dataDir, 'logs'))
    const { databaseUrl, redisUrl } = await startStores({
      dataDir,
      databaseUrl: this.#external.DATABASE_URL ?? null,
      redisUrl: this.#external.REDIS_URL ?? null,
      durable: false,
      signal: this.#signal,
      onChild: (child) => this.#children.push(child)
    })
    return { TEST_DATABASE_URL: databaseUrl, TEST_REDIS_URL: redisUrl }
  }

  /** Stops them without waiting. */
  kill() {
    for (const child of this.#children) child.kill()
  }

  async stop() {
    await Promise.all(this.#children.map((child) => child.stop()))
    if (this.#dataDir) rmSync(this.#dataDir, { recursive: true, force: true })
  }
}
