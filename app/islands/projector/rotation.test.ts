import { describe, expect, it } from 'vitest'
import { pagesOf, turned, within } from './rotation'

describe('pages of the projector', () => {
  it.each([
    [0, 1],
    [1, 1],
    [14, 1],
    [15, 2],
    [632, 46]
  ])('%i teams fill %i pages', (teams, pages) => {
    expect(pagesOf(teams)).toBe(pages)
  })

  it('pages turn round in both directions', () => {
    expect([1, 2, 3].map((page) => turned(page, 3, 1))).toEqual([2, 3, 1])
    expect([1, 2, 3].map((page) => turned(page, 3, -1))).toEqual([3, 1, 2])
    expect(turned(1, 1, 1)).toBe(1)
    expect(turned(1, 1, -1)).toBe(1)
  })

  it('the page stays on the board when teams leave', () => {
    expect(within(9, 3)).toBe(3)
    expect(turned(9, 3, 1)).toBe(1)
    expect(within(0, 3)).toBe(1)
  })
})
