import { describe, expect, it } from 'vitest'
import { deal, joinOutcomes } from './engine-run.mjs'

const files = (...sizes: number[]) => sizes.map((size) => ({ size }))

describe('deal', () => {
  it('deals every file to one part, so that the parts are about as large', () => {
    expect(deal(files(1, 5, 3, 4), 2)).toEqual([files(5, 1), files(4, 3)])
    expect(deal(files(9, 2, 2, 2, 2), 2)).toEqual([files(9), files(2, 2, 2, 2)])
  })

  it('has one part for one engine, and no empty ones', () => {
    expect(deal(files(2, 1), 1)).toEqual([files(2, 1)])
    expect(deal(files(7), 2)).toEqual([files(7)])
    expect(deal([], 2)).toEqual([])
  })
})

describe('joinOutcomes', () => {
  const file = (path: string) => ({ path, ms: 1, failed: false, reason: '', tests: [] })
  const result = (path: string, isBroken = false) => ({ files: [file(path)], isBroken })

  it('has the files of all parts, and is broken when one of them is', () => {
    expect(joinOutcomes([result('a'), result('b')])).toEqual({
      files: [file('a'), file('b')],
      isBroken: false
    })
    expect(joinOutcomes([result('a'), result('b', true)])).toMatchObject({ isBroken: true })
  })

  it('is skipped when no part had an engine, and broken when only some had one', () => {
    const skipped = { skipped: 'no static busybox' }
    expect(joinOutcomes([skipped, skipped])).toEqual(skipped)
    expect(joinOutcomes([result('a'), skipped])).toEqual({ files: [file('a')], isBroken: true })
  })
})
