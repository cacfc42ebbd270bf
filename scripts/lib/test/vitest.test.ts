import { describe, expect, it } from 'vitest'
import { inRoot } from '../paths.mjs'
import { countTests, failedTests, flakyTests } from './vitest.mjs'

const test = (state: string, retries = 0, reason = '') => ({
  name: `a test that ${state}`,
  state,
  retries,
  reason
})

const file = (failed: boolean, ...tests: ReturnType<typeof test>[]) => ({
  path: inRoot('tests/browser/live.test.ts'),
  ms: 1000,
  failed,
  reason: failed ? 'Error: no such module' : '',
  tests
})

describe('countTests', () => {
  it('counts tests; skipped ones are neither passed nor failed', () => {
    const files = [file(false, test('passed'), test('skipped')), file(true, test('passed'), test('failed'))]
    expect(countTests({ files }, 1)).toEqual({ passed: 2, failed: 1 })
  })

  it('counts a file that could not be loaded as a failure', () => {
    const files = [file(false, test('passed')), file(true)]
    expect(countTests({ files }, 1)).toEqual({ passed: 1, failed: 1 })
  })

  it.each([
    ['a crash without a report', null, 134],
    ['no test at all', { files: [] }, 0],
    ['an error outside the tests', { files: [file(false, test('passed'))] }, 1]
  ])('counts %s as a failure', (_case, report, code) => {
    expect(countTests(report, code).failed).toBe(1)
  })
})

describe('flakyTests', () => {
  it('names what passed only when it was run again, with the reason of the first failure', () => {
    const files = [
      file(true, test('passed'), test('passed', 1, 'Error: too early'), test('failed', 1, 'Error: no'))
    ]
    expect(flakyTests({ files })).toEqual([
      { name: 'tests/browser/live.test.ts: a test that passed', reason: 'Error: too early' }
    ])
    expect(flakyTests(null)).toEqual([])
  })
})

describe('failedTests', () => {
  it('names what failed with its reason, and the files that could not be run whole', () => {
    const files = [
      file(true, test('passed'), test('failed', 0, 'Error: no')),
      file(true, test('passed')),
      file(false)
    ]
    expect(failedTests({ files })).toEqual([
      { name: 'tests/browser/live.test.ts: a test that failed', reason: 'Error: no' },
      { name: 'tests/browser/live.test.ts: the file itself', reason: 'Error: no such module' }
    ])
  })
})
