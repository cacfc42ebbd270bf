import { describe, expect, it } from 'vitest'
import type { GuardCheck } from '~/server/engines/contract'
import { findingsOf } from './checks'

const check = (name: GuardCheck['name'], ok: boolean): GuardCheck => ({
  name,
  target: '10.0.0.1:22',
  result: ok ? 'blocked' : 'reached',
  ms: ok ? null : 2,
  ok
})
const report = (checks: GuardCheck[]) => ({ at: 0, guarded: false, checks, error: null })

describe('findingsOf', () => {
  it('a kind of checks is fine only if all of it passed', () => {
    const found = findingsOf(report([check('redis', true), check('gateway', true), check('gateway', false)]))
    expect(found.fine).toEqual(['redis'])
    expect(found.through).toHaveLength(1)
    expect(found.more).toBe(0)
  })

  it('kinds keep the order of the checks, each once', () => {
    const found = findingsOf(report([check('dns', true), check('gateway', true), check('gateway', true)]))
    expect(found.fine).toEqual(['gateway', 'dns'])
  })

  it('findings beyond the limit are counted', () => {
    const found = findingsOf(report(Array.from({ length: 15 }, () => check('ssh', false))))
    expect([found.through.length, found.more]).toEqual([12, 3])
  })
})
