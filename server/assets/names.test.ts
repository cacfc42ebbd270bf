import { expect, it } from 'vitest'
import { freeName, sameName } from './constants'

it.each(['a.txt', 'a', `a.${'b'.repeat(253)}`, `a.${'😀'.repeat(120)}`])(
  'files of one name get numbers: %s',
  (name) => {
    const taken = new Set<string>()
    for (let n = 0; n < 20; n++) taken.add(sameName(freeName(name, taken)))
    expect(taken.size).toBe(20)
    expect(Math.max(...[...taken].map(({ length }) => length))).toBeLessThanOrEqual(255)
  }
)
