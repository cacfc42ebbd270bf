import { describe, expect, it } from 'vitest'
import { pulledAtOf, stepsOf } from './test-instance'

const T = 1_000_000
type Test = Parameters<typeof stepsOf>[0]
const test = (given: Partial<Test>): Test => ({
  state: 'queued',
  ending: false,
  error: null,
  waitsFor: null,
  requestedAt: T,
  startedAt: null,
  readyAt: null,
  events: [],
  ...given
})
const created = (at: number) => ({ at, event: 'created', reason: null, detail: null, actor: null })
const brief = (given: Partial<Test>, pulledAt: number | null = null) =>
  stepsOf(test(given), pulledAt).map(({ state, ms }) => (ms === null ? state : `${state} ${ms}`))

describe('stepsOf', () => {
  it('the stages follow a start from the queue until it is ready', () => {
    expect(brief({})).toEqual(['now', 'open', 'open', 'open'])
    expect(brief({ waitsFor: 'image' })).toEqual(['done', 'now', 'open', 'open'])
    expect(brief({ state: 'starting', startedAt: T + 50 })).toEqual(['done 50', 'done 0', 'now', 'open'])
    const up = { startedAt: T + 50, events: [created(T + 450)] }
    expect(brief({ state: 'starting', ...up })).toEqual(['done 50', 'done 0', 'done 400', 'now'])
    expect(brief({ state: 'ready', ...up, readyAt: T + 2650 })).toEqual([
      'done 50',
      'done 0',
      'done 400',
      'done 2200'
    ])
  })

  it('the time of the image is separate from that of the queue, unless the engine had it before', () => {
    const begun = { state: 'starting', startedAt: T + 5000 } as const
    expect(brief(begun, T + 4000).slice(0, 2)).toEqual(['done 1000', 'done 4000'])
    expect(brief(begun, T - 4000).slice(0, 2)).toEqual(['done 5000', 'done 0'])
    expect(brief(begun, T + 9000).slice(0, 2)).toEqual(['done 5000', 'done 0'])
  })

  it('only the last attempt counts', () => {
    const again = { state: 'starting', startedAt: T + 900, events: [created(T + 400)] } as const
    expect(brief({ ...again, events: [...again.events] })).toEqual(['done 900', 'done 0', 'now', 'open'])
  })

  it('a failed stage is marked, a stopped one is not', () => {
    expect(brief({ state: 'failed', error: 'image_missing' })).toEqual(['done', 'failed', 'open', 'open'])
    expect(brief({ state: 'failed', error: 'oom', startedAt: T + 10, events: [created(T + 20)] })).toEqual([
      'done 10',
      'done 0',
      'done 10',
      'failed'
    ])
    expect(brief({ state: 'ended', startedAt: T + 10 })).toEqual(['done 10', 'done 0', 'open', 'open'])
    expect(brief({ ending: true })).toEqual(['open', 'open', 'open', 'open'])
  })
})

describe('pulledAtOf', () => {
  const image = (reference: string, pulledAt: number | null, engine = 'one') => ({
    reference,
    pulledAt,
    engine
  })
  const of = (...images: ReturnType<typeof image>[]) =>
    pulledAtOf(images, { engine: 'one', spec: { images: ['web:1', 'db:1'] } })

  it('the time is that of the last image, on the engine of the instance', () => {
    expect(of(image('web:1', T), image('db:1', T + 5), image('db:1', T + 9, 'two'))).toBe(T + 5)
    expect(of(image('web:1', T), image('db:1', null))).toBeNull()
    expect(of(image('web:1', T), image('db:1', T + 9, 'two'))).toBeNull()
  })
})
