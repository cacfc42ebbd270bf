import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { Sequelize, Transaction } from 'sequelize'
import { inSpan, isTracing } from '~/server/platform/tracing'
import { PoolWatchdog } from './pool-watchdog'
import { traceQueriesOf } from './query-spans'
import { BRIEF_LOCK, LONG_WORK, NO_TIMEOUTS, type Timeouts } from './timeouts'

pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export type Sql = Pick<pg.ClientBase, 'query'>

export type Pool = pg.Pool

/** An open transaction; statements and models share its one connection. */
export interface Tx extends Sql {
  /** `games.findByPk(id, { transaction: tx.transaction })`. */
  readonly transaction: Transaction
}

/** A transaction for the code that opened it. */
export interface OpenTx extends Tx {
  /**
   * Sends these statements and COMMIT in one round trip, where the pool may (`pipeline`). All must be sent when `send` returns.
   * If one fails, all roll back and the transaction throws.
   */
  commitWith<T>(send: () => Promise<T>): Promise<T>
}

/** The only way to Postgres: statements and models share one pool. */
export interface Database {
  pool: Pool
  /** Models are defined on it; it borrows connections of `pool`. */
  sequelize: Sequelize
  /** A throw rolls back. Use only `tx` inside: a second connection may deadlock the pool. */
  transaction<T>(work: (tx: OpenTx) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** Milliseconds that the first has waited for a connection; 0 without `timeouts`. */
  waited(): number
  close(): Promise<void>
}

interface TransactionOptions {
  /** The work may take minutes (LONG_WORK). */
  long?: boolean
  /** Waits for locks no longer than BRIEF_LOCK. */
  brief?: boolean
  /** Prepared statements keep one plan for all values: for wide ones, whose planning costs more than their running. */
  genericPlans?: boolean
}

export interface DatabaseOptions {
  max?: number
  name?: string
  /** Absent: statements may take any time, as in migrations and backups. */
  timeouts?: Timeouts
  onResponds?(responds: boolean): void
  /** Sends statements that are issued together without waiting between them (`tx.query`); COPY is refused then. */
  pipeline?: boolean
  /** Throws on a second connection inside a transaction. For tests: it slows every promise. */
  guarded?: boolean
}

const CONNECT_MS = 10_000

function openPool(
  url: string,
  { max = 10, name = 'halyard', timeouts, onResponds, pipeline = false }: DatabaseOptions
): OpenPool {
  const options: pg.ClientConfig = { connectionString: url, application_name: name, pipeline }
  const pool = new pg.Pool({
    ...options,
    max,
    keepAlive: true,
    connectionTimeoutMillis: timeouts?.connect ?? CONNECT_MS,
    ...(timeouts && { statement_timeout: timeouts.statement, lock_timeout: timeouts.lock })
  })
  // A broken idle connection must not end the process.
  pool.on('error', () => {})
  // A broken connection in use must not either: its query rejects.
  pool.on('connect', (client) => client.on('error', () => {}))
  const watch = timeouts && new PoolWatchdog(pool, options, timeouts.silence, onResponds ?? (() => {}))
  const close = () => {
    watch?.close()
    return pool.end()
  }
  return { pool, waited: () => watch?.waited() ?? 0, close }
}

interface OpenPool {
  pool: Pool
  waited(): number
  close(): Promise<void>
}

/** Replaces the three public methods of Sequelize's pool, so that it uses `pool`. */
function sequelizeOn(pool: Pool): Sequelize {
  const sequelize = new Sequelize({
    dialect: 'postgres',
    // Left to itself, Sequelize would load a second copy beside the one in the bundle.
    dialectModule: pg,
    logging: false,
    define: { timestamps: false, underscored: true }
  })
  const { connectionManager } = sequelize
  connectionManager.getConnection = () => pool.connect()
  connectionManager.releaseConnection = (client) => (client as pg.PoolClient).release()
  connectionManager.destroyConnection = async (client) => (client as pg.PoolClient).release(true)
  return sequelize
}

type Inner = Transaction & { connection: pg.PoolClient; finished?: 'commit' | 'rollback' }

class PooledTx implements OpenTx {
  readonly #client: pg.PoolClient
  readonly #sequelize: Sequelize
  readonly #pipeline: boolean
  #transaction: Inner | null = null
  #committing: Promise<pg.QueryResult> | null = null
  #ended = false

  constructor(client: pg.PoolClient, sequelize: Sequelize, pipeline: boolean) {
    this.#client = client
    this.#sequelize = sequelize
    this.#pipeline = pipeline
  }

