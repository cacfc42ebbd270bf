import fc from 'fast-check'
import type { NewScoreEvent, Period, ScoreEvent } from '~/server/ledger/contract'
import { DAY_MS, MINUTE_MS } from '~/server/platform/time'
import type { Cards } from '../contract'

const TEAMS = 6
const CHALLENGES = 4
const START = 1_700_000_000_000

const team = fc.integer({ min: 1, max: TEAMS })
const challenge = fc.integer({ min: 1, max: CHALLENGES })
/** Few instants, so that solves share them; some before the start, a millisecond apart, or late. */
const at = fc
  .oneof(
    { weight: 9, arbitrary: fc.integer({ min: 0, max: 12 }).map((minute) => minute * MINUTE_MS) },
    { weight: 1, arbitrary: fc.constantFrom(-DAY_MS, -1, 1, 2, 100 * DAY_MS, 100 * DAY_MS + 1) }
  )
  .map((after) => START + after)
const division = fc.constantFrom(null, 'student', '__proto__', 'all')
const perMille = fc.constantFrom(0, 1, 10, 30, 50, 333, 1000)

const curve = fc.record(
  {
    score: fc.constantFrom(0, 1, 100, 500, 1000),
    minRate: fc.constantFrom(0, 0.1, 0.25, 0.5, 1),
    difficulty: fc.constantFrom(0.1, 1, 5, 40),
    values: fc.array(fc.constantFrom(0, 1, 77, 500), { minLength: 1, maxLength: 4 })
  },
  { requiredKeys: ['score', 'minRate', 'difficulty'] }
)

const submission = fc
  .record({ participationId: team, challengeId: challenge, round: fc.integer({ min: 1, max: 5 }) })
  .map(({ participationId, challengeId, round }) => ({
    participationId,
    challengeId,
    submissionId: round * 100 + challengeId * 10 + participationId
  }))

const solve = fc.record({ at, submission }).map(({ at, submission }) => ({
  kind: 'solve' as const,
  at,
  ...submission,
  userId: `user-${submission.participationId}`
}))

const voided = fc.record({ at, submission, named: fc.boolean() }).map(({ at, submission, named }) => ({
  kind: 'void' as const,
  at,
  ...submission,
  submissionId: named ? submission.submissionId : null
}))

const award = fc.record({
  kind: fc.constant('award' as const),
  at,
  participationId: team,
  payload: fc.oneof(
    fc.record({
      points: fc.constantFrom(-700, -1000, 0, 300, 1050, 20_000_000),
      reason: fc.constant('because')
    }),
    fc.record({
      points: fc.constantFrom(5, 40, -10),
      reason: fc.constantFrom('', 'held'),
      hill: fc.record({ challenge: fc.constantFrom(null, 1, 2) })
    }),
    fc.record({
      points: fc.constantFrom(-100, -1),
      reason: fc.constant(''),
      hint: fc.constant({ challenge: 1, id: 1 })
    })
  )
})

const decay = fc.record({
  kind: fc.constant('decay' as const),
  at,
  challengeId: challenge,
  payload: fc.record({
    stopped: fc.array(
      fc
        .tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 1, max: 9 }))
        .map(([from, minutes]): Period => [START + from * MINUTE_MS, START + (from + minutes) * MINUTE_MS]),
      { maxLength: 2 }
    )
  })
})

const event: fc.Arbitrary<NewScoreEvent> = fc.oneof(
  { weight: 12, arbitrary: solve },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('admit' as const),
      at,
      participationId: team,
      payload: fc.record({ division })
    })
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('open' as const, 'close' as const),
      at,
      challengeId: challenge
    })
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('suspend' as const, 'restore' as const, 'withdraw' as const),
      at,
      participationId: team
    })
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('curve' as const), at, challengeId: challenge, payload: curve })
  },
  { weight: 2, arbitrary: award },
  { weight: 2, arbitrary: voided },
  { weight: 2, arbitrary: decay },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('division' as const),
      at,
      participationId: team,
      payload: fc.record({ division })
    })
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('bonus' as const),
      at,
      payload: fc.record({ first: perMille, second: perMille, third: perMille })
    })
  }
)

/** A correction with the entries that belong to it, which a freeze holds back as one. */
const correction: fc.Arbitrary<NewScoreEvent[]> = fc
  .tuple(at, fc.boolean(), fc.array(fc.oneof(solve, voided, award, decay), { maxLength: 4 }))
  .map(([at, undone, entries]) => [
    { kind: 'correction', at, payload: { number: 1, undone, reason: 'because', entries: entries.length } },
    ...entries
  ])

const part = fc.oneof(
  { weight: 20, arbitrary: event.map((one) => [one]) },
  { weight: 1, arbitrary: correction }
)

export const histories: fc.Arbitrary<ScoreEvent[]> = fc
  .tuple(fc.boolean(), fc.array(part, { maxLength: 80, size: 'max' }))
  .map(([opened, parts]) => {
    const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
    const beginning: NewScoreEvent[] = opened
      ? [
          ...ids(CHALLENGES).map((challengeId) => ({ kind: 'open' as const, at: START, challengeId })),
          ...ids(TEAMS).map((participationId) => ({
            kind: 'admit' as const,
            at: START,
            participationId,
            payload: { division: participationId % 2 ? 'student' : null }
          }))
        ]
      : []
    return [...beginning, ...parts.flat()].map((entry, index) => ({ ...entry, seq: index + 1 }))
  })

export const cards: Cards = {
  reasons: true,
  teams: new Map(
    Array.from({ length: TEAMS }, (_, index) => [
      index + 1,
      {
        id: 100 + index,
        name: `Team "${index}" ✓`,
        bio: index % 2 ? null : 'bio',
        avatar: null,
        country: [null, 'CZ', 'DE'][index % 3] ?? null
      }
    ])
  ),
  challenges: new Map(
    Array.from({ length: CHALLENGES }, (_, index) => [
      index + 1,
      { title: `Challenge ${CHALLENGES - index}`, category: index % 2 ? 'Web' : 'Crypto' }
    ])
  ),
  userName: (solver) => solver
}
