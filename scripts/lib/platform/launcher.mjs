import { once } from 'node:events'
import { existsSync, watch } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { tryLock } from '../files/lock.mjs'
import { prepareCheckout } from '../install/prepare.mjs'
import { inRoot } from '../paths.mjs'
import { claimPort, freePort } from '../processes/ports.mjs'
import { SupervisedProcess } from '../processes/supervisor.mjs'
import { unwatchProcess, watchProcess } from '../processes/watchdog.mjs'
import { startStores } from '../stores/index.mjs'
import { describeError, UserError } from '../terminal/errors.mjs'
import { print, printStatus } from '../terminal/output.mjs'
import { handleShutdownSignals } from '../terminal/shutdown.mjs'
import { createHandover } from './handover.mjs'
import { migrate, programEnvironment, programSpec, spawnProgram } from './programs.mjs'
import { readRole, refuseOptions, roleEnvironment, runRole } from './role.mjs'
import { removeRunFile, stopOrphans, writeRunFile } from './run-file.mjs'
import { prepareDataFolder, readOwnSettings } from './settings.mjs'

/** @typedef {import('./programs.mjs').ServiceName} ServiceName */

const LOCAL = '127.0.0.1'
/** @type {readonly ServiceName[]} */
const SERVICES = ['web', 'scoring', 'jobs']
/** Each is stopped after the one before has ended. */
const STOP_ORDER = [...SERVICES, 'redis', 'postgres']
const DRAIN_MS = { web: 20_000, scoring: 15_000, jobs: 15_000 }
const DEMO_STOP_MS = 3000
/** How long the port may stay taken after its owner was stopped. */
const ORPHANS_MS = 5000
/** In development: folders whose changes restart a process. Vite reloads pages and islands. */
const WATCHED_FOLDERS = {
  server: ['web', 'scoring', 'jobs'],
  scoring: ['web', 'scoring', 'jobs'],
  jobs: ['jobs'],
  locales: ['web', 'jobs']
}
/** Files that are saved together cause one restart. */
const RESTART_DEBOUNCE_MS = 200

/** An address at which this machine reaches the web process. @param {string | null} host */
const localAddress = (host) => (host === null || host === '0.0.0.0' || host === '::' ? LOCAL : host)

/** `scoring` for `scoring-2`. @param {string} label of a process */
const serviceOf = (label) => label.replace(/-\d+$/, '')

/** @typedef {{ demo: boolean, dev: boolean, resetAdmin: boolean }} LaunchOptions */

/** @param {string[]} argv @throws {UserError} for an unknown option */
function readArguments(argv) {
  const unknown = argv.filter((word) => !['--demo', '--dev', '--reset-admin'].includes(word))
  if (unknown.length > 0)
    throw new UserError(`Unknown option ${unknown[0]}; there are --demo, --dev and --reset-admin.`)
  return {
    demo: argv.includes('--demo'),
    dev: argv.includes('--dev'),
    resetAdmin: argv.includes('--reset-admin')
  }
}

/** @param {string} dataDir @throws {UserError} when another platform runs on it */
async function lockDataFolder(dataDir) {
  const lock = await tryLock(join(dataDir, 'launcher.lock'))
  if ('owner' in lock) throw new UserError(`Halyard already runs on ${dataDir} (process ${lock.owner.pid}).`)
  return lock
}

class Platform {
  /** @type {SupervisedProcess[]} */
  #children = []
  /** @type {import('./run-file.mjs').RunState} */
  #state = { ready: false, url: null, env: {} }
  /** @type {import('node:child_process').ChildProcess | null} */
  #demo = null
  #killed = false
  #settings
  #options

  /** @param {import('./settings.mjs').Settings} settings @param {LaunchOptions & { signal: AbortSignal }} options */
  constructor(settings, options) {
    this.#settings = settings
    this.#options = options
  }

