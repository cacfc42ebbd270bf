import { describe, expect, it } from 'vitest'
import type { BoardChallenge } from '~/scoring/rules'
import { categoryName } from '~/server/categories/constants'
import type { FoundChallenges } from '../props'
import { readQuery, type Show } from '../query'
import { countsOf, sectionsOf } from './arrange'
import { missingFor } from './locks'

const challenge = (id: number, title: string, category: string, score: number, solved: number) =>
  ({ id, title, category, score, solved, bloods: [], originalScore: 1000 }) as unknown as BoardChallenge

const board = [
  challenge(1, 'Sanity Check', 'Misc', 20, 202),
  challenge(2, 'Paper Crane', 'Crypto', 110, 117),
  challenge(3, 'Twelve Tides', 'Crypto', 959, 2),
  challenge(4, 'Parsley', 'Web', 278, 55)
]
const won = new Map([
  [1, 21],
  [2, 110]
])
const sections = (text: string, found: FoundChallenges | null = null) =>
  sectionsOf(board, won, readQuery(new URLSearchParams(text)), found)
const shown = (text: string, found: FoundChallenges | null = null) =>
  sections(text, found).flatMap(({ challenges }) => challenges.map(({ id }) => id))

describe('what is locked', () => {
  const requiring = (id: number, requires: number[]) =>
    ({ ...challenge(id, 'Locked', 'Misc', 1, 0), labels: { requires } }) as BoardChallenge

  it('a challenge is locked until the team has solved what it requires, before or since a freeze', () => {
    expect(missingFor(board[0]!, won)).toEqual([])
    expect(missingFor(requiring(9, [1, 2]), won)).toEqual([])
    expect(missingFor(requiring(9, [1, 3, 4]), won)).toEqual([3, 4])
    expect(missingFor(requiring(9, [1, 3, 4]), won, [4])).toEqual([3])
  })
})

it('categories of the game come after the thirteen, by name, and are found by it', () => {
  const own = (id: number, name: string) => ({
    ...challenge(id, name, 'Misc', 10, 0),
    customCategory: { id, name, color: 'red', icon: 'Zap' } as const
  })
  const [space, cars] = [own(8, 'Space'), own(9, 'Automotive')]
  const all = [space, cars, ...board]
  const names = countsOf(all, won).map(({ category }) => category && categoryName(category))
  expect(names).toEqual([null, 'Misc', 'Crypto', 'Web', 'Automotive', 'Space'])
  const of = (text: string) =>
    sectionsOf(all, won, readQuery(new URLSearchParams(text)), null).map(({ challenges }) =>
      challenges.map(({ id }) => id)
    )
  expect(of('cat=SPACE')).toEqual([[8]])
  expect(of('q=automotive')).toEqual([[9]])
  expect(of('cat=misc')).toEqual([[1]])
  // One that no challenge has, as after a new name, is none.
  expect(of('cat=poetry')).toHaveLength(5)
})

describe('what a query shows', () => {
  it('all challenges are counted first, then each category that has some', () => {
    expect(countsOf(board, won)).toEqual([
      { category: null, solved: 2, total: 4 },
      { category: 'Misc', solved: 1, total: 1 },
      { category: 'Crypto', solved: 1, total: 2 },
      { category: 'Web', solved: 0, total: 1 }
    ])
  })

  it("cards are grouped by category in the contract's order, with points won and open", () => {
    expect(sections('').map(({ category }) => category)).toEqual(['Misc', 'Crypto', 'Web'])
    expect(sections('')[1]).toMatchObject({ solved: 1, total: 2, won: 110, open: 959 })
  })

  it('cards are ordered by points or solves in one group', () => {
    expect(shown('sort=score')).toEqual([3, 4, 2, 1])
    expect(shown('sort=solves')).toEqual([1, 2, 4, 3])
    expect(sections('sort=score')).toHaveLength(1)
    expect(shown('sort=score&cat=crypto')).toEqual([3, 2])
  })

  it('a number sign finds labels by their beginning; other words find any part of them', () => {
    const labels = [
      { level: 'Easy', tags: ['Heap', 'two words'] },
      { tags: ['heap'] },
      { level: 'Hard', tags: ['easy-going'] }
    ] as const
    const labelled = labels.map((one, at) => ({ ...board[at]!, labels: one })) as unknown as BoardChallenge[]
    const found = (q: string) =>
      sectionsOf([...labelled, board[3]!], won, readQuery(new URLSearchParams({ q })), null).flatMap(
        ({ challenges }) => challenges.map(({ id }) => id)
      )
    expect(found('#heap')).toEqual([1, 2])
    expect(found('#EASY')).toEqual([1, 3])
    expect(found('#two words')).toEqual([1])
    expect(found('#wor')).toEqual([])
    expect(found('#eas')).toEqual([1, 3])
    expect(found('eas')).toEqual([1, 3])
  })

  it('digits find the present value, the original value, and the points won', () => {
    expect(shown('q=959')).toEqual([3])
    expect(shown('q=21')).toEqual([1])
    expect(shown('q=1000')).toEqual([1, 2, 3, 4])
    expect(shown('q=95')).toEqual([])
  })

  it('title and category are found in any case, and solved challenges are hidden', () => {
    expect(shown('q=TIDES')).toEqual([3])
    expect(shown('q=crypto')).toEqual([2, 3])
    expect(shown('hide=1')).toEqual([3, 4])
    expect(shown('cat=misc&hide=1')).toEqual([])
  })

  it('the filter shows tried and solved challenges, and those with instances, as far as the server replied', () => {
    const found = (show: Show, ids: number[]): FoundChallenges => ({
      search: '',
      show,
      texts: [],
      shown: ids
    })
    expect(shown('f=solved')).toEqual([1, 2])
    expect(shown('f=solved&hide=1')).toEqual([1, 2])
    expect(shown('f=tried', found('tried', [2, 3]))).toEqual([3])
    expect(shown('f=instance', found('instance', [2, 3]))).toEqual([2, 3])
    expect(shown('f=instance&hide=1', found('instance', [2, 3]))).toEqual([3])
    // The result of another query is ignored.
    expect(shown('f=instance', found('tried', [3]))).toEqual([1, 2, 3, 4])
    expect(shown('f=tried')).toEqual([1, 2, 3, 4])
  })

  it('hits of the server in texts are shown beside titles', () => {
    const found: FoundChallenges = { search: 'tides', show: 'all', texts: [4], shown: [] }
    expect(shown('q=tides', found)).toEqual([3, 4])
    expect(shown('q=tide', found)).toEqual([3])
  })

  it('the head counts the whole category, whatever the filter hides', () => {
    expect(sections('hide=1')[0]).toMatchObject({ category: 'Crypto', solved: 1, total: 2 })
  })

  it('the order of the board stays unchanged', () => {
    shown('sort=solves')
    expect(board.map(({ id }) => id)).toEqual([1, 2, 3, 4])
  })
})
