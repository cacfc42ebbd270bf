import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { Sequelize, Transaction } from 'sequelize'
import { inSpan, isTracing } from '~/server/platform/tracing'
import { traceQueriesOf } from './query-spans'
import { LONG_WORK, type Timeouts } from './timeouts'
import { Watch } from './watch'

pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** Runs SQL: the pool, a connection of it, or a transaction. */
export type Sql = Pick<pg.ClientBase, 'query'>

/** An open transaction. Both ways of asking Postgres run in it, on its one connection. */
export interface Tx extends Sql {
  /** For models: `games.findByPk(id, { transaction: tx.transaction })`. */
  readonly transaction: Transaction
}

/** The one way to Postgres: raw statements and models share the connections of one pool. */
export interface Database {
  pool: pg.Pool
  /** Models are defined on it. It has no connections of its own: it borrows those of `pool`. */
  sequelize: Sequelize
  /**
   * Runs `work` in one transaction; any throw rolls back. Everything inside must run on `tx`: whoever asks for a second
   * connection while it holds one may wait for those who do the same.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** For how many milliseconds whoever is first has waited for a connection; always 0 without `timeouts`. */
  waited(): number
  close(): Promise<void>
}

export interface TransactionOptions {
  /** The work may take minutes (LONG_WORK). */
  long?: boolean
  /** Prepared statements keep one plan for all values: for wide ones, whose planning costs more than their running. */
  genericPlans?: boolean
}

export interface DatabaseOptions {
  /** Connections at most; each is opened when it is first needed. */
  max?: number
  /** `application_name`, by which Postgres lists the connections. */
  name?: string
  /** Absent: statements wait for ever, as migrations, backups and programs may. */
  timeouts?: Timeouts
  /** Hears when Postgres stops responding at all, and when it responds again; only with `timeouts`. */
  onResponds?(responds: boolean): void
  /** Sends statements that are issued together without waiting between them (`tx.query`); COPY is refused then. */
  pipeline?: boolean
  /** Throws where a transaction asks for a second connection. Costs time on every promise, so it is for tests. */
  guarded?: boolean
}

/** How long a query waits for a connection where nothing else is said, in milliseconds. */
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
  // An idle connection that breaks (Postgres restarted) must not end the process: the next query opens another.
  pool.on('error', () => {})
  // Nor one that breaks while it is taken: its query rejects, and that is where it is dealt with.
  pool.on('connect', (client) => client.on('error', () => {}))
  const watch = timeouts && new Watch(pool, options, timeouts.silence, onResponds ?? (() => {}))
  const close = () => {
    watch?.close()
    return pool.end()
  }
  return { pool, waited: () => watch?.waited() ?? 0, close }
}

interface OpenPool {
  pool: pg.Pool
  waited(): number
  close(): Promise<void>
}

/**
 * Sequelize on the connections of `pool`. These three methods are the public interface between it and its own pool,
 * which therefore never opens a connection.
 */
function sequelizeOn(pool: pg.Pool): Sequelize {
  const sequelize = new Sequelize({
    dialect: 'postgres',
    logging: false,
    define: { timestamps: false, underscored: true }
  })
  const { connectionManager } = sequelize
  connectionManager.getConnection = () => pool.connect()
  connectionManager.releaseConnection = (client) => (client as pg.PoolClient).release()
  connectionManager.destroyConnection = async (client) => (client as pg.PoolClient).release(true)
  return sequelize
}

/** What Sequelize keeps in a transaction beside its public members. */
type Inner = Transaction & { connection: pg.PoolClient; finished?: 'commit' | 'rollback' }

/** A transaction on a connection on which BEGIN has run. */
class OpenTx implements Tx {
  readonly #client: pg.PoolClient
  readonly #sequelize: Sequelize
  #transaction: Inner | null = null
  #ended = false

  constructor(client: pg.PoolClient, sequelize: Sequelize) {
    this.#client = client
    this.#sequelize = sequelize
  }

  readonly query = ((...args: Parameters<pg.ClientBase['query']>) => {
    // The connection may already serve somebody else.
    if (this.#ended) throw new Error('The transaction is over')
    return this.#client.query(...args)
  }) as pg.ClientBase['query']

  /** Made when a model asks for it: most transactions are raw SQL only. */
  get transaction(): Transaction {
    if (this.#transaction) return this.#transaction
    const made = new Transaction(this.#sequelize, {}) as Inner
    made.connection = this.#client
    this.#transaction = made
    return made
  }

  end(how: 'commit' | 'rollback'): void {
    this.#ended = true
    if (this.#transaction) this.#transaction.finished = how
  }
}

/** Whether the code that runs now is inside an open transaction. */
type Guard = AsyncLocalStorage<{ open: boolean }>

/** Lets `pool` refuse a connection to whoever is inside a transaction. */
function guard(pool: pg.Pool): Guard {
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

const SET_LONG = `; SET LOCAL statement_timeout = ${LONG_WORK.statement}; SET LOCAL lock_timeout = ${LONG_WORK.lock}`
const SET_GENERIC_PLANS = '; SET LOCAL plan_cache_mode = force_generic_plan'

/** Opens the pool of a process. Its statements become spans if tracing has begun by then. */
export function createDatabase(url: string, options: DatabaseOptions = {}): Database {
  const { timeouts, guarded = false } = options
  const { pool, waited, close } = openPool(url, options)
  const sequelize = sequelizeOn(pool)
  const inside = guarded ? guard(pool) : null
  if (isTracing()) traceQueriesOf(pool)

  const begin = ({ long, genericPlans }: TransactionOptions) =>
    `BEGIN${timeouts && long ? SET_LONG : ''}${genericPlans ? SET_GENERIC_PLANS : ''}`

  const run = async <T>(work: (tx: Tx) => Promise<T>, options: TransactionOptions): Promise<T> => {
    const client = await pool.connect()
    const tx = new OpenTx(client, sequelize)
    try {
      await client.query(begin(options))
      const result = await work(tx)
      tx.end('commit')
      await client.query('COMMIT')
      client.release()
      return result
    } catch (error) {
      tx.end('rollback')
      await client.query('ROLLBACK').then(
        () => client.release(),
        (broken) => client.release(broken)
      )
      throw error
    }
  }

  const runGuarded = <T>(
    inside: Guard,
    work: (tx: Tx) => Promise<T>,
    options: TransactionOptions
  ): Promise<T> => {
    const state = { open: false }
    return run((tx) => {
      state.open = true
      return inside.run(state, () => work(tx).finally(() => (state.open = false)))
    }, options)
  }

  const inTransactionSpan = <T>(work: (tx: Tx) => Promise<T>, options: TransactionOptions): Promise<T> =>
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
