import { expect, it } from 'vitest'
import { formatOf } from '~/app/i18n/format'
import type { BoardItem, LatestSolve, Part } from '~/scoring'
import type { NoticeView } from '~/server/notices/contract'
import { type FeedSource, feedOf, organisersOf } from './home-news'

const NOW = Date.parse('2026-11-30T12:00:00Z')
const format = formatOf('en-US')

const notice = (id: number, type: NoticeView['type'], ago: number, values: string[] = []) =>
  ({ id, type, values, time: new Date(NOW - ago).toISOString() }) as NoticeView

const solve = (submission: number, challenge: number, place: number, ago: number): LatestSolve => ({
  ...{ team: 40 + submission, name: `Team ${submission}`, challenge, place, at: NOW - ago, submission }
})

const part = {
  challenges: { Web: [{ id: 1, title: 'One', category: 'Web', score: 321, solved: 4, bloods: [] }] }
} as unknown as Part

const own = {
  name: 'Own',
  solvedChallenges: [
    {
      id: 1,
      score: 337,
      type: 'FirstBlood',
      userName: 'ann',
      time: '2026-11-30T11:00:00.000Z',
      submissionId: 3
    }
  ]
} as unknown as BoardItem

const source: FeedSource = {
  ...{ game: 7, kind: 'all', part, own: null, now: NOW },
  notices: [notice(1, 'FirstBlood', 50_000, ['Team 3', 'One']), notice(2, 'Normal', 10_000, ['Soup'])],
  solves: [solve(9, 1, 3, 5000), solve(8, 2, 3, 6000), solve(3, 1, 0, 50_000)]
}

const shown = (more: Partial<FeedSource> = {}) =>
  feedOf({ ...source, ...more }, format, 'en-US').map(({ notice, solve }) =>
    notice ? `notice ${notice.id}` : `${solve.who} ${solve.title} ${solve.points} ${solve.place}`
  )

it('has notices, and solves that no notice tells, newest first', () => {
  // The challenge 2 is not on the board; a blood is told by its notice.
  expect(shown()).toEqual(['Team 9 One 321 0', 'notice 2', 'notice 1'])
  expect(shown({ solves: null })).toEqual(['notice 2', 'notice 1'])
  expect(shown({ part: null })).toEqual(['notice 2', 'notice 1'])
})

it('has one kind, without solves of others', () => {
  expect(shown({ kind: 'bloods' })).toEqual(['notice 1'])
  expect(shown({ kind: 'organisers' })).toEqual(['notice 2'])
  expect(organisersOf(source.notices)).toBe(1)
})

it('has the solves of the own team by its members', () => {
  expect(shown({ kind: 'team', own })).toEqual(['ann One 337 1'])
  expect(shown({ kind: 'team' })).toEqual([])
})

it('has the newest lines alone', () => {
  const notices = Array.from({ length: 20 }, (_, at) => notice(at + 1, 'Normal', (20 - at) * 1000))
  expect(shown({ notices, solves: [] })).toEqual([20, 19, 18, 17, 16, 15, 14, 13].map((id) => `notice ${id}`))
})
