import { expect, it } from 'vitest'
import { type Sort, sortOf, sortText } from './sort'

it.each<[string | null, Sort]>([
  [null, { order: 'visit', reversed: false }],
  ['name', { order: 'name', reversed: false }],
  ['-email', { order: 'email', reversed: true }],
  ['-visit', { order: 'visit', reversed: true }]
])('the order %j is parsed and written back', (text, sort) => {
  expect(sortOf(text)).toEqual(sort)
  expect(sortText(sort)).toBe(text)
})

it.each(['', '-', 'password_hash', '--name', 'name; DROP TABLE users'])('the order %j is ignored', (text) => {
  expect(sortOf(text)).toEqual({ order: 'visit', reversed: false })
})
