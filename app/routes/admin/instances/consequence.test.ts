import { expect, it } from 'vitest'
import { consequenceOf } from './consequence'

const team = (id: number) => ({ id, name: `Team ${id}`, avatar: null })
const row = { kind: 'team', state: 'ready', ending: false, team: team(1) } as const

it('each team is counted once, with what its members lose', () => {
  expect(
    consequenceOf([
      row,
      { ...row, state: 'unhealthy' },
      { ...row, state: 'queued', team: team(2) },
      { ...row, state: 'starting', team: team(3) },
      { ...row, kind: 'test', team: null }
    ])
  ).toEqual({ instances: 5, teams: 3, ready: 3, waiting: 1, tests: 1 })
})

it('ended and ending instances are left out', () => {
  expect(
    consequenceOf([
      { ...row, ending: true },
      { ...row, state: 'ended' },
      { ...row, state: 'failed' }
    ])
  ).toEqual({
    instances: 0,
    teams: 0,
    ready: 0,
    waiting: 0,
    tests: 0
  })
})
