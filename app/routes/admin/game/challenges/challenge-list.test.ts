import { expect, it } from 'vitest'
import type { ChallengeInfo } from '~/server/challenges/contract'
import { challengeList, sortOf } from './challenge-list'

const challenge = (id: number, title: string, category: ChallengeInfo['category'], isEnabled: boolean) => ({
  id,
  title,
  category,
  isEnabled,
  type: 'StaticAttachment' as const,
  score: 500,
  minScore: 100,
  originalScore: 500,
  hasFlag: true,
  stock: null,
  room: null,
  acceptedCount: id === 13 ? 4 : 0,
  releaseAt: null,
  attempts: id,
  solveRate: id === 13 ? 0.5 : null,
  rating: null,
  firstBlood: id === 11 ? null : { team: 'Tern', time: `2026-11-0${id - 10}T10:00:00Z` },
  image: null,
  check: null
})
const ALL = [
  challenge(11, 'Tide', 'Web', true),
  challenge(12, 'Éclair', 'Crypto', false),
  challenge(13, 'Tidal', 'Web', false)
]
const list = (query: string) => challengeList(ALL, new URLSearchParams(query))
const ids = (query: string) => list(query).challenges.map(({ id }) => id)

it.each([
  ['', [11, 12, 13]],
  ['q=TID', [11, 13]],
  ['q=eclair', [12]],
  ['q=13', [13]],
  ['category=Web', [11, 13]],
  ['category=Web&state=disabled', [13]],
  ['category=Pwn', [11, 12, 13]],
  ['state=lost', [11, 12, 13]],
  ['q=tid&state=enabled', [11]],
  ['sort=challenge', [12, 13, 11]],
  ['sort=-challenge', [11, 13, 12]],
  ['sort=-solves', [13, 11, 12]],
  ['sort=-attempts', [13, 12, 11]],
  ['sort=blood', [12, 13, 11]],
  ['sort=-blood', [13, 12, 11]],
  ['sort=rate', [13, 11, 12]],
  ['sort=lost', [11, 12, 13]],
  ['sort=-attempts&category=Web', [13, 11]]
])('the query %j finds %j', (query, expected) => expect(ids(query)).toEqual(expected))

it('both states of the matches are counted, whichever is chosen', () => {
  expect(list('q=tid&state=enabled').counts).toEqual({ enabled: 1, disabled: 1 })
  expect(list('').categories).toEqual(['Crypto', 'Web'])
})

it('the list has the chosen order, else that of creation', () => {
  expect(sortOf('-value')).toEqual({ order: 'value', reversed: true })
  for (const requested of [null, '', '-', '-lost'])
    expect(sortOf(requested)).toEqual({ order: null, reversed: false })
})
