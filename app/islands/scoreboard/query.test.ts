import { describe, expect, it } from 'vitest'
import { searchFor } from '~/app/islands/runtime/search'
import { hrefOf, readQuery } from './query'

const read = (search: string) => readQuery(new URLSearchParams(search))

describe('the address', () => {
  it.each([
    ['', '/games/7/Scoreboard'],
    [
      '?division=R%26D&q=knot+today&page=3&team=44',
      '/games/7/Scoreboard?division=R%26D&q=knot+today&page=3&team=44'
    ],
    ['?page=1&team=&q=++&division=', '/games/7/Scoreboard'],
    ['?page=-1&team=x', '/games/7/Scoreboard'],
    ['?page=1e3&team=99999999999', '/games/7/Scoreboard']
  ])('the address %s is parsed and written as %s', (search, href) => {
    expect(hrefOf(7, read(search))).toBe(href)
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
