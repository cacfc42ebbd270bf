import { expect, it } from 'vitest'
import type { Scoreboard } from '~/scoring/rules'
import { NEVER } from '~/server/platform/time'
import { ctftimeFeed } from './ctftime'

const challenge = (id: number, title: string) => ({ id, title }) as Scoreboard['challenges'][string][number]
const item = (more: Partial<Scoreboard['items'][number]>) => more as Scoreboard['items'][number]

it('tells places, points and times as CTFtime wants them, and tells equal titles apart', () => {
  const board = {
    challenges: { Web: [challenge(1, 'Knots'), challenge(2, '__proto__')], Pwn: [challenge(3, 'Knots')] },
    items: [
      item({
        rank: 1,
        name: '旗',
        score: 1500,
        lastSubmissionTime: '2026-11-20T09:00:01.999+00:00',
        solvedChallenges: [
          {
            id: 1,
            score: 500,
            type: 'Normal',
            userName: null,
            time: '2026-11-20T09:00:00.000+00:00',
            submissionId: 1
          },
          {
            id: 3,
            score: 1000,
            type: 'Normal',
            userName: null,
            time: '2026-11-20T09:00:01.999+00:00',
            submissionId: 2
          }
        ]
      }),
      item({ rank: 2, name: 'idle', score: 0, lastSubmissionTime: NEVER, solvedChallenges: [] })
    ]
  } as unknown as Scoreboard
  const nine = Date.UTC(2026, 10, 20, 9) / 1000
  expect(ctftimeFeed(board)).toEqual({
    tasks: ['Knots', '__proto__', 'Knots (2)'],
    standings: [
      {
        pos: 1,
        team: '旗',
        score: 1500,
        taskStats: { Knots: { points: 500, time: nine }, 'Knots (2)': { points: 1000, time: nine + 1 } },
        lastAccept: nine + 1
      },
      { pos: 2, team: 'idle', score: 0, taskStats: {} }
    ]
  })
})
