import { expect, it } from 'vitest'
import { movesOf } from './moves'

const places = (ids: number[]) => new Map(ids.map((id, index) => [id, index]))

it('moved rows are named, with the distance', () => {
  expect(movesOf(places([1, 2, 3, 4]), [1, 4, 2, 3], 0)).toEqual([
    { id: 4, by: 2 },
    { id: 2, by: -1 },
    { id: 3, by: -1 }
  ])
})

it('rows are identified by their index in the whole list', () => {
  expect(movesOf(places([1, 2, 3, 4, 5]), [4, 3], 2)).toEqual([
    { id: 4, by: 1 },
    { id: 3, by: -1 }
  ])
})

it('rows from far away come in over the edge, new rows stand still', () => {
  const before = places(Array.from({ length: 100 }, (_, index) => index))
  expect(movesOf(before, [0, 99, 777], 0)).toEqual([{ id: 99, by: 3 }])
})

it('nothing moves when too much moves', () => {
  const ids = Array.from({ length: 20 }, (_, index) => index)
  expect(movesOf(places(ids), [19, ...ids.slice(0, 19)], 0)).toEqual([])
  expect(movesOf(places(ids), [1, 0, ...ids.slice(2)], 0)).toHaveLength(2)
})
