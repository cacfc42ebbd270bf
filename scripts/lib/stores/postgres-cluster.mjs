import { randomBytes } from 'node:crypto'
import {
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync
} from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomic } from '../files/atomic-write.mjs'
import { isAlive, sendSignal, waitForExit } from '../processes/process-table.mjs'
import { lastErrorLine, run } from '../processes/run.mjs'
import { UserError } from '../terminal/errors.mjs'
import { ensurePrivateFolder } from './user.mjs'

export const SUPERUSER = 'halyard'
const STOP_TIMEOUT_MS = 10_000

/**
 * The path of the cluster for Postgres. Its user cannot enter private folders above (a clone in /root), but starts inside
 * the cluster.
 * @param {string} cluster @param {import('./user.mjs').User | null} user null: the launcher's own
 */
export const clusterArgument = (cluster, user) => (user ? '/proc/self/cwd' : cluster)

export const postgresEnvironment = () => ({ PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' })

/** @param {string} file @throws a system error */
export function readPassword(file) {
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  const password = randomBytes(24).toString('hex')
  writeFileAtomic(file, `${password}\n`)
  return password
}

/**
 * Creates the cluster beside its place and moves it there when it is complete.
 * @param {object} options @param {string} options.folder has the file `password`
 * @param {string} options.cluster inside `folder` @param {string} options.bin folder of Postgres' programs
 * @param {import('./user.mjs').User | null} options.user @param {boolean} options.durable false: without fsync
 * @param {AbortSignal} [options.signal] @throws {UserError}
 */
export async function createCluster({ folder, cluster, bin, user, durable, signal }) {
  const draft = `${cluster}.new`
  rmSync(draft, { recursive: true, force: true })
  ensurePrivateFolder(draft, user)
  const args = [
    `--pgdata=${clusterArgument(draft, user)}`,
    `--username=${SUPERUSER}`,
    '--pwfile=../password',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    ...(durable ? [] : ['--no-sync'])
  ]
  ensurePrivateFolder(folder, user)
  const { code, tail } = await run(join(bin, 'initdb'), args, {
    ...user,
    cwd: draft,
    env: postgresEnvironment(),
    signal
  })
  if (code !== 0) {
    const fault = tail.map((line) => line.match(/\b(?:error|FATAL): +(.+)/)?.[1]).find(Boolean)
    throw new UserError(`The database could not be created in ${folder} (${fault ?? lastErrorLine(tail)}).`)
  }
  renameSync(draft, cluster)
}

/** Whether a process serves this cluster; without /proc, Postgres checks. @param {number} pid @param {string} cluster */
function servesCluster(pid, cluster) {
  try {
    if (readFileSync(`/proc/${pid}/comm`, 'utf8').trim() !== 'postgres') return false
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
  } catch {
    return !existsSync('/proc/self')
  }
}

const NOBODY = 2_147_483_647

/**
 * Puts an impossible pid into a pid file. The other lines stay: by them Postgres finds processes that still share the
 * cluster's memory, and refuses to start beside them.
 * @param {string} file
 */
function disown(file) {
  const [, ...rest] = readFileSync(file, 'utf8').split('\n')
  writeFileSync(file, [NOBODY, ...rest].join('\n'))
}

/** Processes that an ended server left, which end by themselves; none without /proc. @param {string} cluster */
function leftovers(cluster) {
  if (!existsSync('/proc/self')) return []
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger)
  return pids.filter((pid) => servesCluster(pid, cluster) && isAlive(pid))
}

/** Removes sockets of an ended server, whose lock files may name the pid of another program now. @param {string} cluster */
function removeSockets(cluster) {
  const names = readdirSync(cluster).filter((name) => name.startsWith('.s.PGSQL.'))
  for (const name of names) rmSync(join(cluster, name), { force: true })
}

/**
 * Makes a start possible. Stops the Postgres of a killed launcher, and disowns a pid file whose process is a zombie or
 * another program, which Postgres would take for a running server.
 * @param {string} cluster
 */
export async function makeStartable(cluster) {
  await stopOrphan(cluster)
  removeSockets(cluster)
}

/** @param {string} cluster */
async function stopOrphan(cluster) {
  const file = join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
  if (!Number.isInteger(pid)) return
  if (isAlive(pid) && servesCluster(pid, cluster)) {
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGQUIT', 'SIGKILL'])) {
      sendSignal(pid, signal)
      if (await waitForExit([pid], STOP_TIMEOUT_MS)) break
    }
  }
  const left = leftovers(cluster)
  if (!(await waitForExit(left, STOP_TIMEOUT_MS))) {
    for (const one of left) sendSignal(one, 'SIGKILL')
    await waitForExit(left, STOP_TIMEOUT_MS)
  }
  if (existsSync(file)) disown(file)
}
