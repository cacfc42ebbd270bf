import { expect, it } from 'vitest'
import { containing, Where } from './where'

it('puts conditions and the places of their values together', () => {
  const where = new Where([7]).and('a = $1').and('b = ? OR c = ?', 'x').and('d')
  expect([`${where}`, where.value(3)]).toEqual(['a = $1 AND b = $2 OR c = $2 AND d', '$3'])
  expect(where.values).toEqual([7, 'x', 3])
})

it('looks for no NUL', () => {
  expect(new Where().and('a = ?', '\0a\0b').values).toEqual(['ab'])
})

it('takes signs of patterns for what they are', () => {
  expect(containing(' 50%_\\ ')).toBe('%50\\%\\_\\\\%')
})
