import { describe, expect, it } from 'vitest'
import { changeOf, type OwnStanding } from './standing-change'

const own = (status: OwnStanding['status'], division: string | null = null): OwnStanding => ({
  status,
  division
})
const what = (before: OwnStanding, now: OwnStanding) => changeOf(before, now)?.what ?? null

describe('what a reader is told of a standing', () => {
  it('an unchanged standing is not reported', () => {
    expect(changeOf(own('Pending', 'Open'), own('Pending', 'Open'))).toBeNull()
  })

  it('the status is reported, and the end of a suspension', () => {
    expect(what(own('Pending'), own('Accepted'))).toBe('Accepted')
    expect(what(own('Suspended'), own('Accepted'))).toBe('Reinstated')
    expect(what(own('Accepted'), own('Suspended'))).toBe('Suspended')
    expect(what(own('Accepted'), own('Unsubmitted'))).toBe('Unsubmitted')
    expect(what(own('Pending', 'Open'), own('Accepted', 'Student'))).toBe('Accepted')
  })

  it('the division is reported when only that changed', () => {
    expect(changeOf(own('Accepted', 'Open'), own('Accepted', 'Student'))).toEqual({
      what: 'division',
      division: 'Student'
    })
    expect(what(own('Accepted', 'Open'), own('Accepted'))).toBe('no_division')
  })

  it('is a message when there are more than before, not when some were read or nothing was known', () => {
    const unread = (count: number) => ({ ...own('Accepted'), unread: count })
    expect(what(unread(1), unread(2))).toBe('message')
    expect(what(unread(2), unread(0))).toBeNull()
    expect(what(own('Accepted'), unread(3))).toBeNull()
    expect(what(unread(0), { ...unread(1), status: 'Suspended' })).toBe('Suspended')
  })
})
