import type { Scoring } from 'halyard/plugin'

/** The value of rCTF's `scores/classic`: half of the way to the least share is lost after some twelve further solves. */
export default {
  apiVersion: 1,
  kind: 'scoring',
  name: 'rctf-scoring',
  version: '1.0.0',
  value(solves, { score, minRate }) {
    const least = Math.floor(score * minRate)
    const share = 1 / (1 + (Math.max(0, solves - 1) / 11.92201) ** 1.206069)
    return Math.round(least + (score - least) * share)
  }
} satisfies Scoring
