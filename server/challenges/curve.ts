import type { Curve } from '~/server/ledger/contract'

interface Points {
  originalScore: number
  minScoreRate: number
  difficulty: number
  /** Of a scoring function; null or absent without one. */
  values?: readonly number[] | null
}

/** What a challenge is worth, as scoring/rules computes with it. */
export const curveOf = ({ originalScore, minScoreRate, difficulty, values }: Points): Curve => ({
  score: originalScore,
  minRate: minScoreRate,
  difficulty,
  ...(values && { values })
})
