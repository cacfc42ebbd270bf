import type { Curve } from '~/server/ledger/contract'

interface Points {
  originalScore: number
  minScoreRate: number
  difficulty: number
  /** Values of a scoring function; null or absent without one. */
  values?: readonly number[] | null
}

/** The points of a challenge in the form that scoring/rules computes with. */
export const curveOf = ({ originalScore, minScoreRate, difficulty, values }: Points): Curve => ({
  score: originalScore,
  minRate: minScoreRate,
  difficulty,
  ...(values && { values })
})
