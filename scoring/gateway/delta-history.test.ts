import { describe, expect, it } from 'vitest'
import type { Step } from '../board/game-board'
import type { PublicEvent } from '../rules'
import { DeltaHistory } from './delta-history'

const event = (seq: number): PublicEvent => ({ seq, at: 0, kind: 'close', challengeId: seq })
const step = (from: number, to: number): Step & { events: PublicEvent[] } => ({
  from,
  to,
  events: Array.from({ length: to - from }, (_, index) => event(from + 1 + index))
})
const seqs = (feed: DeltaHistory, seq: number) => feed.since(seq)?.events.map((one) => one.seq) ?? null

describe('a feed', () => {
  it('a feed returns what is missing, from any entry it knows', () => {
    const feed = new DeltaHistory(3, [])
    expect([feed.add(step(3, 5)), feed.add(step(5, 6))]).toEqual([step(3, 5), step(5, 6)])
    expect(seqs(feed, 3)).toEqual([4, 5, 6])
    expect(seqs(feed, 4)).toEqual([5, 6])
    expect(feed.since(6)).toEqual({ from: 6, to: 6, events: [] })
    expect(feed.since(2)).toBeNull()
    expect(feed.since(7)).toBeNull()
  })

  it('a feed ignores what it has, takes what overlaps, and starts again after a gap or a resync', () => {
    const feed = new DeltaHistory(0, [])
    feed.add(step(0, 4))
    expect(feed.add(step(1, 3))).toBeNull()
    expect(feed.add(step(2, 6))).toEqual(step(4, 6))
    expect(seqs(feed, 3)).toEqual([4, 5, 6])
    expect(feed.add(step(8, 9))).toEqual(step(8, 9))
    expect([seqs(feed, 6), seqs(feed, 8)]).toEqual([null, [9]])
    feed.add({ from: 9, to: 12, events: null })
    expect([feed.seq, seqs(feed, 11), seqs(feed, 12)]).toEqual([12, null, []])
  })

  it('a feed starts with the list from Redis when that has no gap', () => {
    expect(seqs(new DeltaHistory(6, [step(2, 4), step(4, 6)]), 3)).toEqual([4, 5, 6])
    expect(seqs(new DeltaHistory(7, [step(2, 4), step(4, 6)]), 4)).toBeNull()
    expect(seqs(new DeltaHistory(6, [step(2, 3), step(4, 6)]), 4)).toBeNull()
  })

  it('a viewer that missed too much gets no delta', () => {
    const feed = new DeltaHistory(0, [])
    feed.add(step(0, 1500))
    feed.add(step(1500, 3000))
    expect(feed.since(0)).toBeNull()
    expect(seqs(feed, 1500)).toHaveLength(1500)
  })
})
