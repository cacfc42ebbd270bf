import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inRoot } from '../paths.mjs'

/** Where the report is written: index.html, and coverage-final.json for other programs. */
const REPORT = inRoot('coverage')
const RAW = join(REPORT, 'raw')
/** The product's code; tests, and what only they use, are none. */
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
  // The unit tests list what is never run; once is enough.
  `--coverage.all=${project === 'unit'}`
]

/** @returns {{ TEST_COVERAGE: string }} the environment that has tests and the built programs they start count */
export function beginCoverage() {
  rmSync(REPORT, { recursive: true, force: true })
  mkdirSync(RAW, { recursive: true })
  return { TEST_COVERAGE: join(RAW, 'programs') }
}

/**
 * @template T what the file is known to hold
 * @param {string} path
 * @returns {T}
 */
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

/** @typedef {import('node:inspector').Profiler.ScriptCoverage} ScriptCoverage */

/**
 * What the built programs counted (NODE_V8_COVERAGE), each file of build/ summed up over all processes.
 * @returns {Promise<Map<string, ScriptCoverage>>} by path
 */
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

/**
 * @param {import('istanbul-lib-coverage').CoverageMap} map
 * @param {import('istanbul-lib-coverage').CoverageMapData} data
 */
function add(map, data) {
  for (const [path, counts] of Object.entries(data)) {
    if (isProduct(relative(inRoot(), path))) map.addFileCoverage(counts)
  }
}

/**
 * Writes the report of what vitest and the built programs counted since `beginCoverage`. Code in the browser is not
 * counted, nor that of a process that was killed.
 * @returns {Promise<{ lines: number, folder: string }>} percentage of the lines that were run; where the report is
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
