import { describe, expect, it } from 'vitest'
import { lineMarks } from './Plot'
import type { Line } from './scale'

const HEIGHT = 162

/** All end at about the same score. */
const lines = (count: number, emphasised: (index: number) => Partial<Line> = () => ({})): Line[] =>
  Array.from({ length: count }, (_, index) => ({
    ...{ id: index, team: index, name: `Team ${index}`, place: index + 1, own: false },
    steps: [[10, 500 - index]] as const,
    ...emphasised(index)
  }))

const labelsOf = (all: readonly Line[]) =>
  lineMarks(all, { span: { from: 0, to: 100 }, until: 50, levels: { bottom: 0, top: 1000 } }).flatMap(
    ({ line, y }) => (y === null ? [] : [{ line, y }])
  )

describe('labels of lines', () => {
  it.each([1, 10, 11, 13, 30])('stay inside the chart and apart, of %i lines', (count) => {
    const found = labelsOf(lines(count))
      .map(({ y }) => y)
      .sort((a, b) => a - b)
    expect(found).toHaveLength(Math.min(count, 13))
    expect(found[0]).toBeGreaterThanOrEqual(0)
    expect(found.at(-1)).toBeLessThanOrEqual(HEIGHT)
    for (const [at, y] of found.slice(1).entries()) expect(y - found[at]!).toBeGreaterThan(12)
  })

  it('are those of the own team and of teams that are compared before those of the best', () => {
    const all = lines(30, (index) =>
      index === 29 ? { own: true } : index > 24 ? { emphasis: 'pinned' } : { emphasis: 'faded' }
    )
    const found = labelsOf(all).map(({ line }) => line.id)
    expect(found.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 25, 26, 27, 28, 29])
  })
})
