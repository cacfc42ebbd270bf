import { describe, expect, it } from 'vitest'
import type { BoardChallenge, BoardItem, PublicEvent } from '~/scoring/rules'
import { type Details, type Me, type Play, withDelta, withDetails, wonBy } from './play'

const challenge = (id: number, solved: number, score: number): BoardChallenge => ({
  id,
  title: `C${id}`,
  category: 'Web',
  score,
  solved,
  bloods: [],
  originalScore: 1000,
  minScoreRate: 0.25,
  difficulty: 5
})

const own: BoardItem = {
  id: 70,
  participationId: 7,
  name: 'Knot Today',
  bio: null,
  organization: 'Students',
  avatar: null,
  country: 'DE',
  score: 1050,
  rank: 3,
  organizationRank: 1,
  lastSubmissionTime: '2026-11-20T10:00:00.000+00:00',
  solvedChallenges: [
    {
      id: 1,
      score: 1050,
      type: 'FirstBlood',
      userName: 'mira',
      time: '2026-11-20T10:00:00.000+00:00',
      submissionId: 5
    }
  ],
  solvedCount: 1,
  adjustments: []
}

const me: Me = { participationId: 7, division: 'Students', bonus: { first: 50, second: 30, third: 10 } }
const play: Play = {
  seq: 10,
  challenges: [challenge(1, 1, 1000), challenge(2, 1, 1000)],
  own,
  beside: { ahead: { name: 'Grep Expectations', score: 1223 }, behind: null },
  teams: 20,
  divisionTeams: 5,
  fresh: []
}

const solve = (seq: number, participationId: number, challengeId: number): PublicEvent => ({
  seq,
  at: Date.UTC(2026, 10, 20, 12),
  kind: 'solve',
  participationId,
  teamId: participationId * 10,
  challengeId,
  submissionId: 100 + seq,
  userName: 'somebody'
})
const delta = (from: number, to: number, ...events: PublicEvent[]) => ({ from, to, events })

describe('deltas on the challenges page', () => {
  it('a solve of another team changes count and value', () => {
    const next = withDelta(play, delta(10, 11, solve(11, 9, 2)), me)!
    expect(next.challenges[1]).toMatchObject({ solved: 2, score: 864 })
    expect(next).toMatchObject({ seq: 11, own })
  })

  it('an own solve is marked at once with blood and points', () => {
    const next = withDelta(play, delta(10, 11, solve(11, 7, 2)), me)!
    expect(next.own).toMatchObject({ solvedCount: 2, score: 1050 + 890 })
    expect(next.own!.solvedChallenges[1]).toMatchObject({ id: 2, type: 'SecondBlood', score: 890 })
    expect([...wonBy(next.own)]).toEqual([
      [1, 1050],
      [2, 890]
    ])
  })

  it('known entries are skipped, and missing ones are reported', () => {
    expect(withDelta(play, delta(8, 10, solve(9, 9, 2)), me)).toBe(play)
    expect(withDelta(play, delta(8, 11, solve(9, 9, 2), solve(11, 9, 2)), me)!.challenges[1]!.solved).toBe(2)
    expect(withDelta(play, delta(11, 12), me)).toBeNull()
  })

  it('challenges that open, close or change their curve are followed', () => {
    const curve = { score: 500, minRate: 0.1, difficulty: 3 }
    const card = { title: 'Alpha', category: 'Misc' }
    const opened = withDelta(
      play,
      delta(10, 11, { seq: 11, at: 0, kind: 'open', challengeId: 3, curve, card }),
      me
    )!
    expect(opened.challenges.map(({ id }) => id)).toEqual([3, 1, 2])
    expect(opened.fresh).toEqual([3])
    const priced = withDelta(
      opened,
      delta(11, 12, { seq: 12, at: 0, kind: 'curve', challengeId: 2, curve }),
      me
    )!
    expect(priced.challenges[2]).toMatchObject({ originalScore: 500, score: 500, solved: 1 })
    const closed = withDelta(priced, delta(12, 13, { seq: 13, at: 0, kind: 'close', challengeId: 1 }), me)!
    expect(closed.challenges.map(({ id }) => id)).toEqual([3, 2])
  })

  it('joining and leaving teams are counted', () => {
    const team = { id: 99, name: 'New', bio: null, avatar: null, country: null }
    const admit = { seq: 11, at: 0, kind: 'admit', participationId: 9, division: 'Students', team } as const
    expect(withDelta(play, delta(10, 11, admit), me)).toMatchObject({ teams: 21, divisionTeams: 6 })
    const leave = { seq: 11, at: 0, kind: 'leave', participationId: 9 } as const
    expect(withDelta(play, delta(10, 11, leave), me)).toMatchObject({ teams: 19, divisionTeams: null })
  })

  it('a solve can be taken back', () => {
    const gone = { seq: 11, at: 0, kind: 'void', participationId: 9, challengeId: 2 } as const
    expect(withDelta(play, delta(10, 11, gone), me)!.challenges[1]!.solved).toBe(0)
  })
})

describe('details on the challenges page', () => {
  const details = (seq: number, rank: number): Details => ({
    seq,
    challenges: { Web: [challenge(2, 4, 661)] },
    rank: { ...own, rank },
    beside: { ahead: null, behind: { name: 'Jib Sheet', score: rank } }
  })

  it('details replace the former data', () => {
    const next = withDetails(play, details(12, 2))
    expect(next).toMatchObject({ seq: 12, teams: 20 })
    expect(next.challenges).toHaveLength(1)
    expect(next.own!.rank).toBe(2)
    expect(next.beside.behind).toEqual({ name: 'Jib Sheet', score: 2 })
  })

  it('details mark new challenges', () => {
    expect(withDetails({ ...play, challenges: [challenge(1, 1, 1000)] }, details(12, 2)).fresh).toEqual([2])
    expect(withDetails(play, details(12, 2)).fresh).toEqual([])
  })

  it('older details change nothing', () => {
    expect(withDetails(play, details(9, 2))).toBe(play)
  })

  it('rank 0 means that the team is not on the board', () => {
    expect(withDetails(play, details(10, 0)).own).toBeNull()
  })
})
