import { describe, expect, it } from 'vitest'
import type { LogView } from '~/server/logs/contract'
import { aboutOf, fits, hrefOf, MAX_ROWS, merged, wordsOf } from './list'

const row = (id: number, more: Partial<LogView> = {}): LogView => ({
  id,
  time: new Date(id * 1000).toISOString(),
  level: 'Information',
  process: 'web',
  status: 'Success',
  ip: '192.0.2.7',
  name: 'mira',
  event: 'team_created',
  details: { team: 12 },
  ...more
})
const ids = (rows: LogView[]) => rows.map(({ id }) => id)

describe('merged', () => {
  it('events are sorted by time, each once, in whatever order they arrive', () => {
    const late = row(9, { time: new Date(1500).toISOString() })
    expect(ids(merged([row(2), row(1)], [row(2), row(3), late]))).toEqual([3, 2, 9, 1])
  })

  it('the list is bounded', () => {
    const many = Array.from({ length: MAX_ROWS + 50 }, (_, at) => row(at))
    expect(ids(merged([], many)).slice(0, 2)).toEqual([MAX_ROWS + 49, MAX_ROWS + 48])
    expect(merged([], many)).toHaveLength(MAX_ROWS)
  })
})

describe('fits', () => {
  const query = { level: null, search: '' }
  it('the filter checks the level, and words in any case anywhere', () => {
    expect(fits(query, row(1), '')).toBe(true)
    expect(fits({ ...query, level: 'Error' }, row(1), '')).toBe(false)
    for (const search of ['MIRA', '192.0', 'TEAM_', 'gegründet', '"team":12'])
      expect([search, fits({ ...query, search }, row(1), 'Team gegründet')]).toEqual([search, true])
    expect(fits({ ...query, search: 'nobody' }, row(1), 'Team created')).toBe(false)
  })
})

it('events without a text show their code, on server and browser', () => {
  expect(wordsOf(() => 'Team created', 'team_created')).toBe('Team created')
  expect(wordsOf((key) => key, 'odd_thing')).toBe('odd_thing')
  expect(wordsOf((key) => key.slice('logs:'.length), 'odd_thing')).toBe('odd_thing')
})

it('details for people are shown', () => {
  const details = { team: 12, requestId: 'x', name: 'a', err: { message: 'b' }, none: null }
  expect(aboutOf(row(1, { details }))).toEqual([
    ['team', '12'],
    ['name', 'a'],
    ['err', '{"message":"b"}']
  ])
})

it('the address of a query is written', () => {
  expect(hrefOf({ level: null, search: '' })).toBe('?')
  expect(hrefOf({ level: 'Error', search: 'a b' }, 3)).toBe('?level=Error&search=a+b&page=3')
})
