import { describe, expect, it } from 'vitest'
import { type BarGame, gameBarOf, gameTabs } from './GameBar'

const game: BarGame = {
  id: 7,
  title: 'Ebbtide',
  poster: null,
  start: '2026-11-20T09:00:00.000+00:00',
  end: '2026-11-22T09:00:00.000+00:00',
  ends: { regular: '2026-11-22T09:00:00.000+00:00', final: '2026-11-22T09:00:00.000+00:00', later: [] },
  practiceMode: false,
  writeupRequired: false,
  corrections: 0,
  decisions: 0,
  unread: 0,
  freeze: null,
  pause: null,
  status: 'Accepted',
  member: true
}
const readerOf = (staff: boolean, tries: boolean) => ({ watches: staff, helps: staff, tries, manages: staff })
const tabs = (more: Partial<BarGame>, phase: Parameters<typeof gameTabs>[1], staff = false) =>
  gameTabs({ ...game, ...more }, phase, readerOf(staff, false)).map(([tab]) => tab)

describe('tabs of a game', () => {
  const closed = (more: Partial<BarGame>, phase: Parameters<typeof gameTabs>[1], admin = false) =>
    gameTabs({ ...game, ...more }, phase, readerOf(admin, admin)).find(([tab]) => tab === 'challenges')?.[2]

  it('lead where the reader may go, and say why the challenges are closed', () => {
    expect(tabs({}, 'upcoming')).toEqual(['overview', 'challenges', 'scoreboard', 'help'])
    expect(closed({}, 'upcoming')).toBe('games:back.not_started')
    expect(closed({}, 'running')).toBeNull()
    expect(closed({ practiceMode: true }, 'ended')).toBeNull()
    for (const phase of ['upcoming', 'running'] as const) {
      expect(closed({ status: 'Unsubmitted' }, phase)).toBe('games:back.not_participating')
      expect(closed({ status: 'Pending' }, phase)).toBe('games:back.pending')
      for (const status of ['Rejected', 'Suspended'] as const)
        expect(closed({ status }, phase)).toBe('games:back.not_accepted')
    }
    expect(tabs({}, 'running')).toEqual(['overview', 'challenges', 'scoreboard', 'help'])
    expect(tabs({}, 'last-hour')).toContain('challenges')
    expect(tabs({}, 'ended')).toEqual(['overview', 'scoreboard', 'help', 'statistics', 'verify'])
    expect(tabs({ practiceMode: true }, 'ended')).toContain('challenges')
    expect(tabs({ status: 'Pending', practiceMode: true }, 'ended')).toEqual([
      'overview',
      'scoreboard',
      'help',
      'statistics',
      'verify'
    ])
  })

  it('lead who left the team after the end neither to its challenges nor to its help and writeup', () => {
    const wanted = { practiceMode: true, writeupRequired: true }
    const shared = ['challenges', 'writeup', 'help']
    const of = (member: boolean) => tabs({ ...wanted, member }, 'ended').filter((tab) => shared.includes(tab))
    expect([of(true), of(false)]).toEqual([shared, []])
  })

  it('a tab leads to the writeup if the game wants one, also after the end', () => {
    expect(tabs({ writeupRequired: true }, 'upcoming')).not.toContain('writeup')
    expect(tabs({ writeupRequired: true }, 'ended')).toEqual([
      'overview',
      'writeup',
      'scoreboard',
      'help',
      'statistics',
      'verify'
    ])
    expect(tabs({ writeupRequired: true, status: 'Suspended' }, 'ended')).not.toContain('writeup')
  })

  it('staff get a tab to the administration, and to the monitor from the start on', () => {
    expect(tabs({}, 'upcoming', true)).toContain('manage')
    expect(tabs({}, 'running')).not.toContain('manage')
    expect(tabs({}, 'upcoming', true)).not.toContain('monitor')
    expect(tabs({ status: 'Unsubmitted' }, 'upcoming', true)).toContain('help')
    expect(tabs({ status: 'Unsubmitted' }, 'running')).not.toContain('help')
    expect(tabs({ status: 'Unsubmitted' }, 'ended', true)).toEqual([
      'overview',
      'scoreboard',
      'statistics',
      'verify',
      'monitor',
      'manage'
    ])
  })

  it('administrators can always open the challenges, monitors only as players', () => {
    for (const phase of ['upcoming', 'running', 'ended'] as const)
      expect(closed({ status: 'Unsubmitted' }, phase, true)).toBeNull()
    expect(closed({ status: 'Unsubmitted' }, 'running')).toBe('games:back.not_participating')
    expect(tabs({ status: 'Unsubmitted' }, 'ended', true)).not.toContain('challenges')
  })
})

describe('the time that a bar shows', () => {
  const pause = {
    since: '2026-11-21T09:00:00.500+00:00',
    until: '2026-11-21T10:00:00.500+00:00',
    reason: 'The network is down.'
  }
  const shownAt = (time: string) => {
    const now = Date.parse(time)
    const { props } = gameBarOf({ game: { ...game, pause }, current: 'overview', now }, undefined).props
    return new Date(props.now).toISOString()
  }

  it('readers of a second share a bar, unless a pause begins or ends in it', () => {
    expect(shownAt('2026-11-21T09:30:00.700Z')).toBe('2026-11-21T09:30:00.000Z')
    expect(shownAt('2026-11-21T09:00:00.400Z')).toBe('2026-11-21T09:00:00.000Z')
    expect(shownAt('2026-11-21T09:00:00.600Z')).toBe('2026-11-21T09:00:00.600Z')
    expect(shownAt('2026-11-21T10:00:00.600Z')).toBe('2026-11-21T10:00:00.600Z')
  })
})
