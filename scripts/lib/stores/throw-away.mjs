import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startStores } from './index.mjs'

/** Stores for one run of the tests: in a new folder, or the ones that the given environment names. */
export class ThrowAwayStores {
  /**
   * @param {AbortSignal} signal
   * @param {Record<string, string | undefined>} [given] may have DATABASE_URL and REDIS_URL
   */
  constructor(signal, given = process.env) {
    this.signal = signal
    this.given = given
    this.children = []
  }

  /** The environment that leads tests to them; started when it is asked for first. */
  env() {
    this.started ??= this.start()
    return this.started
  }

  async start() {
    this.dataDir = mkdtempSync(join(tmpdir(), 'halyard-test-'))
    mkdirSync(join(this.dataDir, 'logs'))
    const { databaseUrl, redisUrl } = await startStores({
      dataDir: this.dataDir,
      databaseUrl: this.given.DATABASE_URL ?? null,
      redisUrl: this.given.REDIS_URL ?? null,
      durable: false,
      signal: this.signal,
      onChild: (child) => this.children.push(child)
    })
    return { TEST_DATABASE_URL: databaseUrl, TEST_REDIS_URL: redisUrl }
  }

  /** Stops at once what has not stopped yet. */
  hurry() {
    for (const child of this.children) child.hurry()
  }

  async stop() {
    await Promise.all(this.children.map((child) => child.stop()))
    if (this.dataDir) rmSync(this.dataDir, { recursive: true, force: true })
  }
}
