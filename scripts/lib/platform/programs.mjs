import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROGRAMS } from '../build/programs.mjs'
import { writeFileAtomic } from '../files/atomic-write.mjs'
import { asObject, parseJsonObject } from '../files/json.mjs'
import { inRoot } from '../paths.mjs'
import { openLog, processLog, readEntry } from '../processes/logs.mjs'
import { isHttpHealthy } from '../processes/readiness.mjs'
import { lastErrorLine, run } from '../processes/run.mjs'
import { describeError, UserError } from '../terminal/errors.mjs'
import { print, startProgress } from '../terminal/output.mjs'

/** @typedef {import('../build/programs.mjs').ProgramName} ProgramName */
/** @typedef {'web' | 'scoring' | 'jobs'} ServiceName the programs that run as long as the platform does */

const READY_TIMEOUT_MS = 90_000

/** A small young generation saves 30 MB, and jobs need not be fast. */
const SMALL_YOUNG_GENERATION = '--max-semi-space-size=2'

/** @param {ProgramName} program @param {boolean} dev */
function nodeArguments(program, dev) {
  if (dev) return ['--import', 'tsx', inRoot(PROGRAMS[program])]
  return [...(program === 'jobs' ? [SMALL_YOUNG_GENERATION] : []), inRoot(`build/${program}.js`)]
}

/**
 * HALYARD_SECRET encrypts data at rest. It is generated once and kept in the data folder.
 * @param {string} dataDir @returns {string} 64 hexadecimal digits
 * @throws {UserError} when the file cannot be read or has another content
 */
export function readSecret(dataDir) {
  const path = join(dataDir, 'secret')
  let secret
  try {
    if (!existsSync(path)) writeFileAtomic(path, `${randomBytes(32).toString('hex')}\n`)
    secret = readFileSync(path, 'utf8').trim().toLowerCase()
  } catch (error) {
    throw new UserError(`${path} cannot be read (${describeError(error)}).`)
  }
  if (!/^[0-9a-f]{64}$/.test(secret)) throw new UserError(`${path} must hold 64 hexadecimal digits.`)
  return secret
}

/**
 * The environment of our programs, beside the person's own. An empty value means: not set.
 * @param {import('./settings.mjs').Settings} settings
 * @param {{ databaseUrl: string, redisUrl: string, port: number, scoringPorts: number[], jobsPort: number, dev: boolean }} instance
 *   `scoringPorts`: one for each scoring process
 * @throws {UserError} when the secret cannot be read
 */
export function programEnvironment(settings, { databaseUrl, redisUrl, port, scoringPorts, jobsPort, dev }) {
  return {
    NODE_ENV: dev ? 'development' : 'production',
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    HOST: settings.host ?? '',
    PORT: String(port),
    SCORING_PORT: String(scoringPorts[0]),
    SCORING_URL: scoringPorts.map((scoringPort) => `http://127.0.0.1:${scoringPort}`).join(','),
    JOBS_PORT: String(jobsPort),
    HALYARD_DATA: settings.dataDir,
    HALYARD_SECRET: settings.secret ?? readSecret(settings.dataDir),
    HALYARD_ADMIN_PASSWORD: settings.adminPassword ?? '',
    HALYARD_RATE_LIMITS: settings.rateLimits,
    WEB_PROCESSES: String(settings.webProcesses),
    SOCKET_HANDOVER: 'on',
    PUBLIC_URL: settings.publicUrl ?? ''
  }
}

/** @typedef {ReturnType<typeof programEnvironment>} ProgramEnvironment */

/** @param {Record<string, string>} env an empty value removes the variable @returns {NodeJS.ProcessEnv} */
export function childEnvironment(env) {
  const whole = { ...process.env, ...env }
  for (const [name, value] of Object.entries(env)) if (value === '') delete whole[name]
  return whole
}

/**
 * Brings the database up to date and fills it on the first start. Prints a generated password as soon as it is valid,
 * because a later start cannot print it.
 * @param {ProgramEnvironment} env
 * @param {{ dev: boolean, resetAdmin?: boolean, signal?: AbortSignal }} options `resetAdmin`: an administrator gets a new
 *   password
 * @throws {UserError}
 */
export async function migrate(env, { dev, resetAdmin = false, signal }) {
  const progress = startProgress('Preparing the database')
  const log = openLog(join(env.HALYARD_DATA, 'logs', 'migrate.log'))
  let fault = ''
  const args = [...nodeArguments('migrate', dev), ...(resetAdmin ? ['--reset-admin'] : [])]
  const { code, tail } = await run(process.execPath, args, {
    cwd: inRoot(),
    env: childEnvironment(env),
    signal,
    onLine(line, stream) {
      if (stream === 'stdout' && line.startsWith('{')) {
        const admin = asObject(parseJsonObject(line)?.admin)
        if (admin) return print(`Administrator: ${admin.userName} / ${admin.password}`)
        fault = readEntry(line)?.text ?? fault
      }
      log.write(line)
      progress.update(line)
    }
  })
  if (code !== 0) {
    progress.fail()
    const words = fault || lastErrorLine(tail)
    throw new UserError(`The database could not be brought up to date (${words}); see ${log.path}.`)
  }
  progress.succeed()
}

/**
 * A service to supervise, with an IPC channel; it ends when the channel closes.
 * @param {ServiceName} name @param {ProgramEnvironment} env @param {object} options
 * @param {string} options.label its own name among several of the service
 * @param {number} options.port of its probes @param {string} options.host of its probes
 * @param {boolean} options.dev @param {number} options.drainMs how long it may take to stop
 * @param {(child: import('node:child_process').ChildProcess) => void} options.onChild called with each new process
 * @returns {import('../processes/supervisor.mjs').ProcessSpec} @throws {UserError} when its log cannot be written
 */
export function programSpec(name, env, { label, port, host, dev, drainMs, onChild }) {
  const log = processLog(env.HALYARD_DATA, label)
  const program = name === 'web' && Number(env.WEB_PROCESSES) > 1 && !dev ? 'workers' : name
  return {
    name: label,
    list: 'app',
    async spawn() {
      const child = spawnProgram(program, [], env, dev)
      log.follow(child)
      onChild(child)
      return child
    },
    // Not /healthz: web works without Redis, so it is ready while that is away.
    isReady: () => isHttpHealthy(port, host, '/livez'),
    readyTimeoutMs: READY_TIMEOUT_MS,
    stopSignals: [
      ['SIGTERM', drainMs],
      ['SIGKILL', 5000]
    ],
    killSignal: 'SIGKILL',
    lastError: log.lastError,
    logPath: log.path
  }
}

/**
 * Starts a program with pipes for its output and an IPC channel.
 * @param {ProgramName} program @param {readonly string[]} args @param {Record<string, string>} env @param {boolean} dev
 */
export function spawnProgram(program, args, env, dev) {
  return spawn(process.execPath, [...nodeArguments(program, dev), ...args], {
    cwd: inRoot(),
    env: childEnvironment(env),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc']
  })
}
