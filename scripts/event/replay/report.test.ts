import { expect, it } from 'vitest'
import type { Scoreboard } from '~/scoring/rules'
import { percentiles } from './report'
import { differences } from './verify'

it('percentiles are taken by nearest rank', () => {
  const values = Array.from({ length: 200 }, (_, index) => 200 - index)
  expect(percentiles(values)).toEqual({ p50: 100, p95: 190, p99: 198 })
  expect(percentiles([7])).toEqual({ p50: 7, p95: 7, p99: 7 })
  expect(percentiles([])).toBeNull()
})

const board = (change: object = {}): Scoreboard => ({
  seq: 3,
  updateTimeUtc: '2026-01-01T00:00:00.000+00:00',
  bloodBonus: 0,
  timeLines: { all: [] },
  items: [],
  challenges: {},
  challengeCount: 0,
  ...change
})

it('differences between boards are found, without the times at which they were made', () => {
  expect(differences(board(), board({ updateTimeUtc: 'later' }))).toEqual([])
  expect(differences(board({ seq: 4 }), board())).toEqual(['board.seq: 4 live, 3 expected'])
  expect(differences(board(), board({ items: [{ score: 1 }] }))).toEqual([
    'board.items[0]: undefined live, {"score":1} expected'
  ])
})
