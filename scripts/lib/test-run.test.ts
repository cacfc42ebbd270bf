import { describe, expect, it } from 'vitest'
import { readArguments } from './test-run.mjs'

describe('readArguments', () => {
  it('runs every project unless told otherwise', () => {
    expect(readArguments([])).toEqual({
      projects: ['unit', 'architecture', 'integration', 'instances', 'browser'],
      filters: []
    })
    expect(readArguments(['-t', 'a name']).projects).toHaveLength(5)
  })

  it.each([
    [['--project', 'unit', '--project=instances'], { projects: ['unit', 'instances'], filters: [] }],
    [
      ['tests/instances/harness.test.ts'],
      { projects: ['instances'], filters: ['tests/instances/harness.test.ts'] }
    ],
    [
      ['tests/browser', './scripts/lib'],
      { projects: ['unit', 'browser'], filters: ['tests/browser', './scripts/lib'] }
    ]
  ])('%j', (argv, expected) => {
    expect(readArguments(argv)).toEqual(expected)
  })

  it('refuses a project that there is not', () => {
    expect(() => readArguments(['--project', 'none'])).toThrow(/no test project none/)
  })
})
