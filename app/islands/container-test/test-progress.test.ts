import { describe, expect, it } from 'vitest'
import type { TestInstance } from '~/app/request/test-instance'
import { fixOf, paceOf, phaseOf, secondsOf } from './test-progress'

const test = (given: Partial<TestInstance>) => ({ state: 'ready', ending: false, ...given }) as TestInstance

describe('a test instance', () => {
  it('an instance is stopping from the request to its end', () => {
    expect(phaseOf(null)).toBe('none')
    expect(phaseOf(test({ ending: true }))).toBe('stopping')
    expect(phaseOf(test({ state: 'ended', ending: true }))).toBe('ended')
    expect(phaseOf(test({ state: 'stuck', ending: true }))).toBe('stuck')
  })

  it('polling is frequent during changes, and absent without them', () => {
    expect(paceOf(null, { sent: false })).toBeNull()
    expect(paceOf(null, { sent: true })).toBe(1000)
    expect(paceOf(test({ state: 'queued' }), { sent: false })).toBe(1000)
    expect(paceOf(test({}), { sent: false })).toBe(5000)
    expect(paceOf(test({ state: 'failed' }), { sent: false })).toBeNull()
  })

  it('failures have advice, intended ends have none', () => {
    expect(fixOf(test({ state: 'failed', error: 'not_ready' }))).toBe('not_ready')
    expect(fixOf(test({ state: 'failed', error: null }))).toBe('engine')
    expect(fixOf(test({ state: 'ended', reason: 'crashed' }))).toBe('exited')
    expect(fixOf(test({ state: 'ended', reason: 'oom' }))).toBe('oom')
    expect(fixOf(test({ state: 'ended', reason: 'admin' }))).toBeNull()
    expect(fixOf(test({}))).toBeNull()
  })

  it('seconds are short', () => {
    expect([0, 40, 449, 2250].map(secondsOf)).toEqual([0, 0, 0.4, 2.3])
  })
})
