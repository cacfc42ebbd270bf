import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { chainHash, columnsOf, GENESIS } from '~/server/ledger/chain'
import type { NewScoreEvent } from '~/server/ledger/contract'
import { MINUTE_MS } from '~/server/platform/time'
import { bonusOf, packBonus, pointsWithBonus } from './bonus'
import { challengeValue, leastValue } from './curve'
import { fold } from './fold'
import { functionValues, isScoringFunction } from './functions'
import { settle } from './settle'

const RULES = readFileSync('docs/rules/scoring.md', 'utf8')

/** Rows of the first table under a heading, the head included. */
function tableUnder(heading: string): string[][] {
  const section = RULES.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  const rows = [...section.matchAll(/^\|(.*)\|$/gm)].map(([, row = '']) =>
    row.split('|').map((cell) => cell.trim())
  )
  return [rows[0] ?? [], ...rows.slice(2)]
}

const GAME: NewScoreEvent[] = [
  { kind: 'bonus', at: 0, payload: { first: 50, second: 30, third: 10 } },
  { kind: 'curve', at: 0, challengeId: 1, payload: { score: 1000, minRate: 0.25, difficulty: 5 } },
  { kind: 'curve', at: 0, challengeId: 2, payload: { score: 500, minRate: 0.1, difficulty: 3 } },
  { kind: 'open', at: 0, challengeId: 1 },
  { kind: 'open', at: 0, challengeId: 2 },
  ...[1, 2, 3, 4].map((participationId): NewScoreEvent => {
    const division = participationId % 2 === 1 ? 'odd' : 'even'
    return { kind: 'admit', at: 0, participationId, payload: { division } }
  }),
  ...[
    [1, 1, 10],
    [2, 1, 20],
    [3, 1, 30],
    [2, 2, 40]
  ].map(([participationId = 0, challengeId = 0, minute = 0], submissionId): NewScoreEvent => {
    const who = { participationId, challengeId, submissionId, userId: null }
    return { kind: 'solve', at: minute * MINUTE_MS, ...who }
  })
]

function standings(
  ...more: NewScoreEvent[]
): [team: number, score: number, rank: number, inDivision: number | null][] {
  const state = fold([...GAME, ...more].map((event, index) => ({ ...event, seq: index + 1 })))
  return settle(state).map(({ id, score, rank, divisionRank }) => [id, score, rank, divisionRank])
}

describe('the figures in docs/rules/scoring.md', () => {
  it('the documented values are those of the curve', () => {
    const [head = [], ...rows] = tableUnder('Value of a challenge')
    expect(rows.length).toBeGreaterThan(1)
    for (const [curve = '', ...values] of rows) {
      const [score = 0, minRate = 0, difficulty = 0] = curve.split(',').map(Number)
      const solvers = head.slice(1).map((cell) => Number(cell.split(' ').at(-1)))
      const given = solvers.map((count) => challengeValue({ score, minRate, difficulty }, count))
      expect(given).toEqual(values.map(Number))
      expect(given.at(-1)).toBe(leastValue({ score, minRate, difficulty }))
    }
  })

  it('the documented points are those of the bonus', () => {
    const [, ...rows] = tableUnder('Points with bonus')
    expect(rows.length).toBeGreaterThan(5)
    for (const [value, bonus, exact, points] of rows) {
      expect((Number(value) * (1000 + Number(bonus))) / 1000).toBeCloseTo(Number(exact), 6)
      expect(pointsWithBonus(Number(value), Number(bonus))).toBe(Number(points))
    }
  })

  it('the documented number is the packed default bonus', () => {
    const bonus = { first: 50, second: 30, third: 10 }
    expect(RULES).toContain(`50, 30, 10 → ${packBonus(bonus)}`)
    expect(bonusOf('SecondBlood', bonus)).toBe(30)
  })

  it('the worked example is the board, also after a suspension and a closed challenge', () => {
    const [, ...rows] = tableUnder('Worked example')
    const written = rows.map(([team = '', , , score, rank, inDivision]) => [
      Number(team.replace('Team ', '')),
      ...[score, rank, inDivision].map(Number)
    ])
    expect(standings()).toEqual(written)
    const later = { at: 50 * MINUTE_MS }
    const suspended = standings({ kind: 'suspend', ...later, participationId: 1 })
    expect(suspended.map(([team, score]) => [team, score])).toEqual([
      [2, 1432],
      [3, 890],
      [4, 0]
    ])
    expect(RULES).toContain('(907 + 525 = 1432)')
    const restored = standings(
      { kind: 'suspend', ...later, participationId: 1 },
      { kind: 'restore', ...later, participationId: 1 }
    )
    expect(restored).toEqual(written)
    const closed = standings({ kind: 'close', ...later, challengeId: 1 })
    expect(closed.map(([team, score]) => [team, score])).toEqual([
      [2, 525],
      [1, 0],
      [3, 0],
      [4, 0]
    ])
  })

  it('the documented hash is that of a first ledger entry', () => {
    const entry: NewScoreEvent = {
      kind: 'bonus',
      at: 1_700_000_000_000,
      payload: { first: 50, second: 30, third: 10 }
    }
    expect(RULES).toContain(chainHash(GENESIS, 1, 1, columnsOf(entry)).toString('hex'))
  })
})

it('the documented values of scoring functions are those that they give', () => {
  const found = tableUnder('Scoring functions').flatMap(([first = '', ...cells]) => {
    const [, name, terms = ''] = /^`(\w+)`: (.*)$/.exec(first) ?? []
    if (!isScoringFunction(name)) return []
    const [score = 0, minRate = 0, difficulty = 0] = terms.split(',').map(Number)
    const curve = { score, minRate, difficulty }
    const values = functionValues(name, curve)
    const given = [1, 2, 3, 4, 5, 6, 10].map((count) => challengeValue({ ...curve, values }, count))
    expect(given).toEqual(cells.map(Number))
    return name
  })
  expect(found).toEqual(['linear', 'logarithmic'])
})
