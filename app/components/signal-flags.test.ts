import { describe, expect, it } from 'vitest'
import { posterWord } from './game/Poster'
import { flagLetter } from './signal-flags'

describe('flagLetter', () => {
  it.each([
    ['Saltwater Rats', 'S'],
    ['0xC0FFEE Club', 'X'],
    ['Émile', 'E'],
    ['zed', 'Z']
  ])('the name %s shows the flag %s', (name, letter) => expect(flagLetter(name)).toBe(letter))

  it('a name in another script always shows the same flag', () => {
    expect(flagLetter('Полярный Хеш')).toMatch(/^[A-Z]$/)
    expect(flagLetter('Полярный Хеш')).toBe(flagLetter('Полярный Хеш'))
    expect(flagLetter('')).toMatch(/^[A-Z]$/)
  })
})

describe('posterWord', () => {
  it.each([
    ['Ebbtide CTF 2026', 'EBBTIDE'],
    ['Cup of the Lighthouse Finals', 'FINALS'],
    ['Night Watch 9', 'NIGHT'],
    ['Breakwater Qualifiers', 'BREAKWA'],
    ['X', 'X']
  ])('the poster of %s spells %s', (title, word) => expect(posterWord(title)).toBe(word))

  it('a poster in another script has a flag for each character', () => {
    expect(posterWord('春季赛')).toMatch(/^[A-Z]{3}$/)
  })
})
