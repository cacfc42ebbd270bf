import { statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { obtainEngine } from '../engine/index.mjs'
import { inRoot } from '../paths.mjs'
import { printStatus } from '../terminal/output.mjs'
import { debianFor } from './debian.mjs'
import { obtainTshark } from './tshark.mjs'
import { PROJECTS, runProject, testFiles } from './vitest.mjs'

/** @typedef {import('./vitest.mjs').ProjectName} ProjectName */
/** @typedef {import('./vitest.mjs').Result} Result */
/** @typedef {Result | { skipped: string }} Outcome `skipped`: why there was no engine */

/** Isolated engines at a time. Their tests mostly wait, but each engine and its platform need a processor now and then. */
const ENGINES = Math.min(2, availableParallelism())

/**
 * Deals files into parts of about the same size, the largest first. @template {{ size: number }} T
 * @param {readonly T[]} files @param {number} count @returns {T[][]} no empty ones
 */
export function deal(files, count) {
  const parts = Array.from({ length: count }, () => ({ size: 0, files: /** @type {T[]} */ ([]) }))
  for (const file of files.toSorted((a, b) => b.size - a.size)) {
    const part = parts.reduce((least, one) => (one.size < least.size ? one : least))
    part.files.push(file)
    part.size += file.size
  }
  return parts.map((part) => part.files).filter((part) => part.length > 0)
}

/** @param {ProjectName} project @returns {string[][]} */
const partsOf = (project) =>
  deal(
    testFiles(project).map((path) => ({ path, size: statSync(inRoot(path)).size })),
    ENGINES
  ).map((part) => part.map(({ path }) => path))

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

/**
 * Runs one part of a project. The output of the second and later parts comes when they are done.
 * @param {ProjectName} project @param {import('./test-run.mjs').Run} run its filters are the part's files
 * @param {import('../engine/index.mjs').EngineUse} engine is closed at the end @param {number} part
 * @returns {Promise<Outcome>}
 */
async function runPart(project, run, engine, part) {
  /** @type {string[]} */
  const lines = []
  /** @param {string} line */
  const take = (line) => void lines.push(line)
  try {
    if (engine.reason !== null) return { skipped: engine.reason }
    const own = { env: { ...run.env, ...engine.env }, prefix: engine.prefix, part }
    const result = await runProject(project, { ...run, ...own, ...(part > 0 && { onLine: take }) })
    const failure = engine.startFailure()
    return failure === null ? result : { skipped: failure }
  } finally {
    engine.close()
    for (const line of lines) run.printLine(line)
  }
}

/**
 * One result of all parts. A part without an engine is a failure unless there was none at all.
 * @param {Outcome[]} outcomes @returns {Outcome}
 */
export function joinOutcomes(outcomes) {
  const results = outcomes.flatMap((one) => ('skipped' in one ? [] : [one]))
  const [skipped] = outcomes.flatMap((one) => ('skipped' in one ? [one] : []))
  if (skipped && results.length === 0) return skipped
  return {
    files: results.flatMap(({ files }) => files),
    isBroken: skipped !== undefined || results.some(({ isBroken }) => isBroken)
  }
}

/**
 * Files share an engine one after the other. All files of a project are dealt to several engines in network namespaces of
 * their own, each with its own stores; the machine's engine is one.
 * @param {ProjectName} project @param {import('./test-run.mjs').Run} run @returns {Promise<Outcome>}
 */
export async function runWithEngine(project, run) {
  const { filters, stores, signal } = run
  const obtain = () => obtainEngine({ stores: PROJECTS[project].stores, signal })
  const engine = await obtain()
  if (engine.reason !== null) return { skipped: engine.reason }
  const { isolated } = engine
  const reader = await captureReader(project, filters, signal)
  const debian = await debianFor(project, { filters, isolated, signal })
  const env = { ...run.env, ...(isolated ? {} : await stores.env()), ...reader, ...debian }
  const [first = filters, ...others] = isolated && filters.length === 0 ? partsOf(project) : [filters]
  const parts = [
    runPart(project, { ...run, env, filters: first }, engine, 0),
    ...others.map(async (files, index) =>
      runPart(project, { ...run, env, filters: files }, await obtain(), index + 1)
    )
  ]
  const outcomes = await Promise.all(parts)
  const joined = joinOutcomes(outcomes)
  if (!('skipped' in joined))
    for (const one of outcomes)
      if ('skipped' in one) run.printLine(`— ${project}: a part had no container engine (${one.skipped})`)
  return joined
}
