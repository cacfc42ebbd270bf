import { describe, expect, it } from 'vitest'
import { inRoot } from '../paths.mjs'
import { countTests, failedTests, flakyTests, mergeRuns, resultOf } from './vitest.mjs'

const test = (state: string, retries = 0, reason = '') => ({
  name: `a test that ${state}`,
  state,
  retries,
  reason
})

const file = (failed: boolean, ...tests: ReturnType<typeof test>[]) => ({
  path: inRoot('tests/browser/playing/live.test.ts'),
  ms: 1000,
  failed,
  reason: failed ? 'Error: no such module' : '',
  tests
})

const filesOf = (...files: ReturnType<typeof file>[]) => resultOf({ files }, 0).files

describe('countTests', () => {
  it('counts tests; skipped ones are neither passed nor failed', () => {
    const files = [file(false, test('passed'), test('skipped')), file(true, test('passed'), test('failed'))]
    expect(countTests(resultOf({ files }, 1))).toEqual({ passed: 2, failed: 1 })
  })

  it('counts a file that could not be loaded as a failure', () => {
    const files = [file(false, test('passed')), file(true)]
    expect(countTests(resultOf({ files }, 1))).toEqual({ passed: 1, failed: 1 })
  })

  it.each([
    ['a crash without a report', null, 134],
    ['no test at all', { files: [] }, 0],
    ['nothing but skipped tests', { files: [file(false, test('skipped'))] }, 0],
    ['an error outside the tests', { files: [file(false, test('passed'))] }, 1]
  ])('counts %s as a failure', (_case, report, code) => {
    expect(countTests(resultOf(report, code)).failed).toBe(1)
  })
})

describe('flakyTests', () => {
  it('names tests that passed when they were repeated, with the reason of the first failure', () => {
    const files = filesOf(
      file(true, test('passed'), test('passed', 1, 'Error: too early'), test('failed', 1, 'Error: no'))
    )
    expect(flakyTests(files)).toEqual([
      { name: 'tests/browser/playing/live.test.ts: a test that passed', reason: 'Error: too early' }
    ])
  })
})

describe('failedTests', () => {
  it('names failed tests with their reason, and files that could not be run whole', () => {
    const files = filesOf(
      file(true, test('passed'), test('failed', 0, 'Error: no')),
      file(true, test('passed')),
      file(false)
    )
    expect(failedTests(files)).toEqual([
      { name: 'tests/browser/playing/live.test.ts: a test that failed', reason: 'Error: no' },
      { name: 'tests/browser/playing/live.test.ts: the file itself', reason: 'Error: no such module' }
    ])
  })
})

describe('mergeRuns', () => {
  const named = (name: string, state: string, reason = '') => ({ name, state, retries: 0, reason })
  const first = resultOf(
    {
      files: [file(true, named('a', 'passed'), named('b', 'failed', 'too early'), named('c', 'failed', 'no'))]
    },
    1
  )

  it('a test that passed the second time is flaky, one that failed twice has failed', () => {
    const second = resultOf(
      { files: [file(true, named('a', 'passed'), named('b', 'passed'), named('c', 'failed', 'still no'))] },
      1
    )
    const merged = mergeRuns(first, second)
    expect(countTests(merged)).toEqual({ passed: 2, failed: 1 })
    expect(flakyTests(merged.files)).toEqual([
      { name: 'tests/browser/playing/live.test.ts: b', reason: 'too early' }
    ])
    expect(failedTests(merged.files)).toEqual([
      { name: 'tests/browser/playing/live.test.ts: c', reason: 'still no' }
    ])
  })

  it('names all tests of a file that could not be loaded the first time', () => {
    const unloaded = resultOf({ files: [file(true)] }, 1)
    const merged = mergeRuns(unloaded, resultOf({ files: [file(false, named('a', 'passed'))] }, 0))
    expect(countTests(merged)).toEqual({ passed: 1, failed: 0 })
    expect(flakyTests(merged.files)).toEqual([
      { name: 'tests/browser/playing/live.test.ts: a', reason: 'Error: no such module' }
    ])
  })

  it('leaves the first run as it was when the second has no results', () => {
    expect(countTests(mergeRuns(first, resultOf(null, 134)))).toEqual({ passed: 1, failed: 3 })
  })
})
