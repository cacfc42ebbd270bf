import { describe, expect, it } from 'vitest'
import type { GameEventView, SubmissionView } from '~/server/monitoring/contract'
import { fitsEvent, fitsSubmission, isHint, MAX_ROWS, merged } from './monitor-rows'
import { hrefOf, type Query, readQuery } from './query'

const ALL: Query = { type: null, kind: null, challenge: null, team: null, search: '', page: 1 }
const submission: SubmissionView = {
  answer: 'flag{Rope}',
  status: 'WrongAnswer',
  time: '2026-11-20T09:00:00.000+00:00',
  user: 'Mira',
  team: 'Полярный Хеш',
  challenge: 'Knots',
  id: 7,
  challengeId: 3,
  teamId: 5,
  ip: null,
  late: false
}
const event: GameEventView = {
  type: 'FlagSubmit',
  values: ['WrongAnswer', 'flag{Rope}', 'Knots', '3'],
  time: submission.time,
  user: 'Mira',
  team: 'Port 1337',
  key: 's7',
  teamId: 5,
  ip: null
}

describe('a new row', () => {
  it.each([
    [{}, true],
    [{ type: 'Accepted' }, false],
    [{ type: 'WrongAnswer', challenge: 3, team: 5, search: ' хеш ' }, true],
    [{ challenge: 4 }, false],
    [{ team: 6 }, false],
    [{ search: 'ROPE' }, true],
    [{ search: 'Knots' }, false]
  ])('the row of submissions fits %j: %s', (query, fits) =>
    expect(fitsSubmission({ ...ALL, ...query }, submission)).toBe(fits)
  )

  it.each([
    [{ kind: 'flags' }, true],
    [{ kind: 'cheating' }, false],
    [{ team: 6 }, false],
    [{ search: 'knots' }, true],
    [{ search: 'WrongAnswer' }, false],
    [{ search: 'nobody' }, false]
  ])('the row of events fits %j: %s', (query, fits) =>
    expect(fitsEvent({ ...ALL, ...query }, event)).toBe(fits)
  )

  it('a hint is recognised by its sign, and found among hints alone', () => {
    const values = ['Entry shared? Knots', 'networks', '3', 'Knots', '4']
    const hint: GameEventView = { ...event, type: 'Normal', values }
    expect([isHint(values), isHint(['A notice']), isHint(event.values)]).toEqual([true, false, false])
    expect(['hints', 'cheating', 'flags'].map((kind) => fitsEvent({ ...ALL, kind }, hint))).toEqual([
      true,
      false,
      false
    ])
  })
})

describe('a list', () => {
  const key = ({ id }: { id: number; text?: string }) => String(id)

  it('the list grows at the top, shows each row once in its newest state, and is bounded', () => {
    const known = [{ id: 2, text: 'being checked' }, { id: 1 }]
    const fresh = [{ id: 2, text: 'accepted' }, { id: 3 }, { id: 4 }]
    expect(merged(known, fresh, key)).toEqual([{ id: 4 }, { id: 3 }, { id: 2, text: 'accepted' }, { id: 1 }])
    const many = Array.from({ length: MAX_ROWS }, (_, id) => ({ id: id + 10 }))
    expect(merged(many, [{ id: 1 }], key)).toHaveLength(MAX_ROWS)
    expect(merged(many, [{ id: 1 }], key)[0]).toEqual({ id: 1 })
  })
})

describe('an address', () => {
  it('a query survives its address; invalid values are ignored', () => {
    const query = { type: 'Accepted', kind: null, challenge: 3, team: 5, search: 'a&b=c', page: 4 }
    const href = hrefOf(query, { page: 4 })
    expect(readQuery(new URLSearchParams(href), ['Accepted'], [])).toEqual(query)
    expect(hrefOf(query, { team: null })).not.toMatch(/page|team/)
    const odd = new URLSearchParams('type=x&kind=flags&challenge=-1&team=1e9&page=0&search=')
    expect(readQuery(odd, ['Accepted'], ['flags'])).toEqual({ ...ALL, kind: 'flags' })
    expect(hrefOf(ALL)).toBe('?')
  })
})
