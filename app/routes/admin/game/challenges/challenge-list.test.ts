import { expect, it } from 'vitest'
import type { ChallengeInfo } from '~/server/challenges/contract'
import { challengeList, releasesOf, sortOf } from './challenge-list'

const challenge = (
  id: number,
  title: string,
  category: ChallengeInfo['category'],
  isEnabled: boolean
): ChallengeInfo => ({
  id,
  title,
  category,
  customCategory: null,
  isEnabled,
  type: 'StaticAttachment',
  score: 500,
  minScore: 100,
  originalScore: 500,
  hasFlag: true,
  stock: null,
  room: null,
  acceptedCount: id === 13 ? 4 : 0,
  releaseAt: null,
  releaseFault: null,
  block: null,
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
  ['sort=right', [11, 12, 13]],
  ['sort=-right', [13, 11, 12]],
  ['sort=lost', [11, 12, 13]],
  ['sort=-attempts&category=Web', [13, 11]]
])('the query %j finds %j', (query, expected) => expect(ids(query)).toEqual(expected))

it('the states of the matches are counted, whichever is chosen', () => {
  expect(list('q=tid&state=enabled').counts).toEqual({ enabled: 1, scheduled: 0, blocked: 0, disabled: 1 })
  expect(list('').categories).toEqual(['Crypto', 'Web'])
})

it('the list has the chosen order, else that of creation', () => {
  expect(sortOf('-value')).toEqual({ order: 'value', reversed: true })
  for (const requested of [null, '', '-', '-lost'])
    expect(sortOf(requested)).toEqual({ order: null, reversed: false })
})

it('a challenge under repair and one with a release time have states of their own', () => {
  const at = '2026-11-08T10:00:00.000Z'
  const states: [number, Partial<ChallengeInfo>][] = [
    [1, { isEnabled: true, block: { since: at, reason: '' } }],
    [2, { isEnabled: false, releaseAt: at }],
    [3, { isEnabled: false, block: { since: at, reason: '' } }],
    [4, { isEnabled: true, releaseAt: at }]
  ]
  const all = states.map(([id, more]) => ({ ...challenge(id, 'Tide', 'Web', true), ...more }))
  const shown = (state: string) =>
    challengeList(all, new URLSearchParams({ state })).challenges.map(({ id }) => id)
  expect(['enabled', 'scheduled', 'blocked', 'disabled'].map(shown)).toEqual([[4], [2], [1], [3]])
})

it('challenges of one time are released together, and none that are enabled', () => {
  const [early, late] = ['2026-11-08T10:00:00.000Z', '2026-11-08T22:00:00.000Z']
  const all = [late, early, late].map((releaseAt, id) => ({
    ...challenge(id, 'Tide', 'Web', false),
    releaseAt
  }))
  all.push({ ...challenge(9, 'Tide', 'Web', true), releaseAt: early })
  expect(releasesOf(all)).toEqual([
    { at: Date.parse(early), challenges: 1 },
    { at: Date.parse(late), challenges: 2 }
  ])
})
