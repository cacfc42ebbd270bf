import { describe, expect, it } from 'vitest'
import type { InstanceLogLine } from '~/server/instances/contract'
import { joined, MAX_LINES } from './lines'

const line = (at: number, text: string, stream: InstanceLogLine['stream'] = 'stdout'): InstanceLogLine => ({
  at,
  text,
  stream
})
const texts = (lines: readonly InstanceLogLine[]) => lines.map(({ text }) => text)

describe('joined', () => {
  it('equal lines of the last millisecond are joined, others are added', () => {
    const known = [line(1, 'a'), line(2, 'b')]
    const fresh = [line(2, 'b'), line(2, 'c'), line(2, 'b', 'stderr'), line(3, 'a')]
    expect(texts(joined(known, fresh))).toEqual(['a', 'b', 'c', 'b', 'a'])
  })

  it('older lines than the known ones are ignored', () => {
    expect(texts(joined([line(5, 'e')], [line(4, 'd'), line(6, 'f')]))).toEqual(['e', 'f'])
  })

  it('without new lines the array stays the same, so that nothing is rendered', () => {
    const known = [line(1, 'a')]
    expect(joined(known, [line(1, 'a')])).toBe(known)
    expect(joined(known, [])).toBe(known)
  })

  it('the list is bounded and keeps the newest lines', () => {
    const many = Array.from({ length: MAX_LINES + 3 }, (_, at) => line(at, `l${at}`))
    const kept = joined([], many)
    expect(kept).toHaveLength(MAX_LINES)
    expect(kept.at(-1)?.text).toBe(`l${MAX_LINES + 2}`)
  })
})
