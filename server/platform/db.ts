import pg from 'pg'
import { Sequelize, type Transaction } from 'sequelize'

pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** A connection that is inside a transaction, for raw SQL. */
export type Sql = Pick<pg.ClientBase, 'query'>

/** Both doors to Postgres: models through Sequelize, hot and wide statements through `pg`. */
export interface Database {
  pool: pg.Pool
  sequelize: Sequelize
  /** Runs `work` in one transaction on the raw pool; any throw rolls back. */
  transaction<T>(work: (sql: pg.PoolClient) => Promise<T>): Promise<T>
  /** Runs `work` in one Sequelize transaction; `rawOf(tx)` gives its connection for raw SQL. */
  modelTransaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** The `pg` connection behind a Sequelize transaction, so that raw SQL joins it. */
export function rawOf(tx: Transaction): Sql {
  return (tx as Transaction & { connection: pg.Client }).connection
}

/** How long a query waits for a connection: a database that does not answer must not hold every request for ever. */
const TIMEOUT_MS = 10_000

/** Opens the pools. `max` connections each are opened lazily. */
export function createDatabase(url: string, { max = 10, name = 'halyard' } = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: name,
    keepAlive: true,
    connectionTimeoutMillis: TIMEOUT_MS
  })
  // An idle connection that breaks (Postgres restarted) must not end the process: the next query opens another.
  pool.on('error', () => {})
  // Nor one that breaks while it is taken: its query rejects, and that is where it is dealt with.
  pool.on('connect', (client) => client.on('error', () => {}))
  const sequelize = new Sequelize(url, {
    dialect: 'postgres',
    logging: false,
    pool: { max, min: 0, idle: 10_000, acquire: TIMEOUT_MS },
    dialectOptions: { application_name: name },
    define: { timestamps: false, underscored: true }
  })
  return {
    pool,
    sequelize,
    async transaction(work) {
      const client = await pool.connect()
      try {
        await client.query('BEGIN')
        const result = await work(client)
        await client.query('COMMIT')
        client.release()
        return result
      } catch (error) {
        await client.query('ROLLBACK').then(
          () => client.release(),
          (broken) => client.release(broken)
        )
        throw error
      }
    },
    modelTransaction: (work) => sequelize.transaction(work),
    async close() {
      await Promise.all([pool.end(), sequelize.close()])
    }
  }
}
