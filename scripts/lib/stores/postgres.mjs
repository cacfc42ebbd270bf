import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { checkPostgres, takesPostgresConnections } from '../processes/readiness.mjs'
import { sleep } from '../processes/sleep.mjs'
import { errorMessage, UserError } from '../terminal/errors.mjs'
import { startProgress } from '../terminal/output.mjs'
import { postgresBinaries } from './postgres-binaries.mjs'
import {
  clusterArgument,
  createCluster,
  makeStartable,
  postgresEnvironment,
  readPassword,
  SUPERUSER
} from './postgres-cluster.mjs'
import { ensurePrivateFolder, storeUser } from './user.mjs'

const DATABASE = 'halyard'
const MB = 1024 * 1024
const CREATE_TIMEOUT_MS = 30_000
const CREATE_RETRY_MS = 500
/** Recovery after a crash may take minutes. */
const READY_TIMEOUT_MS = 600_000
/** A working server replies within milliseconds; a short timeout finds a hung one sooner. */
const PROBE_TIMEOUT_MS = 1000

/** Megabytes of this machine, or of the container around it. */
const memory = () => Math.min(process.constrainedMemory?.() || Number.POSITIVE_INFINITY, totalmem()) / MB

/** Bytes of a Unix socket's path on Linux, of which macOS allows four less. */
const SOCKET_PATH_BYTES = 103

/**
 * Connections go through a Unix socket in the cluster's private folder, which costs a third less CPU for each statement than
 * TCP, unless its path is too long.
 * @param {string} serverUrl @param {string} cluster @param {number} port @param {string} database
 */
function databaseUrl(serverUrl, cluster, port, database) {
  const folder = resolve(cluster)
  const url = `${serverUrl}/${database}`
  const bytes = Buffer.byteLength(join(folder, `.s.PGSQL.${port}`))
  return bytes > SOCKET_PATH_BYTES ? url : `${url}?host=${encodeURIComponent(folder)}`
}

/** Of each process of a role, and to spare (docs/deploying.md#roles). */
const CONNECTIONS = { web: 11, scoring: 9, jobs: 11, spare: 20 }
const MIN_CONNECTIONS = 100
/** Tests run several platforms at a time. */
const TEST_CONNECTIONS = 300

/** @typedef {{ webProcesses: number, scoringProcesses: number }} Clients numbers of processes that will connect */

/** The connections that a platform with so many processes may need. @param {Clients} clients */
export function connectionsFor({ webProcesses, scoringProcesses }) {
  const { web, scoring, jobs, spare } = CONNECTIONS
  return Math.max(MIN_CONNECTIONS, webProcesses * web + scoringProcesses * scoring + jobs + spare)
}

/** @param {{ port: number, durable: boolean, clients: Clients }} options */
function serverArguments({ port, durable, clients }) {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    // In the cluster, where it starts: its user may not be able to name the folders above.
    unix_socket_directories: '.',
    max_connections: durable ? connectionsFor(clients) : TEST_CONNECTIONS,
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

const LEVELS = new Map([
  ['WARNING', 40],
  ['ERROR', 40],
  ['FATAL', 50],
  ['PANIC', 60]
])
const INFO = 30
/** Expected errors: clients while it starts or stops, and refused rows, by which the platform finds taken names. */
const EXPECTED =
  /is (starting up|shutting down|not yet accepting)|administrator command|postmaster exit|violates (unique|foreign key) constraint/

/** @type {import('../processes/logs.mjs').ReadEntry} */
function readLine(line) {
  const [, severity, text] =
    line.match(/\b(LOG|DETAIL|HINT|STATEMENT|WARNING|ERROR|FATAL|PANIC): {2}(.*)/) ?? []
  if (severity === undefined || text === undefined) return null
  return { level: EXPECTED.test(text) ? INFO : (LEVELS.get(severity) ?? INFO), text }
}

/**
 * Creates the application's database on the first start; tries again if Postgres restarts meanwhile.
 * @param {string} serverUrl without a database @param {AbortSignal} [signal] @throws {UserError}
 */
async function ensureDatabase(serverUrl, signal) {
  const { default: pg } = await import('pg')
  const deadline = Date.now() + CREATE_TIMEOUT_MS
  for (;;) {
    const client = new pg.Client({ connectionString: `${serverUrl}/postgres` })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
      if (rowCount === 0) await client.query(`create database ${DATABASE}`)
      return
    } catch (error) {
      if (Date.now() > deadline)
        throw new UserError(`The database could not be created (${errorMessage(error)}).`)
    } finally {
      await client.end().catch(() => {})
    }
    await sleep(CREATE_RETRY_MS, signal)
    signal?.throwIfAborted()
  }
}

/** @param {string} folder of the cluster @param {string} major of the programs @throws {UserError} for another version */
function checkVersion(folder, major) {
  const version = readFileSync(join(folder, 'cluster/PG_VERSION'), 'utf8').trim()
  if (version === major) return
  throw new UserError(
    `The database in ${folder} was made by PostgreSQL ${version}, but this Halyard brings ${major}.`
  )
}

/**
 * Prepares the embedded Postgres in <dataDir>/postgres: cluster/ and password.
 * @param {object} options @param {string} options.dataDir @param {number} options.port
 * @param {boolean} options.durable false for data that may be lost: no fsync
 * @param {Clients} options.clients
 * @param {import('./index.mjs').OpenLog} options.openLog @param {AbortSignal} [options.signal]
 * @returns {Promise<{ url: string, spec: import('../processes/supervisor.mjs').ProcessSpec, finish(): Promise<void> }>}
 *   `finish` creates the database once the server is ready
 * @throws {UserError}
 */
export async function preparePostgres({ dataDir, port, durable, clients, openLog, signal }) {
  const folder = join(dataDir, 'postgres')
  const cluster = join(folder, 'cluster')
  const user = await storeUser(folder)
  const { bin, major } = await postgresBinaries(user)
  ensurePrivateFolder(folder, user)
  const password = readPassword(join(folder, 'password'))
  if (!existsSync(cluster)) {
    const progress = startProgress('Creating the database')
    await createCluster({ folder, cluster, bin, user, durable, signal })
    progress.succeed()
  }
  checkVersion(folder, major)
  ensurePrivateFolder(cluster, user)
  await makeStartable(cluster)
  const serverUrl = `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}`
  const args = ['-D', clusterArgument(cluster, user), ...serverArguments({ port, durable, clients })]
  const log = openLog('postgres', readLine)
  /** @type {import('../processes/supervisor.mjs').ProcessSpec} */
  const spec = {
    name: 'postgres',
    list: 'postgres',
    async spawn() {
      await makeStartable(cluster)
      const child = spawn(join(bin, 'postgres'), args, {
        ...user,
        cwd: cluster,
        env: postgresEnvironment(),
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe']
      })
      log.follow(child)
      return child
    },
    isReady: async () => (await checkPostgres(`${serverUrl}/postgres`)) === null,
    isResponding: () => takesPostgresConnections(port, PROBE_TIMEOUT_MS),
    readyTimeoutMs: READY_TIMEOUT_MS,
    stopSignals: [
      ['SIGINT', 30_000],
      ['SIGQUIT', 10_000],
      ['SIGKILL', 5000]
    ],
    killSignal: 'SIGQUIT',
    lastError: log.lastError,
    logPath: log.path
  }
  return {
    url: databaseUrl(serverUrl, cluster, port, DATABASE),
    spec,
    finish: () => ensureDatabase(serverUrl, signal)
  }
}
