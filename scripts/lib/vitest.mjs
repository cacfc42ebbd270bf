import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { inRoot } from './paths.mjs'
import { run } from './processes.mjs'

/**
 * The vitest projects in the order they are run, where the test files of each are, and whether they need stores and a
 * container engine, which the files of a project then share.
 */
export const PROJECTS = {
  unit: { folders: ['app', 'server', 'scoring', 'jobs', 'scripts'], stores: false },
  architecture: { folders: ['tests/architecture'], stores: false },
  integration: { folders: ['tests/integration'], stores: true },
  instances: { folders: ['tests/instances'], stores: true, engine: true },
  browser: { folders: ['tests/browser'], stores: true }
}

/** Whether a project has test files. */
export function hasTests(project) {
  return PROJECTS[project].folders.some(
    (folder) =>
      existsSync(inRoot(folder)) &&
      readdirSync(inRoot(folder), { recursive: true }).some((name) => /\.test\.tsx?$/.test(String(name)))
  )
}

/**
 * Counts a vitest report. A file that could not be loaded counts as one failure, as does a run that failed without any
 * failing test (a crash, an unhandled error, no tests).
 * @param {object | null} report vitest's JSON report; null when it wrote none
 * @param {number} code vitest's exit code
 * @returns {{ passed: number, failed: number }}
 */
export function countTests(report, code) {
  const files = report?.testResults ?? []
  const tests = files.flatMap((file) => file.assertionResults)
  const passed = tests.filter((test) => test.status === 'passed').length
  const broken = files.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed')
  ).length
  const failed = tests.filter((test) => test.status === 'failed').length + broken
  const trouble = code !== 0 || passed + failed === 0
  return { passed, failed: failed === 0 && trouble ? 1 : failed }
}

/**
 * The tests of a vitest report that passed only when they were run a second time.
 * @param {object | null} report vitest's JSON report; null when it wrote none
 * @returns {{ name: string, reason: string }[]} file and test; the first line of what went wrong the first time
 */
export function secondRuns(report) {
  return (report?.testResults ?? []).flatMap((file) =>
    file.assertionResults
      .filter((test) => test.status === 'passed' && test.failureMessages?.length > 0)
      .map((test) => ({
        name: `${relative(inRoot(), file.name)}: ${test.fullName.trim()}`,
        reason: test.failureMessages[0].split('\n')[0]
      }))
  )
}

const readReport = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

/**
 * Runs one vitest project, its output going straight to the terminal.
 * @param {string} project
 * @param {object} options
 * @param {string[]} [options.filters]
 * @param {Record<string, string | undefined>} [options.env]
 * @param {string[]} [options.within] words to put before the command; the program they name gets a pipe as stdin
 * @param {AbortSignal} [options.signal]
 * @returns {Promise<{ passed: number, failed: number, again: { name: string, reason: string }[] }>}
 */
export async function runProject(project, { filters = [], env = {}, within = [], signal }) {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-report-'))
  const outputFile = join(folder, 'report.json')
  const args = [
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${outputFile}`,
    ...(PROJECTS[project].engine ? ['--no-file-parallelism'] : [])
  ]
  const vitest = [process.execPath, inRoot('node_modules/vitest/vitest.mjs'), ...args, ...filters]
  const [program, ...words] = [...within, ...vitest]
  try {
    const { code } = await run(program, words, {
      cwd: inRoot(),
      env: { ...process.env, NODE_ENV: 'test', ...env },
      stdio: [within.length > 0 ? 'pipe' : 'ignore', 'inherit', 'inherit'],
      signal
    })
    const report = readReport(outputFile)
    return { ...countTests(report, code), again: secondRuns(report) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
