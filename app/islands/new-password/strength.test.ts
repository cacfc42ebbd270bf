import { describe, expect, it } from 'vitest'
import { followed } from './strength'

describe('followed', () => {
  it.each([
    ['', []],
    ['     ', []],
    ['abcde', ['lower']],
    ['      ', ['length']],
    ['Tr0ub4dor&3', ['length', 'lower', 'upper', 'digit', 'symbol']],
    ['correct horse', ['length', 'lower']],
    ['ÄÖÜß', ['lower', 'upper']],
    ['密码密码密码', ['length']],
    ['٣٤٥', ['digit']],
    ['🏴', ['symbol']]
  ])('the password %j follows the hints %j', (password, hints) => {
    expect([...followed(password)]).toEqual(hints)
  })
})
