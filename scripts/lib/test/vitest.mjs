import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { inRoot } from '../paths.mjs'
import { run } from '../processes/run.mjs'
import { coverageArguments } from './coverage.mjs'

/** @typedef {'unit' | 'architecture' | 'integration' | 'remix' | 'instances' | 'browser'} ProjectName */

/**
 * The vitest projects in the order they are run, where the test files of each are, whether they need a browser, and whether
 * they need stores and a container engine, which the files of a project then share.
 * @type {Record<ProjectName, { folders: string[], stores: boolean, engine?: boolean, browser?: boolean }>}
 */
export const PROJECTS = {
  unit: { folders: ['app', 'server', 'scoring', 'jobs', 'scripts'], stores: false },
  architecture: { folders: ['tests/architecture'], stores: false },
  integration: { folders: ['tests/integration'], stores: true },
  // The calls again, answered by Remix itself (API_AHEAD=off).
  remix: { folders: ['tests/integration/api', 'tests/integration/assets'], stores: true },
  instances: { folders: ['tests/instances'], stores: true, engine: true, browser: true },
  browser: { folders: ['tests/browser'], stores: true, browser: true }
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

/**
 * @typedef {object} Result of a project
 * @property {number} passed
 * @property {number} failed
 * @property {Trouble[]} flaky see `flakyTests`
 * @property {Trouble[]} failures see `failedTests`
 * @property {{ name: string, ms: number }[]} files each file and how long it took
 */

/**
 * Whether a file failed though none of its tests did: it could not be loaded, or a hook after its tests failed.
 * @param {import('./reporter.mjs').ReportedFile} file
 */
const isBroken = ({ failed, tests }) => failed && !tests.some(({ state }) => state === 'failed')

/**
 * Counts the tests of a report. A file that could not be loaded counts as one failure, as does a run that failed without
 * any failing test (a crash, an unhandled error, no tests).
 * @param {Report | null} report null when vitest wrote none @param {number} code vitest's exit code
 * @returns {{ passed: number, failed: number }}
 */
export function countTests(report, code) {
  const files = report?.files ?? []
  const states = files.flatMap(({ tests }) => tests.map(({ state }) => state))
  const passed = states.filter((state) => state === 'passed').length
  const broken = files.filter(isBroken)
  const failed = states.filter((state) => state === 'failed').length + broken.length
  const trouble = code !== 0 || passed + failed === 0
  return { passed, failed: failed === 0 && trouble ? 1 : failed }
}

/** @typedef {{ name: string, reason: string }} Trouble file and test; what went wrong, of one line or more */

/**
 * @param {Report | null} report null when vitest wrote none
 * @param {(test: import('./reporter.mjs').ReportedTest) => boolean} isMeant
 */
const troubles = (report, isMeant) =>
  (report?.files ?? []).flatMap(({ path, tests }) =>
    tests
      .filter(isMeant)
      .map(({ name, reason }) => ({ name: `${relative(inRoot(), path)}: ${name}`, reason }))
  )

/**
 * The tests of a report that passed only when they were run again, and what went wrong the first time.
 * @param {Report | null} report null when vitest wrote none
 */
export const flakyTests = (report) =>
  troubles(report, ({ state, retries }) => state === 'passed' && retries > 0)

/** @param {Report | null} report null when vitest wrote none */
export const failedTests = (report) => [
  ...troubles(report, ({ state }) => state === 'failed'),
  ...(report?.files ?? [])
    .filter(isBroken)
    .map(({ path, reason }) => ({ name: `${relative(inRoot(), path)}: the file itself`, reason }))
]

/** @param {string} path @returns {Report | null} null when there is none */
const readReport = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

/** @param {Report | null} report */
const durationsOf = (report) =>
  (report?.files ?? []).map(({ path, ms }) => ({ name: relative(inRoot(), path), ms }))

/**
 * @param {ProjectName} project @param {object} options @param {string[]} [options.filters]
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {string[]} [options.prefix] words to put before the command; the program they name gets a pipe as stdin
 * @param {boolean} [options.coverage] has vitest count which code is run, see coverage.mjs
 * @param {(line: string) => void} [options.onLine] takes what it writes; without it that goes to the terminal
 * @param {AbortSignal} [options.signal] @returns {Promise<Result>}
 */
export async function runProject(project, options = {}) {
  const { filters = [], env = {}, prefix = [], coverage = false, onLine, signal } = options
  const folder = mkdtempSync(join(tmpdir(), 'halyard-report-'))
  const reportFile = join(folder, 'report.json')
  const args = [
    'run',
    '--project',
    project,
    '--reporter=default',
    `--reporter=${inRoot('scripts/lib/test/reporter.mjs')}`,
    ...(PROJECTS[project].engine ? ['--no-file-parallelism'] : []),
    ...(coverage ? coverageArguments(project) : [])
  ]
  const vitest = [process.execPath, inRoot('node_modules/vitest/vitest.mjs'), ...args, ...filters]
  const [program = process.execPath, ...words] = [...prefix, ...vitest]
  const output = onLine ? 'pipe' : 'inherit'
  try {
    const { code } = await run(program, words, {
      cwd: inRoot(),
      env: { ...process.env, NODE_ENV: 'test', TEST_REPORT: reportFile, ...env },
      stdio: [prefix.length > 0 ? 'pipe' : 'ignore', output, output],
      onLine,
      signal
    })
    const report = readReport(reportFile)
    return {
      ...countTests(report, code),
      flaky: flakyTests(report),
      failures: failedTests(report),
      files: durationsOf(report)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
