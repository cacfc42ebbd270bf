import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { obtainChromium } from './chromium.mjs'
import { checkpoint } from './processes.mjs'
import { Fault, note, print } from './say.mjs'
import { setup } from './setup.mjs'
import { listenForStop } from './stopper.mjs'
import { startStores } from './stores/index.mjs'
import { hasTests, PROJECTS, runProject } from './vitest.mjs'

/** `--project NAME` (several times) and filters for vitest. */
function readArguments(argv) {
  const projects = []
  const filters = []
  for (let i = 0; i < argv.length; i++) {
    if (argv[i] === '--project') projects.push(argv[++i])
    else if (argv[i].startsWith('--project=')) projects.push(argv[i].slice('--project='.length))
    else filters.push(argv[i])
  }
  const unknown = projects.find((name) => !(name in PROJECTS))
  if (unknown !== undefined) {
    throw new Fault(`There is no test project ${unknown}; there are ${Object.keys(PROJECTS).join(', ')}.`)
  }
  return { projects: projects.length > 0 ? projects : projectsOf(filters), filters }
}

/** The projects that paths given without `--project` belong to; all of them for anything else. */
function projectsOf(filters) {
  const all = Object.keys(PROJECTS)
  const paths = filters.filter((word) => !word.startsWith('-')).map((word) => word.replace(/^\.\//, ''))
  const owners = paths.map((path) =>
    all.find((name) => PROJECTS[name].folders.some((f) => `${path}/`.startsWith(`${f}/`)))
  )
  return paths.length > 0 && owners.every(Boolean) ? all.filter((name) => owners.includes(name)) : all
}

/** Stores for one run of the tests: in a new folder, or the ones the environment names. */
class ThrowAwayStores {
  constructor(signal) {
    this.signal = signal
    this.children = []
  }

  /** The environment that leads tests to them. */
  async start() {
    this.dataDir = mkdtempSync(join(tmpdir(), 'halyard-test-'))
    mkdirSync(join(this.dataDir, 'logs'))
    const { databaseUrl, redisUrl } = await startStores({
      dataDir: this.dataDir,
      databaseUrl: process.env.DATABASE_URL ?? null,
      redisUrl: process.env.REDIS_URL ?? null,
      durable: false,
      signal: this.signal,
      onChild: (child) => this.children.push(child)
    })
    return { TEST_DATABASE_URL: databaseUrl, TEST_REDIS_URL: redisUrl }
  }

  async stop() {
    await Promise.all(this.children.map((child) => child.stop()))
    if (this.dataDir) rmSync(this.dataDir, { recursive: true, force: true })
  }
}

/** One project: its count, and a sentence when it could not be run. */
async function runOne(project, { filters, env, signal }) {
  if (project === 'browser') {
    const chromium = await obtainChromium(signal)
    if (!chromium) {
      note('The browser tests need Chromium: install it or set CHROMIUM_PATH.')
      return { passed: 0, failed: 1, again: [] }
    }
    env = { ...env, CHROMIUM_PATH: chromium }
  }
  note(`\n— ${project} tests`)
  return runProject(project, { filters, env, signal })
}

async function runAll(projects, filters, { signal, stores, total }) {
  let env = null
  for (const project of projects) {
    checkpoint(signal)
    if (PROJECTS[project].stores) env ??= await stores.start()
    const count = await runOne(project, { filters, env: env ?? {}, signal })
    note(`— ${project}: ${count.passed} passed, ${count.failed} failed`)
    total.passed += count.passed
    total.failed += count.failed
    total.again.push(...count.again)
  }
}

/** Names what passed only in its second run: such a test, or what it tests, wants mending. */
function tellAgain(again) {
  if (again.length === 0) return
  note(`\n— passed only in the second run: ${again.length}`)
  for (const { name, reason } of again) note(`  ${name}\n    ${reason}`)
}

/**
 * `npm test`: everything, from a fresh clone. The last line on stdout is `N passed, N failed`.
 * @param {string[]} argv `--project NAME` and vitest's filters
 * @returns {Promise<number>} exit code
 */
export async function test(argv) {
  const { projects, filters } = readArguments(argv)
  const total = { passed: 0, failed: 0, again: [] }
  const stores = { current: null }
  const { signal, asked } = listenForStop(() => {
    for (const child of stores.current?.children ?? []) child.hurry()
  })
  try {
    await setup({ build: projects.some((name) => name !== 'unit') ? 'stale' : 'never', signal })
    const present = projects.filter(hasTests)
    if (present.length === 0) throw new Fault('There are no tests to run.')
    stores.current = new ThrowAwayStores(signal)
    await Promise.race([runAll(present, filters, { signal, stores: stores.current, total }), asked])
    checkpoint(signal)
  } catch (error) {
    if (!signal.aborted) throw error
    total.failed += 1
  } finally {
    await stores.current?.stop()
  }
  tellAgain(total.again)
  print(`${total.passed} passed, ${total.failed} failed`)
  return total.failed === 0 ? 0 : 1
}
