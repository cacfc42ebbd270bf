import { expect, it } from 'vitest'
import { CHALLENGE_CATEGORIES } from '~/server/challenges/contract'
import { CATEGORIES } from './rules'

it('the rules, which browsers run too, know the categories of the domain in their order', () => {
  expect(CATEGORIES).toEqual(CHALLENGE_CATEGORIES)
})
