import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inRoot } from '../paths.mjs'

const REPORT = inRoot('coverage')
const RAW = join(REPORT, 'raw')
const PRODUCT = ['app', 'server', 'scoring', 'jobs', 'scripts']
/** @param {string} path from the folder of the clone */
const isProduct = (path) =>
  PRODUCT.includes(path.replace(/\/.*/, '')) &&
  /\.[tj]sx?$/.test(path) &&
  !/\.test\.tsx?$|\/testing\//.test(path)

/** @param {string} project @returns {string[]} */
export const coverageArguments = (project) => [
  '--coverage.enabled',
  '--coverage.provider=v8',
  '--coverage.reporter=json',
  `--coverage.reportsDirectory=${join(RAW, project)}`,
  ...PRODUCT.map((folder) => `--coverage.include=${folder}/**/*.{ts,tsx,mjs}`),
  '--coverage.exclude=**/*.test.{ts,tsx}',
  '--coverage.exclude=**/testing/**',
  // Once is enough: the unit tests list the files that no test loads.
  `--coverage.all=${project === 'unit'}`
]

/** @returns {{ TEST_COVERAGE: string }} the environment with which tests and built programs count */
export function beginCoverage() {
  rmSync(REPORT, { recursive: true, force: true })
  mkdirSync(RAW, { recursive: true })
  return { TEST_COVERAGE: join(RAW, 'programs') }
}

/** @template T @param {string} path @returns {T} */
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

/** @typedef {import('node:inspector').Profiler.ScriptCoverage} ScriptCoverage */

/** Counts of the built programs (NODE_V8_COVERAGE) by path, summed over processes. */
async function countsOfPrograms() {
  const { mergeScriptCovs } = await import('@bcoe/v8-coverage')
  const folder = join(RAW, 'programs')
  const build = inRoot('build')
  /** @type {Map<string, ScriptCoverage>} */
  const counts = new Map()
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    /** @type {{ result: ScriptCoverage[] }} */
    const { result } = readJson(join(folder, name))
    for (const script of result) {
      const path = script.url.startsWith('file://') ? fileURLToPath(script.url) : ''
      if (!path.startsWith(`${build}/`) || !existsSync(`${path}.map`)) continue
      const known = counts.get(path)
      counts.set(path, (known && mergeScriptCovs([known, script])) ?? script)
    }
  }
  return counts
}

/** @param {string} path @param {ScriptCoverage} coverage */
async function toSources(path, coverage) {
  const { convert } = await import('ast-v8-to-istanbul')
  const { parseAstAsync } = await import('vite')
  const code = readFileSync(path, 'utf8')
  const sourceMap = readJson(`${path}.map`)
  return convert({ code, ast: parseAstAsync(code), coverage, sourceMap, wrapperLength: 0 })
}

/** @param {import('istanbul-lib-coverage').CoverageMap} map @param {import('istanbul-lib-coverage').CoverageMapData} data */
function add(map, data) {
  for (const [path, counts] of Object.entries(data)) {
    if (isProduct(relative(inRoot(), path))) map.addFileCoverage(counts)
  }
}

/**
 * Writes the report of vitest and the built programs since `beginCoverage`. Code in browsers and killed processes are not
 * counted. @returns {Promise<{ lines: number, folder: string }>} percentage of lines; folder of the report
 */
export async function reportCoverage() {
  const { default: coverage } = await import('istanbul-lib-coverage')
  const { default: library } = await import('istanbul-lib-report')
  const { default: reports } = await import('istanbul-reports')
  const map = coverage.createCoverageMap({})
  for (const project of readdirSync(RAW)) {
    const path = join(RAW, project, 'coverage-final.json')
    if (existsSync(path)) add(map, readJson(path))
  }
  for (const [path, counts] of await countsOfPrograms()) add(map, await toSources(path, counts))
  const context = library.createContext({ dir: REPORT, coverageMap: map, defaultSummarizer: 'nested' })
  for (const name of /** @type {const} */ (['html', 'json', 'text-summary']))
    reports.create(name).execute(context)
  rmSync(RAW, { recursive: true, force: true })
  return { lines: map.getCoverageSummary().lines.pct, folder: REPORT }
}
