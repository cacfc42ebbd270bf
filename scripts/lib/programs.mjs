import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROGRAMS } from './build.mjs'
import { answersHealthz } from './health.mjs'
import { openLog, processLog, readEntry } from './logs.mjs'
import { inRoot } from './paths.mjs'
import { lastWords, run } from './processes.mjs'
import { Fault, print, reason, step } from './say.mjs'
import { writeWhole } from './whole-file.mjs'

const READY_WITHIN_MS = 90_000

/** A page leaves megabytes behind that are garbage at once: room for them takes a fifth off the cost of a board. */
const ROOM = ['--max-semi-space-size=32']
/** Workers of web start with the arguments of what starts them. */
const ARGUMENTS = { web: ROOM, workers: ROOM }

/** Node's arguments for one of our programs: built, or from its source in development. */
const argumentsFor = (program, dev) =>
  dev
    ? ['--import', 'tsx', inRoot(PROGRAMS[program])]
    : ['--enable-source-maps', ...(ARGUMENTS[program] ?? []), inRoot(`build/${program}.js`)]

/**
 * HALYARD_SECRET: what encrypts at rest. Made once, kept in the data folder.
 * @throws {Fault} when the file holds something else
 */
export function secretIn(dataDir) {
  const path = join(dataDir, 'secret')
  let secret
  try {
    if (!existsSync(path)) writeWhole(path, `${randomBytes(32).toString('hex')}\n`)
    secret = readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new Fault(`${path} cannot be read (${reason(error)}).`)
  }
  if (!/^[0-9a-f]{64}$/i.test(secret)) throw new Fault(`${path} must hold 64 hexadecimal digits.`)
  return secret
}

/**
 * What every program of ours is told, beside the person's own environment.
 * @returns {Record<string, string>}
 */
export function environmentFor(settings, { databaseUrl, redisUrl, port, scoringPort, jobsPort, dev }) {
  return {
    NODE_ENV: dev ? 'development' : 'production',
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    HOST: settings.host ?? '',
    PORT: String(port),
    SCORING_PORT: String(scoringPort),
    JOBS_PORT: String(jobsPort),
    HALYARD_DATA: settings.dataDir,
    HALYARD_SECRET: settings.secret ?? secretIn(settings.dataDir),
    HALYARD_ADMIN_PASSWORD: settings.adminPassword ?? '',
    HALYARD_RATE_LIMITS: settings.rateLimits,
    WEB_PROCESSES: String(settings.webProcesses),
    SOCKET_HANDOVER: 'on',
    PUBLIC_URL: settings.publicUrl ?? ''
  }
}

/** A program's whole environment. An empty setting of ours is one that is not there. */
export function wholeEnvironment(env) {
  const whole = { ...process.env, ...env }
  for (const [name, value] of Object.entries(env)) if (value === '') delete whole[name]
  return whole
}

/**
 * Brings the database up to date and fills it on the first start; `resetAdmin` gives an administrator a new password. A
 * generated one is printed as soon as it is valid: whatever goes wrong afterwards, no later start could tell it.
 * @throws {Fault}
 */
export async function migrate(env, { dev, resetAdmin = false, signal }) {
  const progress = step('Preparing the database')
  const log = openLog(join(env.HALYARD_DATA, 'logs', 'migrate.log'))
  let fault = ''
  const args = [...argumentsFor('migrate', dev), ...(resetAdmin ? ['--reset-admin'] : [])]
  const { code, tail } = await run(process.execPath, args, {
    cwd: inRoot(),
    env: wholeEnvironment(env),
    signal,
    onLine(line, stream) {
      if (stream === 'stdout' && line.startsWith('{')) {
        const { admin } = JSON.parse(line)
        if (admin) return print(`Administrator: ${admin.userName} / ${admin.password}`)
        fault = readEntry(line)?.text ?? fault
      }
      log.write(line)
      progress.update(line)
    }
  })
  if (code !== 0) {
    progress.failed()
    const words = fault || lastWords(tail)
    throw new Fault(`The database could not be brought up to date (${words}); see ${log.path}.`)
  }
  progress.done()
}

/**
 * How one of our processes is run and kept alive. It gets an IPC channel, and ends when that closes.
 * @param {'web' | 'scoring' | 'jobs'} name
 * @param {Record<string, string>} env
 * @param {{ port: number, host: string, dev: boolean, drainMs: number,
 *   onChild: (child: import('node:child_process').ChildProcess) => void }} options where /healthz is answered, how long it
 *   may drain, and who is told of each process that is begun
 * @returns {import('./supervisor.mjs').Plan}
 */
export function programPlan(name, env, { port, host, dev, drainMs, onChild }) {
  const log = processLog(env.HALYARD_DATA, name)
  const program = name === 'web' && Number(env.WEB_PROCESSES) > 1 && !dev ? 'workers' : name
  return {
    name,
    list: 'app',
    async spawn() {
      const child = spawn(process.execPath, argumentsFor(program, dev), {
        cwd: inRoot(),
        env: wholeEnvironment(env),
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe', 'ipc']
      })
      log.follow(child)
      onChild(child)
      return child
    },
    isReady: () => answersHealthz(port, host),
    readyWithin: READY_WITHIN_MS,
    stopWith: [
      ['SIGTERM', drainMs],
      ['SIGKILL', 5000]
    ],
    hurryWith: 'SIGKILL',
    words: log.words,
    logPath: log.path
  }
}

/** Starts a program that runs once beside the platform; its words go to the terminal. */
export function runBeside(program, args, env, dev) {
  return spawn(process.execPath, [...argumentsFor(program, dev), ...args], {
    cwd: inRoot(),
    env: wholeEnvironment(env),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc']
  })
}
