import { randomInt } from 'node:crypto'
import { obtainEngine } from '../engine/index.mjs'
import { prepareCheckout } from '../install/prepare.mjs'
import { sleep } from '../processes/sleep.mjs'
import { EphemeralStores } from '../stores/ephemeral.mjs'
import { UserError } from '../terminal/errors.mjs'
import { print, printStatus } from '../terminal/output.mjs'
import { handleShutdownSignals } from '../terminal/shutdown.mjs'
import { knownAdvisories } from './advisories.mjs'
import { obtainChromium } from './chromium.mjs'
import { beginCoverage, reportCoverage } from './coverage.mjs'
import { debianFor } from './debian.mjs'
import { objectStoreFor } from './swift.mjs'
import { obtainTshark } from './tshark.mjs'
import {
  countTests,
  failedTests,
  flakyTests,
  hasTests,
  isProject,
  mergeRuns,
  PROJECTS,
  runProject
} from './vitest.mjs'

/** @typedef {import('./vitest.mjs').ProjectName} ProjectName */
/** @typedef {import('./vitest.mjs').Result} Result */
/** @typedef {Map<ProjectName, Result>} Results */

/**
 * @param {ProjectName[]} projects @param {AbortSignal} signal @returns {Promise<Record<string, string>>} {}: not needed
 * @throws {UserError} when there is none and none can be installed
 */
async function browserFor(projects, signal) {
  if (!projects.some((name) => PROJECTS[name].browser)) return {}
  const chromium = await obtainChromium(signal)
  if (chromium) return { CHROMIUM_PATH: chromium.path, WHOLE_CHROMIUM_PATH: chromium.whole }
  throw new UserError('The browser tests need Chromium: install it or set CHROMIUM_PATH.')
}

/** The longest time that running tests take to end. */
const DRAIN_MS = 40_000

/**
 * `--project NAME` (several times), `--coverage` and filters for vitest.
 * @param {string[]} argv @returns {{ projects: ProjectName[], filters: string[], coverage: boolean }}
 * @throws {UserError} for an unknown project
 */
export function readArguments(argv) {
  /** @type {string[]} */
  const names = []
  /** @type {string[]} */
  const filters = []
  const words = argv.values()
  for (const word of words) {
    if (word === '--project') names.push(words.next().value ?? '')
    else if (word.startsWith('--project=')) names.push(word.slice('--project='.length))
    else if (word !== '--coverage') filters.push(word)
  }
  const coverage = argv.includes('--coverage')
  const unknown = names.find((name) => !isProject(name))
  if (unknown !== undefined) {
    throw new UserError(`There is no test project ${unknown}; there are ${Object.keys(PROJECTS).join(', ')}.`)
  }
  return { projects: names.length > 0 ? names.filter(isProject) : projectsOf(filters), filters, coverage }
}

