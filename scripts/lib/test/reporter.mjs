import { writeFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/**
 * @typedef {{ name: string, state: string, retries: number, reason: string }} ReportedTest `reason`: first line and
 *   difference of the failure, also of a test that passed when it was repeated
 * @typedef {object} ReportedFile
 * @property {string} path absolute
 * @property {number} ms loading, hooks and tests
 * @property {boolean} failed
 * @property {string} reason first line of a failure outside of its tests
 * @property {ReportedTest[]} tests
 * @typedef {{ files: ReportedFile[] }} Report
 */

const firstLine = (text = '') => text.replace(/\n[\s\S]*/, '')

/** How many lines of a difference are kept, because the message shortens values to `[ Array(1) ]`. */
const DIFF_LINES = 12

/** @param {import('vitest').TestError | undefined} error */
const reasonOf = (error) => {
  const diff = stripVTControlCharacters(error?.diff ?? '')
    .split('\n')
    .filter((line) => /^[-+] /.test(line))
  return [firstLine(error?.message), ...diff.slice(0, DIFF_LINES)].join('\n')
}

/** @param {import('vitest/node').TestCase} test @returns {ReportedTest} */
const testOf = (test) => {
  const { state, errors } = test.result()
  return {
    name: test.fullName,
    state,
    retries: test.diagnostic()?.retryCount ?? 0,
    reason: reasonOf(errors?.[0])
  }
}

/** @param {import('vitest/node').TestModule} module @returns {ReportedFile} */
const fileOf = (module) => {
  const { collectDuration, duration } = module.diagnostic()
  return {
    path: module.moduleId,
    ms: collectDuration + duration,
    failed: module.state() === 'failed',
    reason: firstLine(module.errors()[0]?.message),
    tests: [...module.children.allTests()].map(testOf)
  }
}

/** Writes the results into the file TEST_REPORT. vitest's own JSON reporter has no times of hooks, where platforms start. */
export default class ReportWriter {
  /** @param {ReadonlyArray<import('vitest/node').TestModule>} modules */
  onTestRunEnd(modules) {
    const path = process.env.TEST_REPORT
    if (path) writeFileSync(path, JSON.stringify({ files: modules.map(fileOf) }))
  }
}
