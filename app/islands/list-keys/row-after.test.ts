import { expect, it } from 'vitest'
import { rowAfter } from './row-after'

it.each([
  [-1, 1, 3, 0],
  [-1, -1, 3, 2],
  [0, 1, 3, 1],
  [2, 1, 3, 2],
  [0, -1, 3, 0],
  [-1, 1, 0, -1]
])('the step from row %i by %i of %i is right', (here, by, count, next) => {
  expect(rowAfter(here, by, count)).toBe(next)
})