  #saveState = () => {
    const { dataDir } = this.#settings
    try {
      writeRunFile(dataDir, { ...this.#state, children: this.#children })
    } catch (error) {
      printStatus(`${dataDir}/run.json cannot be written (${describeError(error)}).`)
    }
  }

  /** Resolves when all processes are ready. @param {number} port of the platform @returns {Promise<string>} its address */
  async start(port) {
    const { dev, resetAdmin, signal } = this.#options
    const stores = await startStores({
      ...this.#settings,
      signal,
      onChild: (child) => this.#children.push(child),
      onPidChange: this.#saveState
    })
    const scoringPorts = []
    for (let n = 0; n < this.#settings.scoringProcesses; n++) scoringPorts.push(await freePort(LOCAL))
    const jobsPort = await freePort(LOCAL)
    const env = programEnvironment(this.#settings, { ...stores, port, scoringPorts, jobsPort, dev })
    await migrate(env, { dev, resetAdmin, signal })
    const url = `http://localhost:${port}`
    this.#state = { ready: false, url, env }
    signal.throwIfAborted()
    await this.#startServices(env, { web: [port], scoring: scoringPorts, jobs: [jobsPort] })
    this.#state.ready = true
    this.#saveState()
    return url
  }

  /**
   * @param {import('./programs.mjs').ProgramEnvironment} env
   * @param {Record<ServiceName, number[]>} ports of their probes, one for each process
   */
  async #startServices(env, ports) {
    const { dev } = this.#options
    const handover = createHandover()
    const services = SERVICES.flatMap((name) =>
      ports[name].map((port, n) => {
        const own = name === 'scoring' ? { ...env, SCORING_PORT: String(port) } : env
        const spec = programSpec(name, own, {
          label: n === 0 ? name : `${name}-${n + 1}`,
          port,
          host: name === 'web' ? localAddress(this.#settings.host) : LOCAL,
          dev,
          drainMs: DRAIN_MS[name],
          onChild: (child) => (name === 'jobs' ? undefined : handover[name](child, port))
        })
        return new SupervisedProcess(spec, this.#saveState)
      })
    )
    this.#children.push(...services)
    await Promise.all(services.map((child) => child.started))
  }

  startDemo() {
    const env = { ...this.#state.env, HALYARD_URL: this.#state.url ?? '' }
    const child = spawnProgram('event', ['demo'], env, this.#options.dev)
    watchProcess('app', child.pid)
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', (line) => printStatus(`[demo] ${line}`))
    }
    child.on('error', (error) => printStatus(`[demo] ${error.message}`))
    child.on('exit', (code) => {
      unwatchProcess('app', child.pid)
      this.#demo = null
      if (code && !this.#options.signal.aborted) printStatus(`The demo ended early (exit code ${code}).`)
    })
    this.#demo = child
  }

  watchSources() {
    /** @type {Set<string>} */
    const due = new Set()
    /** @type {NodeJS.Timeout | undefined} */
    let timer
    const restart = () => {
      for (const child of this.#children) if (due.has(serviceOf(child.name))) child.restart()
      printStatus(`Sources changed; restarting ${[...due].join(', ')}.`)
      due.clear()
    }
    for (const [folder, names] of Object.entries(WATCHED_FOLDERS)) {
      if (!existsSync(inRoot(folder))) continue
      watch(inRoot(folder), { recursive: true }, (_event, file) => {
        if (!file || /\.test\.tsx?$|~$|\.sw.$/.test(file)) return
        for (const name of names) due.add(name)
        clearTimeout(timer)
        timer = setTimeout(restart, RESTART_DEBOUNCE_MS)
      })
    }
  }

  async #stopDemo() {
    const demo = this.#demo
    if (!demo) return
    const gone = once(demo, 'exit')
    demo.kill('SIGTERM')
    const timer = setTimeout(() => demo.kill('SIGKILL'), DEMO_STOP_MS)
    await gone
    clearTimeout(timer)
  }

  async stop() {
    await this.#stopDemo()
    for (const name of STOP_ORDER) {
      await Promise.all(
        this.#children.filter((child) => serviceOf(child.name) === name).map((child) => child.stop())
      )
    }
    removeRunFile(this.#settings.dataDir)
  }

  kill() {
    if (!this.#killed) printStatus('Stopping at once.')
    this.#killed = true
    this.#demo?.kill('SIGKILL')
    for (const child of this.#children) child.kill()
  }
}

/**
 * `npm start -- --role web`: one process, on existing stores. Resolves when it has ended.
 * @param {Exclude<import('./role.mjs').Role, 'all'>} role @param {string[]} argv @returns {Promise<number>} exit code
 */
async function launchRole(role, argv) {
  refuseOptions(role, argv)
  roleEnvironment(role, process.env)
  await prepareCheckout({ build: 'stale' })
  await runRole(role)
  // A service ends this process itself, after a signal.
  return role === 'migrate' ? 0 : new Promise(() => {})
}

/** `npm start`: from a fresh clone to a running platform. @param {string[]} argv @returns {Promise<number>} exit code */
export async function launch(argv) {
  const { role, rest } = readRole(argv, process.env)
  if (role !== 'all') return launchRole(role, rest)
  const options = readArguments(rest)
  const settings = readOwnSettings()
  /** @type {Platform | null} */
  let platform = null
  const { signal, requested } = handleShutdownSignals(() => platform?.kill())
  prepareDataFolder(settings.dataDir)
  const lock = await lockDataFolder(settings.dataDir)
  try {
    // First, because they may have the port.
    const hadOrphans = await stopOrphans(settings.dataDir)
    const port = await claimPort(settings.port, settings.host, hadOrphans ? ORPHANS_MS : 0)
    await prepareCheckout({ build: options.dev ? 'never' : 'stale', signal })
    platform = new Platform(settings, { ...options, signal })
    const url = await Promise.race([platform.start(port), requested])
    signal.throwIfAborted()
    print(`Halyard is ready at ${url}`)
    if (options.demo) platform.startDemo()
    if (options.dev) platform.watchSources()
    await requested
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    await platform?.stop()
    lock.release()
  }
  return 0
}
