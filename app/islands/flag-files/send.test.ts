import { expect, it } from 'vitest'
import { batchesOf } from './send'

const sizes = (...all: number[]) => batchesOf(all.map((size) => ({ size }))).map((batch) => batch.length)
const MEBIBYTE = 1024 * 1024

it('files are grouped by number and size', () => {
  expect(sizes()).toEqual([])
  expect(sizes(...Array(250).fill(1))).toEqual([100, 100, 50])
  expect(sizes(20 * MEBIBYTE, 12 * MEBIBYTE, 1)).toEqual([2, 1])
  expect(sizes(1, 900 * MEBIBYTE, 1)).toEqual([1, 1, 1])
})
