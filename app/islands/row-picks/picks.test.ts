import { expect, it } from 'vitest'
import { between } from './picks'

it.each([
  [2, 5, [2, 3, 4, 5]],
  [5, 2, [2, 3, 4, 5]],
  [3, 3, [3]]
])('the rows from %i to %i are %j', (from, to, rows) => expect(between(from, to)).toEqual(rows))
