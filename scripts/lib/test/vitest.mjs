import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { inRoot } from '../paths.mjs'
import { run } from '../processes/run.mjs'
import { coverageArguments } from './coverage.mjs'

/** @typedef {'unit' | 'architecture' | 'integration' | 'remix' | 'instances' | 'browser'} ProjectName */

/**
 * The vitest projects in their order, with their folders. `stores` and `engine` are shared by the files of a project.
 * `cores`: how many cores a file keeps busy, 1 without it.
 * @type {Record<ProjectName, { folders: string[], stores: boolean, engine?: boolean, browser?: boolean, cores?: number }>}
 */
export const PROJECTS = {
  unit: { folders: ['app', 'server', 'scoring', 'jobs', 'scripts'], stores: false },
  architecture: { folders: ['tests/architecture'], stores: false },
  // First of the long ones, because the engine's project, which runs beside the others, mostly waits then.
  browser: { folders: ['tests/browser'], stores: true, browser: true },
  // Its files wait a third of their time: for processes that start, for what must not come.
  integration: { folders: ['tests/integration'], stores: true, cores: 2 / 3 },
  // Calls answered by Remix itself (API_AHEAD=off).
  remix: { folders: ['tests/integration/api', 'tests/integration/assets'], stores: true },
  instances: { folders: ['tests/instances'], stores: true, engine: true, browser: true }
}

