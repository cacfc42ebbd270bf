import { describe, expect, it } from 'vitest'
import type { BoardItem } from '~/scoring/rules'
import type { NoticeView } from '~/server/notices/contract'
import { HOUR_MS, MINUTE_MS } from '~/server/platform/time'
import { isToasted } from '../news/notice'
import { cardAfter } from './board/moves'
import { sparkline } from './board/sparkline'
import { newer, resultOf, teaseOf } from './dialog/verdict'
import { merged, newestOf, noticesIn, unreadIn } from './news/notice-feed'
import { ageText, hoursAndMinutes } from './words'

const notice = (id: number, type: NoticeView['type'], minute: number): NoticeView => ({
  id,
  type,
  values: ['x'],
  time: `2026-11-20T10:${String(minute).padStart(2, '0')}:00.000+00:00`
})

describe('notices', () => {
  const all = [notice(1, 'Normal', 1), notice(2, 'FirstBlood', 2), notice(3, 'NewHint', 3)]

  it('each notice appears once, newest first, in its newest version', () => {
    const edited = { ...notice(1, 'Normal', 9), values: ['y'] }
    expect(merged(all, [notice(4, 'NewChallenge', 2), edited]).map(({ id }) => id)).toEqual([1, 3, 4, 2])
    expect(merged(all, [edited])[0]!.values).toEqual(['y'])
  })

  it('the tabs filter notices', () => {
    const ids = (tab: Parameters<typeof noticesIn>[1]) => noticesIn(all, tab).map(({ id }) => id)
    expect([ids('all'), ids('game'), ids('events'), ids('challenge')]).toEqual([[1, 2, 3], [1], [2], [3]])
  })

  it('notices newer than the last one read are unread, edited ones are not', () => {
    expect([...unreadIn(all, 1)]).toEqual([2, 3])
    expect([...unreadIn(merged(all, [notice(1, 'Normal', 9)]), newestOf(all))]).toEqual([])
    expect([newestOf([]), [...unreadIn(all, Number.POSITIVE_INFINITY)]]).toEqual([0, []])
  })

  it('all notices except bloods are toasted', () => {
    expect(all.map(isToasted)).toEqual([true, false, true])
  })
})

describe('verdicts', () => {
  it('a verdict becomes the outcome for the player', () => {
    const kinds = ['FlagSubmitted', 'Accepted', 'WrongAnswer', 'CheatDetected', 'NotFound'] as const
    expect(kinds.map((status) => resultOf(3, status).kind)).toEqual([
      'checking',
      'accepted',
      'wrong',
      'wrong',
      'unknown'
    ])
  })

  it('the outcome is that of the newest flag, in any order of verdicts', () => {
    const [first, second] = [resultOf(7, 'WrongAnswer'), resultOf(8, 'Accepted')]
    expect(newer(undefined, first)).toBe(first)
    expect(newer(first, second)).toBe(second)
    expect(newer(second, first)).toBe(second)
    expect(newer(resultOf(8, 'FlagSubmitted'), second)).toBe(second)
    expect(newer(second, { kind: 'sending' })).toEqual({ kind: 'sending' })
  })

  it('every tease is used', () => {
    const seen = new Set(Array.from({ length: 400 }, (_, id) => teaseOf(id)))
    expect([...seen].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  })
})

describe('moves among the cards', () => {
  const boxes = [
    { id: 1, x: 10, y: 0 },
    { id: 2, x: 20, y: 0 },
    { id: 3, x: 30, y: 2 },
    { id: 4, x: 12, y: 40 },
    { id: 5, x: 22, y: 41 },
    { id: 6, x: 11, y: 90 }
  ]

  it('next and previous follow the order and stop at the ends', () => {
    expect(cardAfter(boxes, null, 'next')).toBe(1)
    expect(cardAfter(boxes, 3, 'next')).toBe(4)
    expect(cardAfter(boxes, 1, 'previous')).toBeNull()
    expect(cardAfter([], 1, 'next')).toBeNull()
  })

  it('up and down go to the nearest card of the next row', () => {
    expect(cardAfter(boxes, 3, 'down')).toBe(5)
    expect(cardAfter(boxes, 4, 'up')).toBe(1)
    expect(cardAfter(boxes, 5, 'down')).toBe(6)
    expect(cardAfter(boxes, 6, 'down')).toBeNull()
  })
})

describe('words', () => {
  const t = (key: string, params = {}) => `${key} ${Object.values(params)}`.trim()

  it('ages have one unit', () => {
    const minute = 60_000
    expect([-5, 59_999, minute, 90 * minute, 50 * 60 * minute].map((age) => ageText(t, age))).toEqual([
      'challenges:age.now',
      'challenges:age.now',
      'challenges:age.minutes 1',
      'challenges:age.hours 1',
      'challenges:age.days 2'
    ])
  })

  it('the time into a game is written as hours and minutes', () => {
    expect([hoursAndMinutes(-1), hoursAndMinutes(3 * HOUR_MS + 16 * MINUTE_MS)]).toEqual(['0:00', '3:16'])
  })
})

describe('the own line', () => {
  it('the own line has steps from the start to now, including awards', () => {
    const item = {
      solvedChallenges: [{ time: '1970-01-01T00:00:00.050+00:00', score: 100 }],
      adjustments: [{ time: '1970-01-01T00:00:00.075+00:00', points: -50 }]
    } as unknown as BoardItem
    expect(sparkline(item, 0, 100)).toBe('M0 36H50V2H75V19H100')
  })
})
