import { describe, expect, it } from 'vitest'
import { merged } from './use-kept-teams'

describe('merged', () => {
  it('adds what the browser kept to what the account keeps, once each and as far as there is place', () => {
    expect(merged([], [4, 2])).toEqual([4, 2])
    expect(merged([1, 2], [2, 3])).toEqual([1, 2, 3])
    expect(merged([1, 2, 3, 4], [5, 6])).toEqual([1, 2, 3, 4, 5])
  })
})
