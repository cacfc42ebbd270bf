import { describe, expect, it } from 'vitest'
import { flagFor } from './flags'
import { teamNames, truncateText, uniqueNames } from './names'

const size = (text: string) => [...text].length

describe('teamNames', () => {
  it('ordinary names of any script stay', () => {
    const names = [
      'Never Stop Exploiting',
      'PatagoniaHack ',
      '夜のフクロウ',
      'Ça va',
      'ＴＥＡＭ',
      '👩‍💻🏳️‍🌈',
      '<b>x</b>'
    ]
    expect(teamNames(names)).toEqual(names)
  })

  it('invisible characters are dropped, and equal names get numbers', () => {
    expect(teamNames(['abc', 'a\u0000bc', 'a\u202ebc', 'ab\u200bc'])).toEqual([
      'abc',
      'abc (2)',
      'abc (3)',
      'abc (4)'
    ])
  })

  it('a team without a name is named by its place', () => {
    expect(teamNames(['a', ' ', '\u200b\u0007'])).toEqual(['a', 'Team 2', 'Team 3'])
  })

  it('halves of surrogate pairs are replaced', () => {
    expect(teamNames(['x\ud800y'])).toEqual(['x\ufffdy'])
  })

  it('names are cut at 50 characters and stay distinct', () => {
    const long = 'z'.repeat(60)
    const [first, second, third] = teamNames([`${long}1`, `${long}2`, 'z'.repeat(50)])
    expect(first).toBe(`${'z'.repeat(46)} (2)`)
    expect(second).toBe(`${'z'.repeat(46)} (3)`)
    expect(third).toBe('z'.repeat(50))
  })

  it('a name belongs to the team that has it, not to an earlier one that is changed to it', () => {
    expect(teamNames(['b\u200b', ' ', 'b', 'Team 2'])).toEqual(['b (2)', 'Team 2 (2)', 'b', 'Team 2'])
  })

  it('of names that look alike the first stays and the others get numbers', () => {
    expect(teamNames(['Knots', 'KNOTS', 'Кnots', 'Knots ', 'Ｋnots', 'sea  dogs', 'sea dogs'])).toEqual([
      ...['Knots', 'KNOTS (2)', 'Кnots (3)', 'Knots (4)', 'Ｋnots (5)'],
      ...['sea  dogs', 'sea dogs (2)']
    ])
  })

  it('a number that the file gave to another team is not given again', () => {
    expect(teamNames(['knots', 'Knots', 'knots (2)'])).toEqual(['knots', 'Knots (3)', 'knots (2)'])
  })

  it('a numbered name that a team has already is skipped', () => {
    expect(teamNames(['a (2)', 'a', '\u200ba'])).toEqual(['a (2)', 'a', 'a (3)'])
  })
})

describe('cut', () => {
  it('an emoji is never halved', () => {
    const family = '👨‍👩‍👧‍👦'
    expect(truncateText(`${'a'.repeat(45)}${family}`, 50)).toBe('a'.repeat(45))
    expect(size(truncateText(family.repeat(20), 50))).toBeLessThanOrEqual(50)
    expect(size(truncateText(`a${'\u0301'.repeat(80)}`, 50))).toBe(50)
  })
})

describe('uniqueNames', () => {
  it('ten thousand equal names are numbered fast', () => {
    const unique = uniqueNames(20, (name) => name.toLowerCase())
    const names = Array.from({ length: 10_000 }, (_, index) => unique(index % 2 ? 'SAME' : 'same'))
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(10_000)
    expect(names.every((name) => size(name) <= 20)).toBe(true)
  })
})

describe('flagFor', () => {
  it('a default flag is short, safe in any field, and differs where titles differ', () => {
    expect(flagFor('Café: "Owl" & Co')).toMatch(/^flag\{cafe-owl-co-[0-9a-f]{8}\}$/)
    expect(flagFor('夜')).toMatch(/^flag\{[0-9a-f]{8}\}$/)
    expect(flagFor('夜')).not.toBe(flagFor('昼'))
    expect(flagFor('x'.repeat(200)).length).toBeLessThan(64)
  })
})
