import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Cards, fold, type Scoreboard, scoreboardView, unpackBonus } from '~/scoring/rules'
import type { ScoreEvent } from '~/server/ledger'
import type { BoardTruth, ChallengeFacts, Facts } from '~/server/rehearsals'
import { checkSettings, listSolvable } from './checks'
import { wrongLines } from './expectation'
import { createFindings } from './findings'
import { picturesOf } from './statement'
import { createTimings, percentile } from './timings'

const START = new Date('2026-05-01T10:00:00Z')
const END = new Date('2026-05-02T10:00:00Z')

const challenge = (id: number, more: Partial<ChallengeFacts> = {}): ChallengeFacts => ({
  ...{ id, title: `c${id}`, type: 'StaticAttachment', enabled: true, releaseAt: null, closesAt: null },
  ...{ requires: [], checker: false, flags: 1, content: true, images: [] },
  ...more
})

const facts = (challenges: ChallengeFacts[], more: Partial<Facts> = {}): Facts => ({
  game: { start: START, end: END, divisions: [], inviteCode: null, bonus: 0, teams: 3 },
  ...{ challenges, engine: true, unready: [] },
  ...more
})

const found = (given: Facts, now = START) =>
  checkSettings(given, now).map(({ code, challengeId }) => [code, challengeId])

describe('the settings of a game', () => {
  it('with nothing wrong give no findings', () => {
    expect(found(facts([challenge(1), challenge(2, { requires: [1] })]))).toEqual([])
  })

  it('tell circles, also longer ones, from challenges behind a circle', () => {
    const circle = [
      challenge(1, { requires: [3] }),
      challenge(2, { requires: [1] }),
      challenge(3, { requires: [2] })
    ]
    const behind = challenge(4, { requires: [3] })
    expect(found(facts([...circle, behind]))).toEqual([1, 2, 3].map((id) => ['requirement_cycle', id]))
    expect([...listSolvable([...circle, behind, challenge(5)])]).toEqual([5])
  })

  it('tell what requires a closed challenge, and what that is', () => {
    const all = [challenge(1, { enabled: false }), challenge(2, { requires: [1] })]
    expect(
      checkSettings(facts(all), START).find(({ code }) => code === 'requirement_closed')?.params
    ).toEqual({
      required: 'c1'
    })
  })

  it('compare times at their very bounds', () => {
    const released = (releaseAt: Date) => facts([challenge(1, { enabled: false, releaseAt })])
    expect(found(released(END))).toEqual([['release_late', 1]])
    expect(found(released(new Date(END.getTime() - 1)))).toEqual([])
    const closing = (closesAt: Date) => facts([challenge(1, { closesAt })])
    expect(found(closing(START))).toEqual([['closes_early', 1]])
    expect(found(closing(new Date(START.getTime() + 1)))).toEqual([])
    expect(found(facts([challenge(1)]), END)).toEqual([['game_over', null]])
    expect(found(facts([challenge(1)]), new Date(END.getTime() - 1))).toEqual([])
  })

  it('need a flag for each team where each team has its own', () => {
    const pool = (flags: number) => facts([challenge(1, { type: 'DynamicAttachment', flags })])
    expect(found(pool(3))).toEqual([])
    expect(found(pool(2))).toEqual([['files_exhausted', 1]])
    expect(found(pool(0))).toEqual([['flag_none', 1]])
    expect(found(facts([challenge(1, { checker: true, flags: 0 })]))).toEqual([])
    expect(found(facts([challenge(1, { type: 'DynamicContainer', flags: 0, images: ['a'] })]))).toEqual([])
  })

  it('name images that failed and those that are still to come', () => {
    const all = facts([challenge(1, { type: 'StaticContainer', images: ['a', 'b'] })], {
      unready: [
        { reference: 'a', state: 'failed' },
        { reference: 'b', state: 'pulling' },
        { reference: 'of another game', state: 'failed' }
      ]
    })
    expect(found(all)).toEqual([
      ['image_failed', 1],
      ['image_not_ready', 1]
    ])
    expect(found({ ...all, unready: [], engine: false })).toEqual([['no_engine', null]])
  })

  it('of an empty game say so', () => {
    expect(found(facts([challenge(1, { enabled: false })]))).toEqual([
      ['no_challenges', null],
      ['disabled', 1]
    ])
  })
})

interface Sent {
  team: number
  challenge: number
  at: number
}

interface History {
  teams: number
  curves: { score: number; rate: number; difficulty: number }[]
  bonus: number
  sent: Sent[]
}

const history: fc.Arbitrary<History> = fc.record({
  teams: fc.integer({ min: 1, max: 6 }),
  curves: fc.array(
    fc.record({
      score: fc.integer({ min: 0, max: 2000 }),
      rate: fc.double({ min: 0, max: 1, noNaN: true }),
      difficulty: fc.double({ min: 0.1, max: 30, noNaN: true })
    }),
    { minLength: 1, maxLength: 5 }
  ),
  bonus: fc.oneof(fc.constant(52_459_530), fc.constant(0), fc.integer({ min: 0, max: 2 ** 30 })),
  sent: fc.array(fc.record({ team: fc.nat(5), challenge: fc.nat(4), at: fc.nat(50) }), { maxLength: 40 })
})

