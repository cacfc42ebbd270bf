import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { answersPing } from '../health.mjs'
import { which } from '../processes.mjs'
import { Fault, note, step } from '../say.mjs'
import { installSystemPackage } from '../system-packages.mjs'
import { canRun, ownFolder, storeUser } from './user.mjs'

const PROGRAMS = ['redis-server', 'valkey-server']
const PACKAGES = {
  'apt-get': ['redis-server', 'valkey-server'],
  dnf: ['valkey', 'redis'],
  apk: ['redis', 'valkey'],
  pacman: ['valkey', 'redis'],
  brew: ['redis', 'valkey']
}
const DUMP = 'halyard.rdb'

const findProgram = () => PROGRAMS.map(which).find((path) => path !== null) ?? null

/** The server's program, installed now if need be. */
async function obtainProgram(signal) {
  const found = findProgram()
  if (found) return found
  const progress = step('Installing Redis')
  const byHand = await installSystemPackage(PACKAGES, { onLine: (line) => progress.update(line), signal })
  const installed = findProgram()
  if (installed) {
    progress.done(installed)
    return installed
  }
  progress.failed()
  const how = byHand ? `install it (${byHand})` : 'install it'
  throw new Fault(`Halyard needs a Redis server: ${how}, or set REDIS_URL to one of your own.`)
}

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

/** Redis marks warnings with "#"; the ones about the machine's settings are of no use to an organiser. */
function readLine(line) {
  const match = line.match(/^\d+:[A-Z] .* ([.*#-]) (.*)/)
  if (!match) return null
  const [, mark, text] = match
  const serious = /fatal|error|can't|cannot|failed|crash|denied|already in use|MISCONF/i.test(text)
  const usual = mark !== '#' || !serious || /overcommit|vm\.|transparent|THP/i.test(text)
  return { level: usual ? 30 : 50, text }
}

/**
 * Prepares the embedded Redis with its dump in <dataDir>/redis. What it holds is a projection: a dump that this version
 * cannot read is put aside.
 * @param {object} options
 * @param {string} options.dataDir
 * @param {number} options.port
 * @param {(name: string, read: Function) => object} options.openLog makes the process' log, see logs.mjs
 * @param {AbortSignal} [options.signal]
 * @returns {Promise<{ url: string, plan: import('../supervisor.mjs').Plan }>}
 * @throws {Fault}
 */
export async function prepareRedis({ dataDir, port, openLog, signal }) {
  const program = await obtainProgram(signal)
  const dir = join(dataDir, 'redis')
  const user = await storeUser(dir)
  ownFolder(dir, user)
  const runAs = (await canRun(program, user)) ? user : null
  const password = randomBytes(24).toString('hex')
  const log = openLog('redis', readLine)
  const putUnreadableDumpAside = () => {
    const dump = join(dir, DUMP)
    if (!/rdb|loading the DB/i.test(log.words()) || !existsSync(dump)) return
    renameSync(dump, `${dump}.unreadable`)
    note(
      `redis cannot read its dump; it is kept as ${DUMP}.unreadable and everything is rebuilt from the database.`
    )
  }
  const plan = {
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
    isReady: () => answersPing(port, password),
    readyWithin: 300_000,
    // It refuses to end as long as it cannot write its dump, for which a full disk is enough.
    stopWith: [
      ['SIGTERM', 5000],
      ['SIGKILL', 5000]
    ],
    hurryWith: 'SIGKILL',
    words: log.words,
    logPath: log.path
  }
  return { url: `redis://default:${password}@127.0.0.1:${port}`, plan }
}
