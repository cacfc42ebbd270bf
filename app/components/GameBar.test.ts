import { describe, expect, it } from 'vitest'
import { type BarGame, gameTabs } from './GameBar'

const game: BarGame = {
  id: 7,
  title: 'Ebbtide',
  poster: null,
  start: '2026-11-20T09:00:00.000+00:00',
  end: '2026-11-22T09:00:00.000+00:00',
  practiceMode: false,
  writeupRequired: false,
  status: 'Accepted'
}
const tabs = (more: Partial<BarGame>, phase: Parameters<typeof gameTabs>[1], staff = false, admin = false) =>
  gameTabs({ ...game, ...more }, phase, staff, admin).map(([tab]) => tab)

describe('tabs of a game', () => {
  it('lead only where the reader may go', () => {
    expect(tabs({}, 'upcoming')).toEqual(['overview'])
    expect(tabs({}, 'running')).toEqual(['overview', 'challenges', 'scoreboard'])
    expect(tabs({}, 'last-hour')).toContain('challenges')
    expect(tabs({}, 'ended')).toEqual(['overview', 'scoreboard'])
    expect(tabs({ practiceMode: true }, 'ended')).toContain('challenges')
    for (const status of ['Unsubmitted', 'Pending', 'Rejected', 'Suspended'] as const)
      expect(tabs({ status }, 'running')).toEqual(['overview', 'scoreboard'])
  })

  it('lead to the writeup where one is asked for, also after the end', () => {
    expect(tabs({ writeupRequired: true }, 'upcoming')).toEqual(['overview'])
    expect(tabs({ writeupRequired: true }, 'ended')).toEqual(['overview', 'writeup', 'scoreboard'])
    expect(tabs({ writeupRequired: true, status: 'Suspended' }, 'ended')).not.toContain('writeup')
  })

  it('lead staff to the monitor, from the start on', () => {
    expect(tabs({}, 'upcoming', true)).toEqual(['overview'])
    expect(tabs({ status: 'Unsubmitted' }, 'ended', true)).toEqual(['overview', 'scoreboard', 'monitor'])
  })

  it('lead administrators to the challenges at any time, monitors only as players', () => {
    expect(tabs({ status: 'Unsubmitted' }, 'upcoming', true, true)).toEqual(['overview', 'challenges'])
    expect(tabs({ status: 'Unsubmitted' }, 'ended', true, true)).toContain('challenges')
    expect(tabs({ status: 'Unsubmitted' }, 'running', true)).not.toContain('challenges')
  })
})