function boards({ teams, curves, bonus, sent }: History): [Scoreboard, BoardTruth] {
  const times = [...sent]
    .filter(({ team, challenge }) => team < teams && challenge < curves.length)
    .sort((a, b) => a.at - b.at)
    .map((one, place): Sent & { id: number } => ({ ...one, id: place + 1 }))
  const firsts = times.filter(
    (one, place) =>
      times.findIndex((other) => other.team === one.team && other.challenge === one.challenge) === place
  )
  const events = [
    { kind: 'bonus', at: 0, payload: unpackBonus(bonus) },
    ...curves.flatMap(({ score, rate, difficulty }, place) => [
      { kind: 'curve', at: 0, challengeId: place + 1, payload: { score, minRate: rate, difficulty } },
      { kind: 'open', at: 0, challengeId: place + 1 }
    ]),
    ...Array.from({ length: teams }, (_, team) => ({
      ...{ kind: 'admit', at: 0, participationId: team + 1, payload: { division: null } }
    })),
    ...firsts.map(({ team, challenge, at, id }) => ({
      ...{ kind: 'solve', at: at + 1000, participationId: team + 1, challengeId: challenge + 1 },
      ...{ submissionId: id, userId: null }
    }))
  ].map((event, place) => ({ ...event, seq: place + 1 })) as ScoreEvent[]
  const cards: Cards = {
    teams: new Map(
      Array.from({ length: teams }, (_, team) => [
        team + 1,
        { id: team + 1, name: `t${team}`, bio: null, avatar: null, country: null }
      ])
    ),
    challenges: new Map(curves.map((_, place) => [place + 1, { title: `c${place}`, category: 'Misc' }])),
    userName: () => null
  }
  const truth: BoardTruth = {
    right: times.map(({ team, challenge, at, id }) => ({
      ...{ participationId: team + 1, teamId: team + 1, challengeId: challenge + 1, submissionId: id },
      at: new Date(at + 1000)
    })),
    curves: curves.map((curve, place) => ({ ...curve, id: place + 1, values: null })),
    bonus
  }
  return [scoreboardView(fold(events), cards, 0), truth]
}

describe('the expected board', () => {
  it('is that of the platform after any answers', () => {
    fc.assert(
      fc.property(history, (given) => {
        expect(wrongLines(...boards(given))).toBe(0)
      })
    )
  })

  it('differs from a board with a wrong score, place, count or team', () => {
    const curves = [{ score: 1000, rate: 0.25, difficulty: 5 }]
    const sent = [0, 1].map((team) => ({ team, challenge: 0, at: team }))
    const [board, truth] = boards({ teams: 2, curves, bonus: 0, sent })
    const [first, second] = board.items as [Scoreboard['items'][0], Scoreboard['items'][0]]
    const wrong = (items: Scoreboard['items']) => wrongLines({ ...board, items }, truth)
    expect(wrong([first, second])).toBe(0)
    expect(wrong([{ ...first, score: first.score + 1 }, second])).toBe(1)
    expect(wrong([{ ...first, solvedCount: 0 }, second])).toBe(1)
    expect(
      wrong([
        { ...first, rank: 2 },
        { ...second, rank: 1 }
      ])
    ).toBe(2)
    expect(wrong([first])).toBe(1)
  })
})

describe('pictures of a statement', () => {
  it('without alternative text are counted, and those of this platform named once', () => {
    const html = `<p><img src="/assets/a?x=1&amp;y=2" alt="a map"> <img alt="" src="/assets/a?x=1&amp;y=2">
      <img src="https://example.org/b.png" alt=" "> <img src="//example.org/c.png"> <code>&lt;img&gt;</code></p>`
    expect(picturesOf(html)).toEqual({ nameless: 3, own: ['/assets/a?x=1&y=2'] })
    expect(picturesOf('')).toEqual({ nameless: 0, own: [] })
  })
})

describe('timings', () => {
  it('are the nearest rank, also of few', () => {
    expect(percentile([], 0.95)).toBe(0)
    expect(percentile([7], 0.5)).toBe(7)
    const hundred = Array.from({ length: 100 }, (_, n) => n + 1)
    expect([0.5, 0.95, 1].map((share) => percentile(hundred, share))).toEqual([50, 95, 100])
  })

  it('leave out what never happened, and put the slowest first', () => {
    const timings = createTimings()
    for (const ms of [10, 30, 20]) timings.add('join', ms)
    timings.add('board', 99.6)
    expect(timings.summary()).toEqual([
      { call: 'board', count: 1, p50: 100, p95: 100, worst: 100 },
      { call: 'join', count: 3, p50: 20, p95: 30, worst: 30 }
    ])
  })
})

describe('findings', () => {
  it('of many teams are one, worst first, at most 500', () => {
    const findings = createFindings()
    findings.add('disabled', { id: 1, title: 'a' })
    for (let team = 0; team < 3; team++) findings.add('flag_refused', { id: 2, title: 'b' })
    findings.add('file_missing', { id: 2, title: 'b' }, { name: 'x', status: 404 })
    findings.add('file_missing', { id: 2, title: 'b' }, { name: 'y', status: 404 })
    expect(findings.all().findings.map(({ code }) => code)).toEqual([
      ...['flag_refused', 'file_missing', 'file_missing', 'disabled']
    ])
    for (let id = 0; id < 600; id++) findings.add('flag_none', { id: id + 10, title: '' })
    expect(findings.all()).toMatchObject({ more: 104 })
    expect(findings.all().findings).toHaveLength(500)
  })
})
