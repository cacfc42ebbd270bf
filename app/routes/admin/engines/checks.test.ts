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
  it('names a kind as fine only when all of it was', () => {
    const found = findingsOf(report([check('redis', true), check('gateway', true), check('gateway', false)]))
    expect(found.fine).toEqual(['redis'])
    expect(found.through).toHaveLength(1)
    expect(found.more).toBe(0)
  })

  it('keeps the order in which checks are listed, each kind once', () => {
    const found = findingsOf(report([check('dns', true), check('gateway', true), check('gateway', true)]))
    expect(found.fine).toEqual(['gateway', 'dns'])
  })

  it('counts what it leaves out', () => {
    const found = findingsOf(report(Array.from({ length: 15 }, () => check('ssh', false))))
    expect([found.through.length, found.more]).toEqual([12, 3])
  })
})
