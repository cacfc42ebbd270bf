import { once } from 'node:events'
import { existsSync, watch } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createHandover } from './handover.mjs'
import { tryLock } from './lock.mjs'
import { inRoot } from './paths.mjs'
import { claimPort, freePort } from './ports.mjs'
import { checkpoint } from './processes.mjs'
import { environmentFor, migrate, programPlan, runBeside } from './programs.mjs'
import { removeRunFile, stopLeftovers, writeRunFile } from './run-file.mjs'
import { Fault, note, print, reason } from './say.mjs'
import { prepareDataFolder, readSettings } from './settings.mjs'
import { setup } from './setup.mjs'
import { listenForStop } from './stopper.mjs'
import { startStores } from './stores/index.mjs'
import { Supervised } from './supervisor.mjs'
import { guard, release } from './watchdog.mjs'

const LOCAL = '127.0.0.1'
/** Children are stopped in this order, each after the one before is gone. */
const STOP_ORDER = ['web', 'scoring', 'jobs', 'redis', 'postgres']
const DRAIN_MS = { web: 20_000, scoring: 15_000, jobs: 15_000 }
/** In development: the folders whose changes restart a process. Pages and islands are reloaded by Vite. */
const WATCHED = {
  server: ['web', 'scoring', 'jobs'],
  scoring: ['web', 'scoring', 'jobs'],
  jobs: ['jobs'],
  locales: ['web', 'jobs']
}

/** An address the web process answers at from here. */
const reachable = (host) => (host === null || host === '0.0.0.0' || host === '::' ? LOCAL : host)

function readArguments(argv) {
  const unknown = argv.filter((word) => !['--demo', '--dev', '--reset-admin'].includes(word))
  if (unknown.length > 0)
    throw new Fault(`Unknown option ${unknown[0]}; there are --demo, --dev and --reset-admin.`)
  return {
    demo: argv.includes('--demo'),
    dev: argv.includes('--dev'),
    resetAdmin: argv.includes('--reset-admin')
  }
}

/** The one launcher of a data folder. */
async function lockData(dataDir) {
  const lock = await tryLock(join(dataDir, 'launcher.lock'))
  if ('owner' in lock) throw new Fault(`Halyard already runs on ${dataDir} (process ${lock.owner.pid}).`)
  return lock
}

/** A platform from its first child to its last. */
class Platform {
  constructor(settings, { demo, dev, resetAdmin, signal }) {
    Object.assign(this, { settings, demo, dev, resetAdmin, signal })
    this.children = []
    this.run = { ready: false, url: null, env: {} }
    this.hurried = false
  }

  keepRunFile = () => {
    try {
      writeRunFile(this.settings.dataDir, { ...this.run, children: this.children })
    } catch (error) {
      note(`${this.settings.dataDir}/run.json cannot be written (${reason(error)}).`)
    }
  }

  /** Starts everything in order. */
  async start(port) {
    const { settings, dev, resetAdmin, signal } = this
    const stores = await startStores({
      ...settings,
      signal,
      onChild: (child) => this.children.push(child),
      onChange: this.keepRunFile
    })
    const [scoringPort, jobsPort] = [await freePort(LOCAL), await freePort(LOCAL)]
    const env = environmentFor(settings, { ...stores, port, scoringPort, jobsPort, dev })
    await migrate(env, { dev, resetAdmin, signal })
    this.run = { ready: false, url: `http://localhost:${port}`, env }
    checkpoint(signal)
    const ports = { web: port, scoring: scoringPort, jobs: jobsPort }
    const handover = createHandover()
    const programs = Object.entries(ports).map(([name, healthPort]) => {
      const host = name === 'web' ? reachable(settings.host) : LOCAL
      const onChild = (child) => handover[name]?.(child)
      const plan = programPlan(name, env, { port: healthPort, host, dev, drainMs: DRAIN_MS[name], onChild })
      return new Supervised(plan, this.keepRunFile)
    })
    this.children.push(...programs)
    await Promise.all(programs.map((child) => child.started))
    this.run.ready = true
    this.keepRunFile()
  }

  /** Plays the bundled game against the running platform. */
  startDemo() {
    const child = runBeside('event', ['demo'], { ...this.run.env, HALYARD_URL: this.run.url }, this.dev)
    guard('app', child.pid)
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => note(`[demo] ${line}`))
    }
    child.on('error', (error) => note(`[demo] ${error.message}`))
    child.on('exit', (code) => {
      release('app', child.pid)
      this.demoChild = null
      if (code && !this.signal.aborted) note(`The demo ended early (exit code ${code}).`)
    })
    this.demoChild = child
  }

  /** Restarts processes when their sources change. */
  watchSources() {
    const due = new Set()
    let timer
    const restart = () => {
      for (const child of this.children) {
        if (due.has(child.name)) child.restart()
      }
      note(`Sources changed; restarting ${[...due].join(', ')}.`)
      due.clear()
    }
    for (const [folder, names] of Object.entries(WATCHED)) {
      if (!existsSync(inRoot(folder))) continue
      watch(inRoot(folder), { recursive: true }, (_event, file) => {
        if (!file || /\.test\.tsx?$|~$|\.sw.$/.test(file)) return
        for (const name of names) due.add(name)
        clearTimeout(timer)
        timer = setTimeout(restart, 200)
      })
    }
  }

  /** Stops everything in order. */
  async stop() {
    if (this.demoChild) {
      const gone = once(this.demoChild, 'exit')
      this.demoChild.kill('SIGTERM')
      const timer = setTimeout(() => this.demoChild?.kill('SIGKILL'), 3000)
      await gone
      clearTimeout(timer)
    }
    for (const name of STOP_ORDER) {
      await Promise.all(this.children.filter((child) => child.name === name).map((child) => child.stop()))
    }
    removeRunFile(this.settings.dataDir)
  }

  /** Stops at once what has not stopped yet. */
  hurry() {
    if (!this.hurried) note('Stopping at once.')
    this.hurried = true
    this.demoChild?.kill('SIGKILL')
    for (const child of this.children) child.hurry()
  }
}

/**
 * `npm start`: from a fresh clone to a running platform, until somebody stops it.
 * @param {string[]} argv
 * @returns {Promise<number>} exit code
 */
export async function launch(argv) {
  const options = readArguments(argv)
  const settings = readSettings(process.env)
  let platform = null
  const { signal, asked } = listenForStop(() => platform?.hurry())
  prepareDataFolder(settings.dataDir)
  const lock = await lockData(settings.dataDir)
  try {
    const port = await claimPort(settings.port, settings.host)
    await setup({ build: options.dev ? 'never' : 'stale', signal })
    await stopLeftovers(settings.dataDir)
    platform = new Platform(settings, { ...options, signal })
    await Promise.race([platform.start(port), asked])
    checkpoint(signal)
    print(`Halyard is ready at ${platform.run.url}`)
    if (options.demo) platform.startDemo()
    if (options.dev) platform.watchSources()
    await asked
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    await platform?.stop()
    lock.release()
  }
  return 0
}
