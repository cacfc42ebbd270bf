import { expect, it } from 'vitest'
import { tagsOf, taken, textOf } from './tags'

it('each entry is read once, whatever ends the lines', () => {
  expect(tagsOf(' Open \r\nStudents\n\nOpen\n', 'line')).toEqual(['Open', 'Students'])
  expect(tagsOf('a.org, b.org;c.org  a.org', 'comma')).toEqual(['a.org', 'b.org', 'c.org'])
  expect(tagsOf('', 'comma')).toEqual([])
})

it('written entries are read back', () => {
  const tags = ['Open', 'Students, first year']
  expect(tagsOf(textOf(tags, 'line'), 'line')).toEqual(tags)
  expect(textOf(['a.org', 'b.org'], 'comma')).toBe('a.org,b.org')
})

it.each([
  ['Open', [], 'Open'],
  ['Open\n', ['Open'], ''],
  ['High school, first year\nStu', ['High school, first year'], 'Stu'],
  ['Open\r\nStudents\n', ['Open', 'Students'], ''],
  [' \n ', [], '']
] as const)('the lines of %j are split', (typed, tags, rest) =>
  expect(taken(typed, 'line')).toEqual({ tags, rest })
)

it('a blank ends an entry of a comma list too', () =>
  expect(taken('a.org b.org, c', 'comma')).toEqual({ tags: ['a.org', 'b.org'], rest: 'c' }))