  readonly query = ((...args: Parameters<pg.ClientBase['query']>) => {
    if (this.#ended) throw new Error('The transaction is over')
    return this.#client.query(...args)
  }) as pg.ClientBase['query']

  /** Created at first use: most transactions are raw SQL. */
  get transaction(): Transaction {
    if (this.#transaction) return this.#transaction
    const made = new Transaction(this.#sequelize, {}) as Inner
    made.connection = this.#client
    this.#transaction = made
    return made
  }

  commitWith<T>(send: () => Promise<T>): Promise<T> {
    const sent = send()
    if (this.#pipeline) this.#commit()
    return sent
  }

  async commit(): Promise<void> {
    const { command } = await this.#commit()
    // Postgres answers so to the COMMIT of a failed transaction.
    if (command === 'ROLLBACK') throw new Error('A statement failed, so the transaction was rolled back')
  }

  async rollback(): Promise<void> {
    this.#end('rollback')
    // A COMMIT that was sent already ends a failed transaction.
    await (this.#committing ?? this.#client.query('ROLLBACK'))
  }

  #commit(): Promise<pg.QueryResult> {
    this.#end('commit')
    this.#committing ??= this.#client.query('COMMIT')
    // Awaited by `commit`, which is not called when a statement fails.
    this.#committing.catch(() => {})
    return this.#committing
  }

  #end(how: 'commit' | 'rollback'): void {
    this.#ended = true
    if (this.#transaction) this.#transaction.finished = how
  }
}

type Guard = AsyncLocalStorage<{ open: boolean }>

/** Refuses connections of `pool` inside a transaction. */
function guard(pool: Pool): Guard {
  const inside: Guard = new AsyncLocalStorage()
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown
  const guarded = (done?: (error: Error) => void) => {
    if (!inside.getStore()?.open) return done ? connect(done) : connect()
    const error = new Error('A transaction asked for a second connection; run the statement on its tx')
    return done ? done(error) : Promise.reject(error)
  }
  pool.connect = guarded as pg.Pool['connect']
  return inside
}

const SET_NONE = `; ${NO_TIMEOUTS}`
const SET_LONG = `; SET LOCAL statement_timeout = ${LONG_WORK.statement}; SET LOCAL lock_timeout = ${LONG_WORK.lock}`
const SET_BRIEF = `; SET LOCAL lock_timeout = ${BRIEF_LOCK}`
const SET_GENERIC_PLANS = '; SET LOCAL plan_cache_mode = force_generic_plan'

export function createDatabase(url: string, options: DatabaseOptions = {}): Database {
  const { timeouts, guarded = false, pipeline = false } = options
  const { pool, waited, close } = openPool(url, options)
  const sequelize = sequelizeOn(pool)
  const inside = guarded ? guard(pool) : null
  if (isTracing()) traceQueriesOf(pool)

  const begin = ({ long, brief, genericPlans }: TransactionOptions) =>
    `BEGIN${timeouts ? (long ? SET_LONG : '') : SET_NONE}${brief ? SET_BRIEF : ''}${genericPlans ? SET_GENERIC_PLANS : ''}`

  const run = async <T>(work: (tx: OpenTx) => Promise<T>, options: TransactionOptions): Promise<T> => {
    const client = await pool.connect()
    const tx = new PooledTx(client, sequelize, pipeline)
    try {
      const begun = client.query(begin(options))
      // If this fails, the connection is lost, and the first statement reports it.
      if (pipeline) begun.catch(() => {})
      else await begun
      const result = await work(tx)
      await tx.commit()
      client.release()
      return result
    } catch (error) {
      await tx.rollback().then(
        () => client.release(),
        (broken) => client.release(broken)
      )
      throw error
    }
  }

  const runGuarded = <T>(
    inside: Guard,
    work: (tx: OpenTx) => Promise<T>,
    options: TransactionOptions
  ): Promise<T> => {
    const state = { open: false }
    return run((tx) => {
      state.open = true
      return inside.run(state, () => work(tx).finally(() => (state.open = false)))
    }, options)
  }

  const inTransactionSpan = <T>(work: (tx: OpenTx) => Promise<T>, options: TransactionOptions): Promise<T> =>
    inSpan('transaction', { long: options.long ?? false }, () => run(work, options))

  return {
    pool,
    sequelize,
    transaction: (work, options = {}) => {
      if (inside) return runGuarded(inside, work, options)
      return isTracing() ? inTransactionSpan(work, options) : run(work, options)
    },
    waited,
    close
  }
}