/** Has the C library of Linux ask for memory in large pages: of a Node that starts, page faults are a tenth of the work. */
const FEWER_FAULTS = { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' }

/** Redis has numbers for that many files at a time (tests/support/stores/stores.ts). */
const MAX_FILES = 7

/** How many files of a project vitest may run at a time; more would only wait for each other. @param {ProjectName} project @param {boolean} [inTurn] */
function workerArguments(project, inTurn) {
  const { engine, cores } = PROJECTS[project]
  if (inTurn || engine) return ['--no-file-parallelism']
  if (cores === undefined) return []
  const count = Math.min(MAX_FILES, Math.max(1, Math.floor(availableParallelism() / cores)))
  return [`--minWorkers=${count}`, `--maxWorkers=${count}`]
}

/** @param {string} name @returns {name is ProjectName} */
export const isProject = (name) => Object.hasOwn(PROJECTS, name)

/** @param {ProjectName} project */
export function hasTests(project) {
  return PROJECTS[project].folders.some(
    (folder) =>
      existsSync(inRoot(folder)) &&
      readdirSync(inRoot(folder), { recursive: true }).some((name) => /\.test\.tsx?$/.test(String(name)))
  )
}

/** @typedef {import('./reporter.mjs').Report} Report */
/** @typedef {import('./reporter.mjs').ReportedFile} ReportedFile */

/**
 * @typedef {object} Result of a run
 * @property {ReportedFile[]} files their paths relative to the repository
 * @property {boolean} isBroken whether vitest failed though no file did: a crash, an unhandled error, no tests
 */

/** @typedef {{ name: string, reason: string }} Trouble file and test; what went wrong, of one line or more */

/** Whether a file failed though no test did: loading it or a hook after the tests failed. @param {ReportedFile} file */
const isBroken = ({ failed, tests }) => failed && !tests.some(({ state }) => state === 'failed')

/** @param {Report | null} report null when vitest wrote none @param {number} code vitest's exit code @returns {Result} */
export function resultOf(report, code) {
  const files = (report?.files ?? []).map((file) => ({ ...file, path: relative(inRoot(), file.path) }))
  const hasRun = files.some(({ failed, tests }) => failed || tests.some(({ state }) => state === 'passed'))
  return { files, isBroken: !hasRun || (code !== 0 && !files.some(({ failed }) => failed)) }
}

/**
 * Skipped tests count as neither. A file that could not be loaded counts as one failure, as does a broken run.
 * @param {Result} result @returns {{ passed: number, failed: number }}
 */
export function countTests({ files, isBroken: isRunBroken }) {
  const states = files.flatMap(({ tests }) => tests.map(({ state }) => state))
  const failed = states.filter((state) => state === 'failed').length + files.filter(isBroken).length
  return {
    passed: states.filter((state) => state === 'passed').length,
    failed: failed + Number(isRunBroken)
  }
}

/**
 * @param {readonly ReportedFile[]} files @param {(test: import('./reporter.mjs').ReportedTest) => boolean} isMeant
 * @returns {Trouble[]}
 */
const troubles = (files, isMeant) =>
  files.flatMap(({ path, tests }) =>
    tests.filter(isMeant).map(({ name, reason }) => ({ name: `${path}: ${name}`, reason }))
  )

/** Tests that passed when repeated, with the reason of the first failure. @param {readonly ReportedFile[]} files */
export const flakyTests = (files) =>
  troubles(files, ({ state, retries }) => state === 'passed' && retries > 0)

/** Failed tests, and files that failed outside of their tests. @param {readonly ReportedFile[]} files @returns {Trouble[]} */
export const failedTests = (files) => [
  ...troubles(files, ({ state }) => state === 'failed'),
  ...files.filter(isBroken).map(({ path, reason }) => ({ name: `${path}: the file itself`, reason }))
]

/**
 * Replaces files of the first run by those of the second. A test that failed first and passed then is flaky, with the first
 * reason, as are all tests of a file that had failed outside of them.
 * @param {Result} first @param {Result} second of some of the files @returns {Result}
 */
export function mergeRuns(first, second) {
  const again = new Map(second.files.map((file) => [file.path, file]))
  const files = first.files.map((before) => {
    const after = again.get(before.path)
    if (!after) return before
    const failures = new Map(before.tests.map((test) => [test.name, test]))
    const tests = after.tests.map((test) => {
      const earlier = failures.get(test.name)
      if (test.state !== 'passed' || (earlier?.state === 'passed' && earlier.retries === 0)) return test
      return { ...test, retries: test.retries + 1, reason: earlier?.reason || before.reason }
    })
    return { ...after, ms: before.ms + after.ms, tests }
  })
  return { files, isBroken: first.isBroken || second.isBroken }
}

/** @param {string} path @returns {Report | null} null when there is none */
const readReport = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

/**
 * @param {ProjectName} project @param {object} options @param {string[]} [options.filters]
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {string[]} [options.prefix] words before the command; the program that they name gets a pipe as stdin
 * @param {boolean} [options.inTurn] runs one file after the other
 * @param {boolean} [options.coverage] has vitest count which code is run, see coverage.mjs
 * @param {(line: string) => void} [options.onLine] takes its output; without it that goes to the terminal
 * @param {AbortSignal} [options.signal] @returns {Promise<Result>}
 */
export async function runProject(project, options = {}) {
  const { filters = [], env = {}, prefix = [], inTurn, coverage = false, onLine, signal } = options
  const folder = mkdtempSync(join(tmpdir(), 'halyard-report-'))
  const reportFile = join(folder, 'report.json')
  const args = [
    'run',
    '--project',
    project,
    '--reporter=default',
    `--reporter=${inRoot('scripts/lib/test/reporter.mjs')}`,
    ...workerArguments(project, inTurn),
    ...(coverage ? coverageArguments(project) : [])
  ]
  const vitest = [process.execPath, inRoot('node_modules/vitest/vitest.mjs'), ...args, ...filters]
  const [program = process.execPath, ...words] = [...prefix, ...vitest]
  const output = onLine ? 'pipe' : 'inherit'
  try {
    const { code } = await run(program, words, {
      cwd: inRoot(),
      env: { ...FEWER_FAULTS, ...process.env, NODE_ENV: 'test', TEST_REPORT: reportFile, ...env },
      stdio: [prefix.length > 0 ? 'pipe' : 'ignore', output, output],
      onLine,
      signal
    })
    return resultOf(readReport(reportFile), code)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
