import { describe, expect, it } from 'vitest'
import { formatOf } from '~/app/i18n/format'
import type { BoardItem, Part } from '~/scoring'
import type { NoticeView } from '~/server/notices/contract'
import { HOUR_MS } from '~/server/platform/time'
import type { TeamTask } from '~/server/workspace/contract'
import { type PlayerSource, playerView } from './player'
import { raceOf } from './race'

const NOW = Date.parse('2026-11-30T12:00:00Z')
const format = formatOf('en-US')

const challenge = (id: number, solved: number) => ({
  ...{ id, title: `Challenge ${id}`, category: 'Web', score: 100, solved, bloods: [] }
})

interface Solved {
  id: number
  at: number
}

const item = (participationId: number, rank: number, solves: Solved[] = []): BoardItem =>
  ({
    ...{ id: participationId + 100, participationId, rank, name: `Team ${participationId}` },
    ...{ bio: null, organization: null, avatar: null, country: null, organizationRank: null },
    ...{ score: solves.length * 100, solvedCount: solves.length, lastSubmissionTime: '', adjustments: [] },
    solvedChallenges: solves.map(({ id, at }) => ({
      ...{ id, score: 100, type: 'Normal', userName: null, submissionId: id },
      time: new Date(at).toISOString()
    }))
  }) as unknown as BoardItem

const part = (items: BoardItem[] = []) =>
  ({
    facts: { challengeCount: 6, teams: 20 },
    challenges: { Web: [6, 5, 4, 3, 2, 1].map((solved, at) => challenge(at + 1, solved)) },
    ...{ found: items.length, items, leaders: [] }
  }) as unknown as Part

const task = (name: string, challengeId: number, self = false): TeamTask => ({
  ...{ name, avatar: null, self, challengeId, title: `Challenge ${challengeId}`, instanceUntil: null }
})

const hint = (title: string, at: number) =>
  ({ id: 1, type: 'NewHint', values: [title], time: new Date(at).toISOString() }) as unknown as NoticeView

const ALL = new Map([1, 2, 3, 4, 5, 6].map((id) => [id, null]))

const viewOf = (more: Partial<PlayerSource> = {}) =>
  playerView(
    {
      ...{ game: 7, start: NOW - 9 * HOUR_MS, now: NOW, own: item(3, 4, [{ id: 1, at: NOW - HOUR_MS }]) },
      ...{
        part: part(),
        around: null,
        tasks: null,
        notices: [],
        before: null,
        frozen: false,
        answerable: ALL,
        ...more
      }
    },
    format,
    'en-US',
    5
  )

const offered = (more: Partial<PlayerSource>) => viewOf(more).next!.challenges.map(({ id, why }) => [id, why])

describe('the next challenges of a player', () => {
  it('are those of teammates, then one with a new hint, then those that most have solved', () => {
    const tasks = [task('ann', 6), task('bob', 6), task('ann', 5), task('cy', 4), task('me', 3, true)]
    const notices = [hint('Challenge 3', NOW - 60_000), hint('Challenge 2', NOW - 2 * HOUR_MS)]
    expect(offered({ tasks, notices })).toEqual([
      [4, { mates: ['cy'] }],
      [5, { mates: ['ann'] }],
      [3, { ago: '1m' }],
      [2, null]
    ])
  })

  it('are never ones that the team has solved, and none when it has solved all', () => {
    expect(offered({ tasks: [task('ann', 1)] }).map(([id]) => id)).toEqual([2, 3, 4, 5])
    const all = [1, 2, 3, 4, 5, 6].map((id) => ({ id, at: NOW - HOUR_MS }))
    expect(viewOf({ own: item(3, 1, all) }).next).toBeNull()
  })

  it('are only ones that the team can answer, until their deadlines', () => {
    const answerable = new Map([
      [3, NOW + 1],
      [4, NOW],
      [6, null]
    ])
    const tasks = [task('ann', 5), task('ann', 6)]
    const notices = [hint('Challenge 2', NOW - 60_000)]
    expect(offered({ answerable, tasks, notices }).map(([id]) => id)).toEqual([6, 3])
    for (const unknown of [null, new Map<number, null>()])
      expect(viewOf({ answerable: unknown }).next).toBeNull()
  })
})

describe('the own rank', () => {
  it.each([
    [false, '12'],
    [true, '12?']
  ])('on a board that is frozen (%s) is %s, in the figures and in the line', (frozen, rank) => {
    const { figures, line } = viewOf({ own: item(3, 12), frozen })
    expect([figures.rank, line!.texts.rank]).toEqual([rank, rank])
  })
})

describe('the change of a rank', () => {
  it.each([
    [null, null],
    [new Map([[9, 1]]), null],
    [new Map([[3, 7]]), 3],
    [new Map([[3, 1]]), -3]
  ])('is told by the ranks of before: %j', (before, change) => {
    expect(viewOf({ before }).change).toBe(change)
  })
})

describe('the chart', () => {
  const times = { start: NOW - 9 * HOUR_MS, end: NOW + HOUR_MS, now: NOW - 20_000 }
  const board = Array.from({ length: 10 }, (_, at) =>
    item(at + 1, at + 1, [
      { id: 1, at: NOW - 8 * HOUR_MS },
      { id: 2, at: NOW - HOUR_MS }
    ])
  )

  it('has the first two, the tenth and the own team, each once, over six hours', () => {
    const race = raceOf(part(board), item(12, 12, [{ id: 1, at: NOW - 7 * HOUR_MS }]), times)!
    expect(race.lines.map(({ id, place, own }) => [id, place, own])).toEqual([
      [1, 1, false],
      [2, 2, false],
      [10, 10, false],
      [12, 12, true]
    ])
    expect([race.span, race.part]).toEqual([{ from: NOW - 6 * HOUR_MS, to: NOW }, true])
    // What was before is one step at the left edge.
    expect(race.lines[0]!.steps).toEqual([
      [NOW - 6 * HOUR_MS, 100],
      [NOW - HOUR_MS, 200]
    ])
    expect(raceOf(part(board), board[1]!, times)!.lines.map(({ id }) => id)).toEqual([1, 2, 10])
  })

  it('has the first three for who plays nowhere, and is nothing while nobody scored', () => {
    expect(raceOf(part(board), null, times)!.lines.map(({ id }) => id)).toEqual([1, 2, 3, 10])
    expect(raceOf(part([item(1, 1), item(2, 2)]), null, times)).toBeNull()
  })
})
