import pg from 'pg'
import { Sequelize } from 'sequelize'
import { EphemeralStores } from '~/scripts/lib/stores/ephemeral.mjs'
import { createDatabase, type Database, number as int, rows, text, time } from '~/server/db'
import { heading, type Row, row, table } from './support/report'

/** Interleaved, so that other load on the machine affects both alike. */
const ROUNDS = 40
const TIMES = 400

type Work = () => Promise<unknown>

/** Microseconds of CPU of this process for one `work`. */
async function cpuOf(work: Work): Promise<number> {
  const before = process.cpuUsage()
  for (let n = 0; n < TIMES; n++) await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / TIMES
}

/** The first quartile leaves out rounds with other load on the machine. */
const usual = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 4)]!

async function compare(figure: string, goal: string, ours: Work, raw: Work): Promise<Row> {
  const spent: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    // The order alternates.
    const order = round % 2 ? ([0, 1] as const) : ([1, 0] as const)
    for (const which of order) spent[which].push(await cpuOf(which === 0 ? ours : raw))
  }
  return row(figure, usual(spent[0]), usual(spent[1]), goal, 'µs', 1)
}

const ONE = { name: 'bench_one', text: 'SELECT id, name FROM things WHERE id = $1', values: [7] }
const WRITE = { name: 'bench_write', text: 'UPDATE things SET name = $2 WHERE id = $1', values: [7, 'x'] }
const WIDE = 'SELECT id, name, size, at FROM things ORDER BY id LIMIT 100'
const SHAPE = { id: int, name: text, size: int, at: time }

async function byHand(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query(ONE)
    await client.query(WRITE)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
}

const things = (sequelize: Sequelize) =>
  sequelize.define('Thing', {}, { tableName: 'things', timestamps: false })

async function measure(db: Database, bare: pg.Pool, own: Sequelize): Promise<Row[]> {
  const [ours, theirs] = [things(db.sequelize), things(own)]
  return [
    await compare(
      'a named statement',
      '1.05',
      () => db.pool.query(ONE),
      () => bare.query(ONE)
    ),
    await compare(
      'a transaction of two statements',
      '1.10',
      () => db.transaction(async (tx) => [await tx.query(ONE), await tx.query(WRITE)]),
      () => byHand(bare)
    ),
    await compare(
      '100 checked rows of four columns',
      '1.05',
      () => rows(db.pool, SHAPE, WIDE),
      () => bare.query(WIDE)
    ),
    await compare(
      "a model's row, beside Sequelize's own pool",
      '1.05',
      () => ours.findByPk(7),
      () => theirs.findByPk(7)
    )
  ]
}

/** CPU of this process for the pool, beside `pg` and Sequelize alone. */
export async function benchDatabase(): Promise<void> {
  heading('One pool: CPU of the process for each, beside a bare pg.Pool')
  const stores = new EphemeralStores(new AbortController().signal, {})
  try {
    const url = (await stores.env()).TEST_DATABASE_URL
    const db = createDatabase(url, { max: 4 })
    // Without a timeout, requests would wait for ever for a database that does not reply.
    const wait = { keepAlive: true, connectionTimeoutMillis: 10_000 }
    const bare = new pg.Pool({ connectionString: url, max: 4, ...wait })
    const own = new Sequelize(url, { dialect: 'postgres', logging: false, pool: { max: 4 } })
    await bare.query(
      `CREATE TABLE things AS SELECT n AS id, 'thing ' || n AS name, n::int8 * 1000 AS size, now() AS at
       FROM generate_series(1, 1000) n`
    )
    await bare.query('ALTER TABLE things ADD PRIMARY KEY (id)')
    table(await measure(db, bare, own))
    await Promise.all([db.close(), bare.end(), own.close()])
  } finally {
    await stores.stop()
  }
}
