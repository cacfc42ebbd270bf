import { describe, expect, it } from 'vitest'
import type { InstanceLogLine } from '~/server/instances/contract'
import { joined, MOST } from './lines'

const line = (at: number, text: string, stream: InstanceLogLine['stream'] = 'stdout'): InstanceLogLine => ({
  at,
  text,
  stream
})
const texts = (lines: readonly InstanceLogLine[]) => lines.map(({ text }) => text)

describe('joined', () => {
  it('takes a line of the last millisecond once, and another one of it too', () => {
    const known = [line(1, 'a'), line(2, 'b')]
    const fresh = [line(2, 'b'), line(2, 'c'), line(2, 'b', 'stderr'), line(3, 'a')]
    expect(texts(joined(known, fresh))).toEqual(['a', 'b', 'c', 'b', 'a'])
  })

  it('leaves out what is older than what is known', () => {
    expect(texts(joined([line(5, 'e')], [line(4, 'd'), line(6, 'f')]))).toEqual(['e', 'f'])
  })

  it('stays the same list when nothing came, so that nothing is drawn anew', () => {
    const known = [line(1, 'a')]
    expect(joined(known, [line(1, 'a')])).toBe(known)
    expect(joined(known, [])).toBe(known)
  })

  it('holds a bounded list, the newest of it', () => {
    const many = Array.from({ length: MOST + 3 }, (_, at) => line(at, `l${at}`))
    const kept = joined([], many)
    expect(kept).toHaveLength(MOST)
    expect(kept.at(-1)?.text).toBe(`l${MOST + 2}`)
  })
})
