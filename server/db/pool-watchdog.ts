import type { Socket } from 'node:net'
import pg from 'pg'

/** Milliseconds between two checks. Counts checks, not time, so that a stopped process does not suspect Postgres. */
const POLL_MS = 500
/** Checks with a connection in use before Postgres is probed. */
const SUSPICIOUS = 3

const looksIn = (ms: number) => Math.ceil(ms / POLL_MS)

/** pg would first notify the server, which may hang. */
const cut = (client: pg.ClientBase) =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy()

/** isStoreAway() recognises the code. */
const refusal = () => Object.assign(new Error('Postgres does not respond'), { code: 'ETIMEDOUT' })

/**
 * Watches a pool whose server may hang. When a connection is in use for long, it probes Postgres over another. Without
 * a reply it cuts all connections, and refuses new ones until Postgres replies.
 */
export class PoolWatchdog {
  readonly #pool: pg.Pool
  readonly #options: pg.ClientConfig
  readonly #silence: number
  readonly #report: (responds: boolean) => void
  readonly #open = new Set<pg.ClientBase>()
  readonly #taken = new Map<pg.ClientBase, number>()
  readonly #waiting = new Set<{ since: number }>()
  readonly #timer: NodeJS.Timeout
  #away = false
  #probing = false
  #closed = false

  /** `silence` in milliseconds; `report` is called on every change. */
  constructor(pool: pg.Pool, options: pg.ClientConfig, silence: number, report: (responds: boolean) => void) {
    this.#pool = pool
    this.#options = options
    this.#silence = silence
    this.#report = report
    pool.on('connect', (client) => this.#open.add(client))
    pool.on('remove', (client) => {
      this.#open.delete(client)
      this.#taken.delete(client)
    })
    pool.on('acquire', (client) => this.#taken.set(client, 0))
    pool.on('release', (_error, client) => this.#taken.delete(client))
    this.#guardDoor()
    this.#timer = setInterval(() => this.#check(), POLL_MS).unref()
  }

  close(): void {
    this.#closed = true
    clearInterval(this.#timer)
  }

  /** How long the oldest queued request has waited for a connection, in ms; 0: none waits. */
  waited(): number {
    const [first] = this.#waiting
    return first ? performance.now() - first.since : 0
  }

  #guardDoor(): void {
    const connect = this.#pool.connect.bind(this.#pool) as (...args: unknown[]) => unknown
    const guarded = (done?: (error: Error) => void) => {
      if (this.#away) return done ? done(refusal()) : Promise.reject(refusal())
      const one = { since: performance.now() }
      this.#waiting.add(one)
      const served = () => this.#waiting.delete(one)
      if (!done) return (connect() as Promise<unknown>).finally(served)
      return connect((...given: [Error]) => {
        served()
        done(...given)
      })
    }
    this.#pool.connect = guarded as pg.Pool['connect']
  }

  #check(): void {
    let isSuspicious = this.#away
    for (const [client, checks] of this.#taken) {
      this.#taken.set(client, checks + 1)
      if (checks + 1 >= SUSPICIOUS) isSuspicious = true
    }
    if (!isSuspicious || this.#probing) return
    this.#probing = true
    void this.#responds().then((responds) => {
      this.#probing = false
      if (this.#closed || responds !== this.#away) return
      this.#away = !responds
      this.#report(responds)
      if (!responds) for (const client of this.#open) cut(client)
    })
  }

  /** Only silence is a failure: a server that refuses connections is alive. */
  #responds(): Promise<boolean> {
    const client = new pg.Client(this.#options)
    client.on('error', () => {})
    return new Promise((resolve) => {
      let left = Math.max(2, looksIn(this.#silence) - SUSPICIOUS - 1)
      const finish = (responds: boolean) => {
        clearInterval(timer)
        cut(client)
        resolve(responds)
      }
      const timer = setInterval(() => --left <= 0 && finish(false), POLL_MS).unref()
      client
        .connect()
        .then(() => client.query('SELECT 1'))
        .then(
          () => finish(true),
          () => finish(true)
        )
    })
  }
}
