import { describe, expect, it } from 'vitest'
import { readArguments, seedOf } from './test-run.mjs'

describe('readArguments', () => {
  it('runs every project by default', () => {
    expect(readArguments([])).toEqual({
      projects: ['unit', 'architecture', 'browser', 'integration', 'remix', 'instances'],
      filters: [],
      coverage: false
    })
    expect(readArguments(['-t', 'a name']).projects).toHaveLength(6)
  })

  it.each([
    [
      ['--project', 'unit', '--project=instances'],
      { projects: ['unit', 'instances'], filters: [], coverage: false }
    ],
    [
      ['tests/instances/harness.test.ts'],
      { projects: ['instances'], filters: ['tests/instances/harness.test.ts'], coverage: false }
    ],
    [
      ['tests/browser', '--coverage', './scripts/lib'],
      { projects: ['unit', 'browser'], filters: ['tests/browser', './scripts/lib'], coverage: true }
    ]
  ])('reads %j', (argv, expected) => {
    expect(readArguments(argv)).toEqual(expected)
  })

  it('refuses an unknown project', () => {
    expect(() => readArguments(['--project', 'none'])).toThrow(/no test project none/)
  })
})

describe('seedOf', () => {
  it('repeats the given seed, makes one up otherwise, and refuses what is no number', () => {
    expect(seedOf('42')).toBe('42')
    expect(seedOf(undefined)).toMatch(/^\d+$/)
    for (const wrong of ['', 'x', '1.5', '-1']) expect(() => seedOf(wrong)).toThrow(/TEST_SEED must be/)
  })
})
