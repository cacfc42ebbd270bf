import { describe, expect, it } from 'vitest'
import { flagLetter } from './flags'
import { posterWord } from './game/Poster'

describe('flagLetter', () => {
  it.each([
    ['Saltwater Rats', 'S'],
    ['0xC0FFEE Club', 'X'],
    ['Émile', 'E'],
    ['zed', 'Z']
  ])('%s flies %s', (name, letter) => expect(flagLetter(name)).toBe(letter))

  it('gives other scripts a flag that stays', () => {
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
  ])('%s spells %s', (title, word) => expect(posterWord(title)).toBe(word))

  it('flies a flag a character for other scripts', () => {
    expect(posterWord('春季赛')).toMatch(/^[A-Z]{3}$/)
  })
})
