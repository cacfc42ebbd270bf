import { expect, it } from 'vitest'
import { short } from './short'

it('names keep what fits the label of a line', () => {
  expect(short('Knot Today')).toBe('Knot Today')
  expect(short('a'.repeat(21))).toBe('a'.repeat(21))
  expect(short('a'.repeat(22))).toBe(`${'a'.repeat(20)}…`)
})

it('names of wide letters are cut earlier, so that they do not leave the page', () => {
  expect(short('W'.repeat(20))).toBe(`${'W'.repeat(12)}…`)
  expect(short('海'.repeat(13))).toBe('海'.repeat(13))
  expect(short('海'.repeat(14))).toBe(`${'海'.repeat(12)}…`)
  expect(short('🚩'.repeat(20))).toBe(`${'🚩'.repeat(12)}…`)
})
