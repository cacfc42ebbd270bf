import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { NoticeView } from '~/server/notices/contract'
import type { Step } from '../board/game-board'
import type { PublicEvent } from '../rules/contract'
import { ViewerBacklog } from './viewer-backlog'

const step = (from: number, to: number): Step => ({
  from,
  to,
  events: Array.from({ length: to - from }, (_, n) => ({ seq: from + n + 1 }) as PublicEvent)
})
const notice = (id: number) => ({ id, values: [] }) as unknown as NoticeView

test('nothing is missed at the end, and an empty item takes no position', () => {
  const news = new ViewerBacklog()
  news.add(null, [])
  expect([news.start, news.end, news.empty]).toEqual([0, 0, true])
  news.add(step(0, 2), [notice(1)])
  expect([news.start, news.end, news.empty]).toEqual([0, 1, false])
  expect(news.since(1)).toEqual({ resync: null, deltas: [], notices: [] })
  news.drop(1)
  expect([news.start, news.end, news.empty]).toEqual([1, 1, true])
})

test('joined deltas never change what was handed out or put in', () => {
  const news = new ViewerBacklog()
  const first = step(0, 1)
  news.add(first, [])
  const before = news.since(0)
  news.add(step(1, 3), [])
  expect(before.deltas).toEqual([step(0, 1)])
  expect(first).toEqual(step(0, 1))
  expect(news.since(0).deltas).toEqual([step(0, 3)])
})

test('viewers that read as often as they like get every entry and notice once and in order', () => {
  const read = fc.record({ viewer: fc.nat(2) })
  const add = fc.record({
    length: fc.integer({ min: 0, max: 3 }),
    resync: fc.boolean(),
    notice: fc.boolean()
  })
  fc.assert(
    fc.property(fc.array(fc.oneof(read, add), { maxLength: 60 }), (commands) => {
      const news = new ViewerBacklog()
      const viewers = [0, 1, 2].map(() => ({ at: 0, seq: 0, notices: [] as number[] }))
      const visit = (viewer: (typeof viewers)[number]) => {
        const { resync, deltas, notices } = news.since(viewer.at)
        if (resync !== null) viewer.seq = resync
        for (const { from, to, events } of deltas) {
          expect(from).toBe(viewer.seq)
          expect(events.map(({ seq }) => seq)).toEqual(
            Array.from({ length: to - from }, (_, n) => from + n + 1)
          )
          viewer.seq = to
        }
        viewer.notices.push(...notices.map(({ id }) => id))
        viewer.at = news.end
        news.drop(Math.min(...viewers.map(({ at }) => at)))
      }
      let seq = 0
      let id = 0
      for (const command of commands) {
        if ('viewer' in command) visit(viewers[command.viewer]!)
        else {
          const { length, resync } = command
          const events = resync ? null : step(seq, seq + length).events
          news.add(
            length > 0 ? { from: seq, to: seq + length, events } : null,
            command.notice ? [notice(++id)] : []
          )
          seq += length
        }
      }
      for (const viewer of viewers) {
        visit(viewer)
        expect(viewer.seq).toBe(seq)
        expect(viewer.notices).toEqual(Array.from({ length: id }, (_, n) => n + 1))
      }
    })
  )
})
