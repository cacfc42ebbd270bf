import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { installSystemPackage } from '../install/system-packages.mjs'
import { isRedisReady } from '../processes/readiness.mjs'
import { which } from '../processes/run.mjs'
import { UserError } from '../terminal/errors.mjs'
import { printStatus, startProgress } from '../terminal/output.mjs'
import { canRun, ensurePrivateFolder, storeUser } from './user.mjs'

const PROGRAMS = ['redis-server', 'valkey-server']
const PACKAGES = {
  'apt-get': ['redis-server', 'valkey-server'],
  dnf: ['valkey', 'redis'],
  apk: ['redis', 'valkey'],
  pacman: ['valkey', 'redis'],
  brew: ['redis', 'valkey']
}
const DUMP = 'halyard.rdb'
/** Loading a large dump may take minutes. */
const READY_TIMEOUT_MS = 300_000
/** A working server replies within milliseconds; a short timeout finds a hung one sooner. */
const PROBE_TIMEOUT_MS = 1000

const findProgram = () => PROGRAMS.map(which).find((path) => path !== null) ?? null

/** @param {AbortSignal} [signal] @returns {Promise<string>} its path @throws {UserError} when it cannot be installed */
async function obtainProgram(signal) {
  const found = findProgram()
  if (found) return found
  const progress = startProgress('Installing Redis')
  const manualCommand = await installSystemPackage(PACKAGES, {
    onLine: (line) => progress.update(line),
    signal
  })
  const installed = findProgram()
  if (installed) {
    progress.succeed(installed)
    return installed
  }
  progress.fail()
  const how = manualCommand ? `install it (${manualCommand})` : 'install it'
  throw new UserError(`Halyard needs a Redis server: ${how}, or set REDIS_URL to one of your own.`)
}

/** @param {number} port @param {string} password */
const configuration = (port, password) => `
bind 127.0.0.1
port ${port}
requirepass ${password}
daemonize no
dir .
dbfilename ${DUMP}
save 900 1 300 100 60 10000
appendonly no
stop-writes-on-bgsave-error no
tcp-backlog 128
loglevel notice
logfile ""
`

const SERIOUS = /fatal|error|can't|cannot|failed|crash|denied|already in use|MISCONF/i
/** An organiser can do nothing about warnings of the machine's settings. */
const ABOUT_THE_MACHINE = /overcommit|vm\.|transparent|THP/i

/** @type {import('../processes/logs.mjs').ReadEntry} */
function readLine(line) {
  const [, mark, text] = line.match(/^\d+:[A-Z] .* ([.*#-]) (.*)/) ?? []
  if (text === undefined) return null
  const isError = mark === '#' && SERIOUS.test(text) && !ABOUT_THE_MACHINE.test(text)
  return { level: isError ? 50 : 30, text }
}

/**
 * Prepares the embedded Redis in <dataDir>/redis. A dump that this version cannot read is set aside, because Redis is a
 * projection.
 * @param {object} options @param {string} options.dataDir @param {number} options.port
 * @param {import('./index.mjs').OpenLog} options.openLog @param {AbortSignal} [options.signal]
 * @returns {Promise<{ url: string, spec: import('../processes/supervisor.mjs').ProcessSpec }>} @throws {UserError}
 */
export async function prepareRedis({ dataDir, port, openLog, signal }) {
  const program = await obtainProgram(signal)
  const dir = join(dataDir, 'redis')
  const user = await storeUser(dir)
  ensurePrivateFolder(dir, user)
  const runAs = (await canRun(program, user)) ? user : null
  const password = randomBytes(24).toString('hex')
  const log = openLog('redis', readLine)
  const putUnreadableDumpAside = () => {
    const dump = join(dir, DUMP)
    if (!/rdb|loading the DB/i.test(log.lastError()) || !existsSync(dump)) return
    renameSync(dump, `${dump}.unreadable`)
    printStatus(
      `redis cannot read its dump; it is kept as ${DUMP}.unreadable and everything is rebuilt from the database.`
    )
  }
  /** @type {import('../processes/supervisor.mjs').ProcessSpec} */
  const spec = {
    name: 'redis',
    list: 'redis',
    async spawn() {
      putUnreadableDumpAside()
      const child = spawn(program, ['-'], {
        ...runAs,
        cwd: dir,
        detached: true,
        stdio: ['pipe', 'pipe', 'pipe']
      })
      child.stdin.on('error', () => {})
      child.stdin.end(configuration(port, password))
      log.follow(child)
      return child
    },
    isReady: () => isRedisReady(port, password),
    isResponding: () => isRedisReady(port, password, PROBE_TIMEOUT_MS),
    readyTimeoutMs: READY_TIMEOUT_MS,
    // It ignores the first signal while it cannot write its dump, as on a full disk.
    stopSignals: [
      ['SIGTERM', 5000],
      ['SIGKILL', 5000]
    ],
    killSignal: 'SIGKILL',
    lastError: log.lastError,
    logPath: log.path
  }
  return { url: `redis://default:${password}@127.0.0.1:${port}`, spec }
}
