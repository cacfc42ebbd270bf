import { describe, expect, it } from 'vitest'
import type { ParticipationInfo } from '~/server/participations/contract'
import { countByStatus, MOVES, type ReviewFilter, reviewList } from './reviewing'

const member = (userName: string, more: object = {}) => ({
  userId: '00000000-0000-7000-8000-000000000001',
  userName,
  email: `${userName}@example.org`,
  bio: '',
  phone: null,
  realName: '',
  stdNumber: '',
  avatar: null,
  role: 'User' as const,
  ...more
})

const registration = (
  id: number,
  name: string,
  status: ParticipationInfo['status'],
  organization: string | null = null
): ParticipationInfo => ({
  id,
  status,
  organization,
  registeredMembers: [],
  createdAt: '2026-11-20T09:00:00.000+00:00',
  team: {
    id: id + 100,
    name,
    bio: null,
    avatar: null,
    locked: false,
    captainId: '00000000-0000-7000-8000-000000000001',
    members: [member(`captain${id}`, { realName: `Ánna ${name}`, stdNumber: `S${id}` })]
  }
})

const all = [
  registration(1, 'Copy That', 'Suspended', 'Open'),
  registration(2, 'Öresund', 'Pending', 'Students'),
  registration(3, 'Dry Dock', 'Accepted', 'Open'),
  registration(4, 'Jib', 'Pending', 'Open'),
  registration(5, 'Nope', 'Rejected')
]
const none: ReviewFilter = { q: '', status: null, division: null }
const names = (filter: Partial<ReviewFilter>) => reviewList(all, { ...none, ...filter }).map(({ id }) => id)

describe('reviewList', () => {
  it('puts what waits first', () => {
    expect(names({})).toEqual([2, 4, 3, 1, 5])
  })

  it('filters by status and division', () => {
    expect(names({ status: 'Pending' })).toEqual([2, 4])
    expect(names({ status: 'Pending', division: 'Open' })).toEqual([4])
    expect(names({ division: 'Closed' })).toEqual([])
  })

  it.each([
    ['oresund', [2]],
    ['anna dry', [3]],
    ['CAPTAIN4', [4]],
    ['captain5@example', [5]],
    ['s1', [1]],
    ['103', [3]],
    ['zzz', []]
  ])('finds %j', (q, ids) => {
    expect(names({ q })).toEqual(ids)
  })
})

describe('countByStatus', () => {
  it('counts', () => {
    expect(countByStatus(all)).toEqual({ Pending: 2, Accepted: 1, Suspended: 1, Rejected: 1 })
  })
})

describe('MOVES', () => {
  it('never leads to the status it starts from', () => {
    for (const [from, moves] of Object.entries(MOVES)) expect(moves.map(({ to }) => to)).not.toContain(from)
  })
})
