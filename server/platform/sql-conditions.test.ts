import { expect, it } from 'vitest'
import { likePattern, SqlConditions } from './sql-conditions'

it('a condition numbers the placeholders of its values', () => {
  const where = new SqlConditions([7]).and('a = $1').and('b = ? OR c = ?', 'x').and('d')
  expect([`${where}`, where.value(3)]).toEqual(['a = $1 AND b = $2 OR c = $2 AND d', '$3'])
  expect(where.values).toEqual([7, 'x', 3])
})

it('a search text loses its NUL characters', () => {
  expect(new SqlConditions().and('a = ?', '\0a\0b').values).toEqual(['ab'])
})

it('a search text has its pattern characters escaped', () => {
  expect(likePattern(' 50%_\\ ')).toBe('%50\\%\\_\\\\%')
})
