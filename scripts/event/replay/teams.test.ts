import { describe, expect, it } from 'vitest'
import { registerInput } from '~/server/accounts/contract'
import { teamInput } from '~/server/teams/contract'
import { accountOf, playableName } from './teams'

const NAMES = [
  'Night Owls',
  '夜のフクロウ',
  'PatagoniaHack ',
  '👩‍💻 crew',
  'a\u202eb',
  '\u200b',
  'ＴＥＡＭ',
  'ﷺ'.repeat(40),
  'x'.repeat(300)
]

describe('accountOf', () => {
  it.each(NAMES)('makes an account that the platform accepts for %j', (name) => {
    expect(registerInput.safeParse(accountOf(name, 'key')).error).toBeUndefined()
  })

  it('is the same each time, and another one for another team or key', () => {
    expect(accountOf('Owl', 'key')).toEqual(accountOf('Owl', 'key'))
    expect(accountOf('owl', 'key').userName).not.toBe(accountOf('Owl', 'key').userName)
    expect(accountOf('Owl', 'other').userName).not.toBe(accountOf('Owl', 'key').userName)
  })
})

describe('playableName', () => {
  it.each(NAMES)('makes a name that the platform accepts of %j', (name) => {
    expect(teamInput.safeParse({ name: playableName(name) }).error).toBeUndefined()
    expect(playableName(name)).not.toBe('')
  })
})
