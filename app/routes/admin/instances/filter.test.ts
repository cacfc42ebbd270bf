import { describe, expect, it } from 'vitest'
import { filterOf, narrows, tabOf } from './filter'

const of = (query: string) => filterOf(new URLSearchParams(query))
const NOTHING = { tab: 'running', search: '', game: null, challenge: null, state: null, reason: null }

describe('filterOf', () => {
  it('nothing is filtered by default, or by invalid values', () => {
    expect(of('')).toEqual(NOTHING)
    expect(of('tab=bilge&game=x&challenge=-1&state=afloat&reason=bored&page=3')).toEqual(NOTHING)
    expect(of('game=99999999999')).toEqual(NOTHING)
  })

  it('all filters of the address are taken', () => {
    expect(of('q=crew%00&game=3&challenge=7&state=unhealthy')).toEqual({
      ...NOTHING,
      search: 'crew',
      game: 3,
      challenge: 7,
      state: 'unhealthy'
    })
    expect(of(`q=${'x'.repeat(500)}`).search).toHaveLength(254)
  })

  it('filters of other tabs are ignored', () => {
    expect(of('tab=ended&state=ready&reason=oom')).toEqual({ ...NOTHING, tab: 'ended', reason: 'oom' })
    expect(of('tab=queue&state=ready&reason=oom')).toEqual({ ...NOTHING, tab: 'queue' })
  })
})

it('the tabs are recognised', () => {
  expect(
    ['', 'tab=stuck', 'tab=orphans', 'tab=STUCK'].map((text) => tabOf(new URLSearchParams(text)))
  ).toEqual(['running', 'stuck', 'orphans', 'running'])
})

it('a filtered list is recognised', () => {
  expect(narrows(of(''))).toBe(false)
  expect(narrows(of('q=%20'))).toBe(false)
  for (const query of ['q=a', 'game=1', 'challenge=1', 'state=ready', 'tab=ended&reason=oom'])
    expect([query, narrows(of(query))]).toEqual([query, true])
})
