import { expect, it } from 'vitest'
import { challengeValue, leastValue } from '~/scoring/rules'
import { currentScore, leastScore } from './value'

it('the value of a challenge equals that on the board', () => {
  for (const score of [0, 1, 50, 500, 777, 1000])
    for (const minRate of [0, 0.1, 0.25, 1])
      for (const difficulty of [0.5, 3, 5, 42]) {
        const terms = { originalScore: score, minScoreRate: minRate, difficulty }
        expect(leastScore(terms)).toBe(leastValue({ score, minRate, difficulty }))
        for (const solvers of [0, 1, 2, 3, 5, 10, 20, 50, 1000])
          expect(currentScore(terms, solvers)).toBe(challengeValue({ score, minRate, difficulty }, solvers))
      }
})
