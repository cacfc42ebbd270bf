import { describe, expect, it } from 'vitest'
import { inRoot } from './paths.mjs'
import { countTests, secondRuns } from './vitest.mjs'

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((test) => ({ status: test }))
})

describe('countTests', () => {
  it('counts tests; skipped ones are neither', () => {
    const report = { testResults: [file('passed', 'passed', 'pending'), file('failed', 'passed', 'failed')] }
    expect(countTests(report, 1)).toEqual({ passed: 2, failed: 1 })
  })

  it('counts a file that could not be loaded as a failure', () => {
    expect(countTests({ testResults: [file('passed', 'passed'), file('failed')] }, 1)).toEqual({
      passed: 1,
      failed: 1
    })
  })

  it.each([
    ['a crash without a report', null, 134],
    ['no test at all', { testResults: [] }, 0],
    ['an error outside the tests', { testResults: [file('passed', 'passed')] }, 1]
  ])('counts %s as a failure', (_case, report, code) => {
    expect(countTests(report, code).failed).toBe(1)
  })
})

describe('secondRuns', () => {
  it('names what passed in spite of a failure, with its reason', () => {
    const test = (fullName: string, status: string, ...failureMessages: string[]) => ({
      fullName,
      status,
      failureMessages
    })
    const report = {
      testResults: [
        {
          name: inRoot('tests/browser/live.test.ts'),
          assertionResults: [
            test('a at once', 'passed'),
            test(' b later', 'passed', 'Error: too early\n    at b', 'Error: another'),
            test('c never', 'failed', 'Error: no', 'Error: no')
          ]
        }
      ]
    }
    expect(secondRuns(report)).toEqual([
      { name: 'tests/browser/live.test.ts: b later', reason: 'Error: too early' }
    ])
    expect(secondRuns(null)).toEqual([])
  })
})