/** The projects of the given paths; all when another filter is among them. @param {string[]} filters */
function projectsOf(filters) {
  const all = Object.keys(PROJECTS).filter(isProject)
  const paths = filters.filter((word) => !word.startsWith('-')).map((word) => word.replace(/^\.\//, ''))
  const owners = paths.map((path) =>
    all.find((name) => PROJECTS[name].folders.some((f) => `${path}/`.startsWith(`${f}/`)))
  )
  return paths.length > 0 && owners.every(Boolean) ? all.filter((name) => owners.includes(name)) : all
}

/** The seed of random tests: TEST_SEED repeats an earlier run. @param {string | undefined} given @throws {UserError} */
export function seedOf(given) {
  if (given === undefined) return String(randomInt(2 ** 31))
  if (/^\d{1,10}$/.test(given)) return given
  throw new UserError('TEST_SEED must be a whole number, as an earlier run told it.')
}

/**
 * @typedef {object} Run how projects are run
 * @property {string[]} filters for vitest
 * @property {EphemeralStores} stores
 * @property {() => EphemeralStores} openStores more stores, for projects that run at the same time
 * @property {boolean} [inTurn] runs one file after the other
 * @property {boolean} coverage
 * @property {Record<string, string>} env added to the environment of the tests
 * @property {(line: string) => void} [onLine] takes vitest's output; without it that goes to the terminal
 * @property {(line: string) => void} printLine
 * @property {AbortSignal} signal
 */

/**
 * @param {ProjectName} project @param {string[]} filters @param {AbortSignal} signal
 * @returns {Promise<{ TSHARK_PATH?: string }>} {} where it is not needed or there is none
 */
async function captureReader(project, filters, signal) {
  const isNeeded =
    filters.length === 0 || filters.some((filter) => 'tests/instances/capture.test.ts'.includes(filter))
  if (project !== 'instances' || !isNeeded) return {}
  const tshark = await obtainTshark(signal)
  if (tshark) return { TSHARK_PATH: tshark }
  printStatus('Captures are read by the tests alone: install tshark to have them read by it as well.')
  return {}
}

/** @param {ProjectName} project @param {Run} run */
async function runWithEngine(project, run) {
  const { filters, stores, signal } = run
  const engine = await obtainEngine({ stores: PROJECTS[project].stores, signal })
  try {
    if (engine.reason !== null) return { skipped: engine.reason }
    const reader = await captureReader(project, filters, signal)
    const { isolated } = engine
    const debian = await debianFor(project, { filters, isolated, signal })
    const env = { ...run.env, ...(isolated ? {} : await stores.env()), ...engine.env, ...reader, ...debian }
    const count = await runProject(project, { ...run, env, prefix: engine.prefix })
    const failure = engine.startFailure()
    return failure === null ? count : { skipped: failure }
  } finally {
    engine.close()
  }
}

/** @param {ProjectName} project @param {Run} run */
async function runOne(project, run) {
  run.printLine(`\n— ${project} tests`)
  if (PROJECTS[project].engine) return runWithEngine(project, run)
  const stores = PROJECTS[project].stores ? await run.stores.env() : {}
  const env = { ...stores, ...(await objectStoreFor(project, run.filters, run.signal)) }
  return runProject(project, { ...run, env: { ...run.env, ...env } })
}

/** @param {Result} result */
const countsOf = (result) => {
  const { passed, failed } = countTests(result)
  return `${passed} passed, ${failed} failed`
}

/** @param {ProjectName[]} projects @param {Run} run @param {Results} results */
async function runInTurn(projects, run, results) {
  for (const project of projects) {
    run.signal.throwIfAborted()
    const result = await runOne(project, run)
    if ('skipped' in result) {
      run.printLine(`— ${project}: skipped, no container engine (${result.skipped})`)
      continue
    }
    run.printLine(`— ${project}: ${countsOf(result)}`)
    results.set(project, result)
  }
}

/**
 * Projects with a container engine mostly wait, so they run beside the others on stores of their own, and their output
 * comes at their end. Stores of the environment are shared, so then all projects run in turn.
 * @param {ProjectName[]} projects @param {Run} run @param {Results} results
 */
async function runAll(projects, run, results) {
  const waiting = projects.filter((project) => PROJECTS[project].engine)
  const others = projects.filter((project) => !waiting.includes(project))
  if (waiting.length === 0 || others.length === 0 || process.env.REDIS_URL || process.env.DATABASE_URL)
    return runInTurn(projects, run, results)
  /** @type {string[]} */
  const lines = []
  /** @param {string} line */
  const take = (line) => void lines.push(line)
  const aside = { ...run, stores: run.openStores(), printLine: take, onLine: take }
  const ends = await Promise.allSettled([runInTurn(others, run, results), runInTurn(waiting, aside, results)])
  for (const line of lines) run.printLine(line)
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

/**
 * Runs failed files with processes once more, alone on the machine; what passes then is flaky. Not for chosen files.
 * @param {Run} run @param {Results} results
 */
async function runFailedAgain(run, results) {
  if (run.filters.length > 0) return
  for (const [project, first] of results) {
    const filters = first.files.filter(({ failed }) => failed).map(({ path }) => path)
    if (filters.length === 0 || !PROJECTS[project].stores) continue
    run.printLine(`\n— ${project}: what failed runs once more, one file after the other`)
    const second = await runOne(project, { ...run, filters, inTurn: true })
    if (!('skipped' in second)) results.set(project, mergeRuns(first, second))
  }
}

const SLOWEST = 10

/** @param {import('./vitest.mjs').Trouble} trouble */
const linesOf = ({ name, reason }) => `  ${name}\n    ${reason.replaceAll('\n', '\n    ')}`

/** @param {Results} results @param {string} seed */
function printSummary(results, seed) {
  const files = [...results.values()].flatMap((result) => result.files)
  const flaky = flakyTests(files)
  const failures = failedTests(files)
  if (files.length > 0) printStatus('\n— the slowest files')
  for (const { path, ms } of files.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST))
    printStatus(`  ${(ms / 1000).toFixed(1).padStart(6)} s  ${path}`)
  if (flaky.length > 0) printStatus(`\n— flaky, passed only when run again: ${flaky.length}`)
  for (const trouble of flaky) printStatus(linesOf(trouble))
  printStatus(`\n— the same random tests again: TEST_SEED=${seed} npm test`)
  if (failures.length > 0) printStatus(`\n— failed: ${failures.length}`)
  for (const trouble of failures) printStatus(linesOf(trouble))
}

/** Prints known advisories of production packages. They fail no test, because people decide which matter. */
async function printAdvisories() {
  const advisories = await knownAdvisories()
  if (advisories === null) return
  printStatus(`\n— known advisories: ${advisories.length}`)
  for (const { name, severity, title } of advisories) printStatus(`  ${severity} ${name}: ${title}`)
}

async function printCoverage() {
  const { lines, folder } = await reportCoverage()
  printStatus(`\n— coverage: ${lines} % of the lines; see ${folder}/index.html`)
}

/**
 * `npm test`, from a fresh clone. The last line on stdout is `N passed, N failed`.
 * @param {string[]} argv `--project NAME`, `--coverage` and vitest's filters @returns {Promise<number>} exit code
 */
export async function test(argv) {
  const { projects, filters, coverage } = readArguments(argv)
  const seed = seedOf(process.env.TEST_SEED)
  /** @type {Results} */
  const results = new Map()
  let wasStopped = false
  /** @type {EphemeralStores[]} */
  const opened = []
  /** @type {Promise<void> | null} */
  let running = null
  const { signal, requested } = handleShutdownSignals(() => {
    for (const stores of opened) stores.kill()
  })
  const openStores = () => {
    const stores = new EphemeralStores(signal)
    opened.push(stores)
    return stores
  }
  try {
    await prepareCheckout({ build: projects.some((name) => name !== 'unit') ? 'stale' : 'never', signal })
    const present = projects.filter(hasTests)
    if (present.length === 0) throw new UserError('There are no tests to run.')
    const browser = await browserFor(present, signal)
    const env = { TEST_SEED: seed, ...browser, ...(coverage ? beginCoverage() : {}) }
    const run = { filters, openStores, stores: openStores(), coverage, env, printLine: printStatus, signal }
    running = runAll(present, run, results).then(() => runFailedAgain(run, results))
    await Promise.race([running, requested])
    signal.throwIfAborted()
  } catch (error) {
    if (!signal.aborted) throw error
    wasStopped = true
  } finally {
    await Promise.all(opened.map((stores) => stores.stop()))
    // An isolated engine takes a moment to end.
    await Promise.race([running?.catch(() => {}), sleep(DRAIN_MS)])
  }
  if (coverage && !signal.aborted) await printCoverage()
  if (!signal.aborted && filters.length === 0) await printAdvisories()
  printSummary(results, seed)
  const counts = [...results.values()].map(countTests)
  const passed = counts.reduce((sum, count) => sum + count.passed, 0)
  const failed = counts.reduce((sum, count) => sum + count.failed, Number(wasStopped))
  print(`${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}
