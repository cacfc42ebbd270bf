import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, readlinkSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { askPostgres } from '../health.mjs'
import { allGone, checkpoint, isAlive, lastWords, pause, run, send } from '../processes.mjs'
import { Fault, step } from '../say.mjs'
import { writeWhole } from '../whole-file.mjs'
import { postgresBinaries } from './binaries.mjs'
import { ownFolder, storeUser } from './user.mjs'

const USER = 'halyard'
const DATABASE = 'halyard'
const MB = 1024 * 1024
const ENSURE_WITHIN_MS = 30_000

/**
 * The cluster's folder as Postgres is told it. Its user cannot walk through a private folder above (a clone in /root),
 * but starts inside the cluster and needs no other path.
 */
const folderFor = (cluster, user) => (user ? '/proc/self/cwd' : cluster)

const environment = () => ({ PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' })

function readPassword(file) {
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  const password = randomBytes(24).toString('hex')
  writeWhole(file, `${password}\n`)
  return password
}

/** Makes the cluster beside its place and moves it there when complete. */
async function createCluster({ folder, cluster, bin, user, durable, signal }) {
  const draft = `${cluster}.new`
  rmSync(draft, { recursive: true, force: true })
  ownFolder(draft, user)
  const args = [
    `--pgdata=${folderFor(draft, user)}`,
    `--username=${USER}`,
    '--pwfile=../password',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    ...(durable ? [] : ['--no-sync'])
  ]
  ownFolder(folder, user)
  const { code, tail } = await run(join(bin, 'initdb'), args, {
    ...user,
    cwd: draft,
    env: environment(),
    signal
  })
  if (code !== 0) {
    const fault = tail.map((line) => line.match(/\b(?:error|FATAL): +(.+)/)?.[1]).find(Boolean)
    throw new Fault(`The database could not be created in ${folder} (${fault ?? lastWords(tail)}).`)
  }
  renameSync(draft, cluster)
}

const memory = () => Math.min(process.constrainedMemory?.() || Number.POSITIVE_INFINITY, totalmem()) / MB

function options(port, durable) {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 100,
    shared_buffers: `${Math.round(Math.min(256, Math.max(32, memory() / 8)))}MB`,
    effective_cache_size: `${Math.round(memory() / 2)}MB`,
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    max_wal_size: '1GB',
    checkpoint_timeout: '15min',
    random_page_cost: 1.1,
    max_parallel_workers_per_gather: 0,
    jit: 'off',
    wal_compression: 'on',
    log_checkpoints: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(durable ? { synchronous_commit: 'on' } : { fsync: 'off', full_page_writes: 'off' })
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** Whether a process is a Postgres at work in this cluster. Where /proc is missing, Postgres' own check must do. */
function worksIn(pid, cluster) {
  try {
    if (readFileSync(`/proc/${pid}/comm`, 'utf8').trim() !== 'postgres') return false
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
  } catch {
    return !existsSync('/proc/self')
  }
}

/**
 * Clears the way for a start: a Postgres of a launcher that died is stopped; a pid file whose pid belongs to some other
 * process by now, which Postgres would take for itself, is removed.
 */
async function clearLeftovers(cluster) {
  const file = join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
  if (!Number.isInteger(pid) || !isAlive(pid)) return
  if (!worksIn(pid, cluster)) {
    rmSync(file, { force: true })
    return
  }
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL']) {
    send(pid, signal)
    if (await allGone([pid], 10_000)) return
  }
}

/**
 * Postgres' severities as pino counts them. A client that is told "starting up" or "shutting down" is no news, nor is a
 * row that is refused because of another: that is how a name that is taken is found out.
 */
function readLine(line) {
  const match = line.match(/\b(LOG|DETAIL|HINT|STATEMENT|WARNING|ERROR|FATAL|PANIC): {2}(.*)/)
  if (!match) return null
  const [, severity, text] = match
  const usual =
    /is (starting up|shutting down|not yet accepting)|administrator command|postmaster exit|violates (unique|foreign key) constraint/.test(
      text
    )
  const levels = { WARNING: 40, ERROR: 40, FATAL: 50, PANIC: 60 }
  return { level: usual ? 30 : (levels[severity] ?? 30), text }
}

/** Creates the application's database on the first start; once more if Postgres falls over meanwhile. */
async function ensureDatabase(server, signal) {
  const { default: pg } = await import('pg')
  const limit = Date.now() + ENSURE_WITHIN_MS
  for (;;) {
    const client = new pg.Client({ connectionString: `${server}/postgres` })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
      if (rowCount === 0) await client.query(`create database ${DATABASE}`)
      return
    } catch (error) {
      if (Date.now() > limit) throw new Fault(`The database could not be created (${error.message}).`)
    } finally {
      await client.end().catch(() => {})
    }
    await pause(500, signal)
    checkpoint(signal)
  }
}

/**
 * Prepares the embedded Postgres in <dataDir>/postgres: cluster/ and password.
 * @param {object} options
 * @param {string} options.dataDir
 * @param {number} options.port
 * @param {boolean} options.durable false only for throw-away data: no fsync
 * @param {(name: string, read: Function) => object} options.openLog makes the process' log, see logs.mjs
 * @param {AbortSignal} [options.signal]
 * @returns {Promise<{ url: string, plan: import('../supervisor.mjs').Plan, finish(): Promise<void> }>} `finish` is
 *   called once it is ready
 * @throws {Fault}
 */
export async function preparePostgres({ dataDir, port, durable, openLog, signal }) {
  const folder = join(dataDir, 'postgres')
  const cluster = join(folder, 'cluster')
  const user = await storeUser(folder)
  const { bin, major } = await postgresBinaries(user)
  ownFolder(folder, user)
  const password = readPassword(join(folder, 'password'))
  if (!existsSync(cluster)) {
    const progress = step('Creating the database')
    await createCluster({ folder, cluster, bin, user, durable, signal })
    progress.done()
  }
  const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (version !== major) {
    throw new Fault(
      `The database in ${folder} was made by PostgreSQL ${version}, but this Halyard brings ${major}.`
    )
  }
  ownFolder(cluster, user)
  await clearLeftovers(cluster)
  const server = `postgres://${USER}:${password}@127.0.0.1:${port}`
  const url = `${server}/${DATABASE}`
  const log = openLog('postgres', readLine)
  const plan = {
    name: 'postgres',
    list: 'postgres',
    async spawn() {
      await clearLeftovers(cluster)
      const args = ['-D', folderFor(cluster, user), ...options(port, durable)]
      const child = spawn(join(bin, 'postgres'), args, {
        ...user,
        cwd: cluster,
        env: environment(),
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe']
      })
      log.follow(child)
      return child
    },
    isReady: async () => (await askPostgres(`${server}/postgres`)) === null,
    readyWithin: 600_000,
    stopWith: [
      ['SIGINT', 30_000],
      ['SIGQUIT', 10_000],
      ['SIGKILL', 5000]
    ],
    hurryWith: 'SIGQUIT',
    words: log.words,
    logPath: log.path
  }
  return { url, plan, finish: () => ensureDatabase(server, signal) }
}
