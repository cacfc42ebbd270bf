import { expect, it } from 'vitest'
import type { PlannedChallenge } from './plan'
import { withRequirements } from './requirements'

const planned = (from: string, title: string, requires: string[]) =>
  ({ from, input: { title }, requires, notes: [] }) as unknown as PlannedChallenge
const resolved = (...challenges: PlannedChallenge[]) =>
  withRequirements(challenges).map(({ requires, notes }) => [
    requires,
    notes.map(({ params }) => params.name)
  ])

it('requirements are found by title or path, wherever they are', () => {
  expect(resolved(planned('a', 'A', ['B']), planned('b', 'B', ['c']), planned('c', 'C', []))).toEqual([
    [['b'], []],
    [['c'], []],
    [[], []]
  ])
})

it('missing, circular and surplus requirements are left out', () => {
  expect(resolved(planned('a', 'A', ['B', 'Gone', 'A']), planned('b', 'B', ['A']))).toEqual([
    [['b'], ['Gone, A']],
    [[], ['A']]
  ])
  const others = Array.from({ length: 11 }, (_, at) => planned(`o${at}`, `O${at}`, []))
  const [first] = resolved(
    planned(
      'a',
      'A',
      others.map(({ from }) => from)
    ),
    ...others
  )
  expect(first).toEqual([others.slice(0, 10).map(({ from }) => from), ['o10']])
})
