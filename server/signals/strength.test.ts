import { describe, expect, it } from 'vitest'
import { strengthOf } from './strength'

describe('the strength of what two teams have in common', () => {
  const nothing = { matches: 0, decoys: 0, entries: 0, close: 0, steps: 0, sameAddress: false }

  it('is none of an address alone, or of a few close solves', () => {
    expect(strengthOf({ ...nothing, sameAddress: true })).toBe(0)
    expect(strengthOf({ ...nothing, close: 2, sameAddress: true })).toBe(0)
    expect(strengthOf({ ...nothing, steps: 3, sameAddress: true })).toBe(0)
  })

  it.each([
    [{ close: 3 }, 1],
    [{ close: 5 }, 2],
    [{ close: 8 }, 3],
    [{ close: 80 }, 3],
    [{ close: 8, sameAddress: true }, 4],
    [{ matches: 1 }, 2],
    [{ matches: 3 }, 3],
    [{ matches: 1, close: 3 }, 3],
    [{ decoys: 1 }, 2],
    [{ entries: 1 }, 2],
    [{ matches: 1, decoys: 1, entries: 1 }, 3],
    [{ steps: 4 }, 1],
    [{ steps: 7 }, 2],
    [{ steps: 40 }, 2],
    [{ steps: 4, close: 3 }, 1],
    [{ steps: 7, close: 3, decoys: 1 }, 4],
    [{ matches: 9, close: 80, sameAddress: true }, 4]
  ])('of %o is %i', (some, strength) => expect(strengthOf({ ...nothing, ...some })).toBe(strength))
})
