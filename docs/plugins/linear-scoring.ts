import type { Scoring } from 'halyard/plugin'

/** Takes `difficulty` points from the value with each further solve, until the least share is left. */
export default {
  apiVersion: 1,
  kind: 'scoring',
  name: 'linear-scoring',
  version: '1.0.0',
  value(solves, { score, minRate, difficulty }) {
    const least = Math.floor(score * minRate)
    return Math.max(least, Math.floor(score - Math.max(0, solves - 1) * difficulty))
  }
} satisfies Scoring
