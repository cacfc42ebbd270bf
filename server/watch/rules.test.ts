import { expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '~/server/platform/time'
import {
  advanceTracks,
  CLOSE_AFTER,
  type Facts,
  isUnusual,
  lastClosedOf,
  OPEN_AFTER,
  openMatters,
  rightShare,
  signalsFromFacts,
  type Tracks,
  usualRange,
  verdictOf
} from './rules'

const NOW = 1_800_000_000_000
const QUIET: Facts = {
  judge: { waiting: 0, oldest: null },
  redis: true,
  engines: { down: 0, since: null },
  queue: { waiting: 0, oldest: null },
  failing: [],
  checks: [],
  releases: [],
  backupFailed: false,
  cheats: { count: 0, since: null },
  tickets: { waiting: 0, oldest: null, unassigned: 0 }
}
const step = (tracks: Tracks, facts: Partial<Facts>, now: number) =>
  advanceTracks(tracks, signalsFromFacts({ ...QUIET, ...facts }, now), now)
const kinds = (tracks: Tracks) => openMatters(tracks).map(({ key }) => key)

it('a condition opens its matter after two minutes, and closes it five minutes after it has passed', () => {
  let tracks = step({}, { redis: false }, NOW)
  expect(kinds(tracks)).toEqual([])
  tracks = step(tracks, { redis: false }, NOW + OPEN_AFTER - 1)
  expect(kinds(tracks)).toEqual([])
  tracks = step(tracks, { redis: false }, NOW + OPEN_AFTER)
  expect(kinds(tracks)).toEqual(['redis'])
  expect(openMatters(tracks)[0]!.over).toBe(NOW)

  const passed = NOW + OPEN_AFTER + 1000
  tracks = step(tracks, {}, passed)
  tracks = step(tracks, {}, passed + CLOSE_AFTER - 1)
  expect(kinds(tracks)).toEqual(['redis'])
  // Within the five minutes, so that they begin again.
  tracks = step(tracks, { redis: false }, passed + CLOSE_AFTER - 1)
  tracks = step(tracks, {}, passed + CLOSE_AFTER)
  expect(kinds(tracks)).toEqual(['redis'])
  const ended = passed + 2 * CLOSE_AFTER
  tracks = step(tracks, {}, ended)
  expect(kinds(tracks)).toEqual([])
  expect(lastClosedOf(tracks)).toMatchObject({ kind: 'redis', over: NOW, closed: ended })
})

it('what closed last is told for a day, and begins anew when it comes back', () => {
  const old = { engines: { down: 1, since: NOW - OPEN_AFTER } }
  const both = step({}, { ...old, cheats: { count: 2, since: NOW - OPEN_AFTER } }, NOW)
  const one = step(step(both, old, NOW + 1000), old, NOW + 1000 + CLOSE_AFTER)
  expect(lastClosedOf(one)?.kind).toBe('cheats')
  const later = NOW + 2000 + CLOSE_AFTER
  const none = step(step(one, {}, later), {}, later + CLOSE_AFTER)
  expect(lastClosedOf(none)?.kind).toBe('engines')
  const day = DAY_MS
  expect(lastClosedOf(step(none, {}, later + CLOSE_AFTER + day - 1))?.kind).toBe('engines')
  expect(step(none, {}, later + CLOSE_AFTER + day)).toEqual({})

  const again = step(none, { engines: { down: 3, since: null } }, later + 2 * CLOSE_AFTER)
  expect([kinds(again), lastClosedOf(again)]).toEqual([[], null])
  expect(again.engines!.over).toBe(later + 2 * CLOSE_AFTER)
})

it('a condition that passes before two minutes leaves nothing behind', () => {
  const tracks = step(step({}, { redis: false }, NOW), {}, NOW + OPEN_AFTER / 2)
  expect(tracks).toEqual({})
  expect(kinds(step(tracks, { redis: false }, NOW + OPEN_AFTER))).toEqual([])
})

it('a condition dated by the data opens at the first check, and a lag keeps its beginning', () => {
  const sent = NOW - OPEN_AFTER
  let tracks = step({}, { judge: { waiting: 4, oldest: sent } }, NOW)
  expect(verdictOf(openMatters(tracks))).toBe('stopped')
  tracks = step(tracks, { judge: { waiting: 9, oldest: NOW - 15_000 } }, NOW + 5000)
  expect(openMatters(tracks)[0]).toMatchObject({ over: sent, count: 9 })
})

it('a flag that is judged within ten seconds is no condition', () => {
  expect(signalsFromFacts({ ...QUIET, judge: { waiting: 1, oldest: NOW - 10_000 } }, NOW)).toEqual([])
  expect(signalsFromFacts({ ...QUIET, judge: { waiting: 1, oldest: NOW - 10_001 } }, NOW)).toHaveLength(1)
})

it('help becomes a matter when a team has waited for ten minutes', () => {
  const waits = (minutes: number) => ({
    ...QUIET,
    tickets: { waiting: 2, oldest: NOW - minutes * MINUTE_MS, unassigned: 1 }
  })
  expect(signalsFromFacts(waits(10), NOW)).toEqual([])
  expect(signalsFromFacts(waits(11), NOW)).toMatchObject([
    { kind: 'tickets', level: 'warn', count: 2, unassigned: 1 }
  ])
})

it('the worst come first, at most five, and a challenge fails from three teams on', () => {
  const old = NOW - OPEN_AFTER
  const failing = [1, 2, 3].map((id) => ({ id, title: `C${id}`, teams: id + 1, since: old }))
  const facts: Partial<Facts> = {
    judge: { waiting: 1, oldest: old },
    engines: { down: 1, since: old },
    queue: { waiting: 2, oldest: old },
    cheats: { count: 1, since: old }
  }
  expect(kinds(step({}, { ...facts, failing }, NOW))).toEqual([
    'judge',
    'failing:2',
    'failing:3',
    'engines',
    'queue'
  ])
  expect(verdictOf(openMatters(step({}, { cheats: facts.cheats! }, NOW)))).toBe('matters')
  expect(verdictOf([])).toBe('quiet')
})

it.each([
  ['right', 0.775, { low: 1, high: 1 }, true],
  ['right', 0.93, { low: 1, high: 1 }, false],
  ['judge', 10, { low: 0, high: 0 }, false],
  ['judge', 600, { low: 5, high: 20 }, true],
  ['judge', 5, { low: 400, high: 900 }, false],
  ['submissions', 0, { low: 1, high: 5 }, false],
  ['submissions', 0, { low: 20, high: 40 }, true],
  ['submissions', 51, { low: 20, high: 40 }, true],
  ['submissions', 49, { low: 20, high: 40 }, false],
  ['teams', null, { low: 5, high: 9 }, false],
  ['teams', 0, null, false]
] as const)('the figure %s of %s is held against %j', (name, value, usual, isMarked) => {
  expect(isUnusual(name, value, usual)).toBe(isMarked)
})

it('right answers are counted over all minutes, and held against the usual share from twenty on', () => {
  const busy = { right: 2, wrong: 16 }
  expect(rightShare([{ right: 1, wrong: 0 }, undefined, busy])).toEqual({ share: 3 / 19, isEnough: false })
  expect(rightShare([{ right: 2, wrong: 0 }, busy])).toEqual({ share: 0.2, isEnough: true })
  expect(rightShare([undefined, { right: 0, wrong: 0 }])).toEqual({ share: null, isEnough: false })
})

it('the usual range is all but the lowest and highest tenth of at least ten values', () => {
  expect(usualRange([1, 2, 3])).toBeNull()
  expect(usualRange([100, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0])).toEqual({ low: 1, high: 9 })
})
