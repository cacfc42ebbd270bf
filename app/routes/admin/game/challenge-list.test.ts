import { expect, it } from 'vitest'
import type { ChallengeInfo } from '~/server/challenges/contract'
import { challengeList } from './challenge-list'

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
  image: null
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
  ['q=tid&state=enabled', [11]]
])('%j finds %j', (query, expected) => expect(ids(query)).toEqual(expected))

it('counts both states of what fits, whichever is chosen', () => {
  expect(list('q=tid&state=enabled').counts).toEqual({ enabled: 1, disabled: 1 })
  expect(list('').categories).toEqual(['Crypto', 'Web'])
})
