import { describe, expect, it } from 'vitest'
import { searchFor } from '~/app/islands/runtime/search'
import { hrefOf, pinned, readQuery } from './query'

const read = (search: string) => readQuery(new URLSearchParams(search))

describe('the address', () => {
  it.each([
    ['', '/games/7/Scoreboard'],
    [
      '?division=R%26D&q=knot+today&page=3&team=44',
      '/games/7/Scoreboard?division=R%26D&q=knot+today&page=3&team=44'
    ],
    ['?division=A&country=DE&q=x', '/games/7/Scoreboard?division=A&country=DE&q=x'],
    ['?page=1&team=&q=++&division=&country=', '/games/7/Scoreboard'],
    ['?page=-1&team=x', '/games/7/Scoreboard'],
    ['?page=1e3&team=99999999999', '/games/7/Scoreboard'],
    ['?teams=3,5&last=6', '/games/7/Scoreboard?teams=3,5&last=6'],
    ['?teams=3,3,x,,-1,99999999999&last=5', '/games/7/Scoreboard?teams=3'],
    ['?teams=1,2,3,4,5,6,7', '/games/7/Scoreboard?teams=1,2,3,4,5']
  ])('the address %s is parsed and written as %s', (search, href) => {
    expect(hrefOf(7, read(search))).toBe(href)
  })
})

describe('teams to compare', () => {
  it('a team is added last, a sixth one replaces the first, and one that is there leaves', () => {
    const query = read('?teams=1,2,3,4,5&division=A')
    expect(pinned(query, 6)).toEqual({ ...query, teams: [2, 3, 4, 5, 6] })
    expect(pinned(query, 3)).toEqual({ ...query, teams: [1, 2, 4, 5] })
  })
})

describe('the search', () => {
  it('names are found without accents and case', () => {
    expect(searchFor('vigenere')('Vigenère’s Apéritif')).toBe(true)
    expect(searchFor('ÜNF')('Fünf Freunde')).toBe(true)
    expect(searchFor('хеш')('Полярный Хеш')).toBe(true)
    expect(searchFor('rats')('Knot Today')).toBe(false)
  })

  it('a blank search finds all', () => {
    expect(searchFor('  ')('Knot Today')).toBe(true)
  })
})
