import type { Scoreboard } from '~/scoring/rules'
import type { BoardTruth } from '~/server/rehearsals'

/** Deliberately without `scoring/rules`: written from docs/rules/scoring.md, so that it proves something. */

interface Line {
  participationId: number
  score: number
  solved: number
  /** Milliseconds; Infinity without a solve. */
  last: number
}

function priceOf({ score, rate, difficulty, values }: BoardTruth['curves'][0], solves: number): number {
  if (values) return values[Math.min(solves, values.length - 1)]!
  if (solves <= 1) return score
  return Math.floor(score * (rate + (1 - rate) * Math.exp((1 - solves) / difficulty)))
}

/** value × (1000 + bonus) / 1000, half to even, in integers. */
function pointsOf(value: number, bonus: number): number {
  const thousandfold = value * (1000 + bonus)
  const whole = Math.floor(thousandfold / 1000)
  const rest = thousandfold - whole * 1000
  return rest > 500 || (rest === 500 && whole % 2 === 1) ? whole + 1 : whole
}

function bonusesOf(packed: number): number[] {
  const shares = [Math.floor(packed / 2 ** 20), Math.floor(packed / 2 ** 10) % 1024, packed % 1024]
  return shares.every((share) => share <= 1000) ? shares : [50, 30, 10]
}

/** First right answers of each team, by challenge, in the order in which they were stored. */
function firsts(right: BoardTruth['right']): Map<number, BoardTruth['right']> {
  const seen = new Set<string>()
  const all = new Map<number, BoardTruth['right']>()
  for (const one of right) {
    const pair = `${one.participationId}:${one.challengeId}`
    if (seen.has(pair)) continue
    seen.add(pair)
    all.set(one.challengeId, [...(all.get(one.challengeId) ?? []), one])
  }
  return all
}

/** The board that right answers must give, best first. Teams without a solve come after, by participation. */
function expectedLines({ right, curves, bonus }: BoardTruth, participations: readonly number[]): Line[] {
  const lines = new Map<number, Line>(
    participations.map((id) => [
      id,
      { participationId: id, score: 0, solved: 0, last: Number.POSITIVE_INFINITY }
    ])
  )
  const bonuses = bonusesOf(bonus)
  const byChallenge = firsts(right)
  for (const curve of curves) {
    const solves = byChallenge.get(curve.id) ?? []
    const value = priceOf(curve, solves.length)
    for (const [place, { participationId, at }] of solves.entries()) {
      const line = lines.get(participationId)
      if (!line) continue
      line.score += pointsOf(value, bonuses[place] ?? 0)
      line.solved++
      line.last = Math.max(line.last === Number.POSITIVE_INFINITY ? 0 : line.last, at.getTime())
    }
  }
  return [...lines.values()].sort(
    (a, b) =>
      b.score - a.score || (a.last === b.last ? 0 : a.last - b.last) || a.participationId - b.participationId
  )
}

/** How many teams a board shows otherwise than right answers say: place, points, solves. */
export function wrongLines(board: Scoreboard, truth: BoardTruth): number {
  const expected = expectedLines(
    truth,
    board.items.map(({ participationId }) => participationId)
  )
  const missing = new Set(truth.right.map(({ participationId }) => participationId))
  for (const { participationId } of board.items) missing.delete(participationId)
  const shown = [...board.items].sort((a, b) => a.rank - b.rank)
  const wrong = expected.filter((line, place) => {
    const item = shown[place]
    return (
      !item ||
      item.participationId !== line.participationId ||
      item.score !== line.score ||
      item.solvedCount !== line.solved
    )
  })
  return wrong.length + missing.size
}
