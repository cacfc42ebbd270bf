import { obtainChromium } from './chromium.mjs'
import { obtainEngine } from './engine/index.mjs'
import { checkpoint, pause } from './processes.mjs'
import { Fault, note, print } from './say.mjs'
import { setup } from './setup.mjs'
import { listenForStop } from './stopper.mjs'
import { ThrowAwayStores } from './stores/throw-away.mjs'
import { obtainTshark } from './tshark.mjs'
import { hasTests, PROJECTS, runProject } from './vitest.mjs'

/** Longest that what runs takes to end once it was asked to, in milliseconds. */
const DRAIN_MS = 40_000

/**
 * `--project NAME` (several times) and filters for vitest.
 * @param {string[]} argv
 * @returns {{ projects: string[], filters: string[] }}
 * @throws {Fault} for a project that there is not
 */
export function readArguments(argv) {
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

/** Tests in a browser. */
async function runInBrowser(project, { filters, env, signal }) {
  const chromium = await obtainChromium(signal)
  if (!chromium) {
    note('The browser tests need Chromium: install it or set CHROMIUM_PATH.')
    return { passed: 0, failed: 1, again: [] }
  }
  return runProject(project, { filters, env: { ...env, CHROMIUM_PATH: chromium }, signal })
}

/** What reads captures beside the tests themselves; {} where it is not asked for, or cannot be had. */
async function captureReader(project, filters, signal) {
  const asked =
    filters.length === 0 || filters.some((filter) => 'tests/instances/capture.test.ts'.includes(filter))
  if (project !== 'instances' || !asked) return {}
  const tshark = await obtainTshark(signal)
  if (tshark) return { TSHARK_PATH: tshark }
  note('Captures are read by the tests alone: install tshark to have them read by it as well.')
  return {}
}

/** Tests with a container engine; a sentence in place of their count when there is none. */
async function runWithEngine(project, { filters, stores, signal }) {
  const engine = await obtainEngine({ stores: PROJECTS[project].stores, signal })
  try {
    if (engine.reason !== null) return { skipped: engine.reason }
    const reader = await captureReader(project, filters, signal)
    const env = { ...(engine.own ? {} : await stores.env()), ...engine.env, ...reader }
    const count = await runProject(project, { filters, env, within: engine.within, signal })
    const missed = engine.missed()
    return missed === null ? count : { skipped: missed }
  } finally {
    engine.close()
  }
}

/** One project: its count, or why it could not be run. */
async function runOne(project, { filters, stores, signal }) {
  note(`\n— ${project} tests`)
  if (PROJECTS[project].engine) return runWithEngine(project, { filters, stores, signal })
  const env = PROJECTS[project].stores ? await stores.env() : {}
  if (project === 'browser') return runInBrowser(project, { filters, env, signal })
  return runProject(project, { filters, env, signal })
}

async function runAll(projects, filters, { signal, stores, total }) {
  for (const project of projects) {
    checkpoint(signal)
    const count = await runOne(project, { filters, stores, signal })
    if (count.skipped) {
      note(`— ${project}: skipped, no container engine (${count.skipped})`)
      continue
    }
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
  let stores = null
  let running = null
  const { signal, asked } = listenForStop(() => stores?.hurry())
  try {
    await setup({ build: projects.some((name) => name !== 'unit') ? 'stale' : 'never', signal })
    const present = projects.filter(hasTests)
    if (present.length === 0) throw new Fault('There are no tests to run.')
    stores = new ThrowAwayStores(signal)
    running = runAll(present, filters, { signal, stores, total })
    await Promise.race([running, asked])
    checkpoint(signal)
  } catch (error) {
    if (!signal.aborted) throw error
    total.failed += 1
  } finally {
    await stores?.stop()
    // An engine of its own takes a moment to go.
    await Promise.race([running?.catch(() => {}), pause(DRAIN_MS)])
  }
  tellAgain(total.again)
  print(`${total.passed} passed, ${total.failed} failed`)
  return total.failed === 0 ? 0 : 1
}
