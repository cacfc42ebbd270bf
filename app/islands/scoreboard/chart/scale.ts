import { DAY_MS, HOUR_MS, MINUTE_MS } from '~/server/platform/time'

export interface Line {
  id: number
  team: number
  name: string
  place: number
  own: boolean
  /** When teams are compared: the line is one of them, or is faded; absent otherwise. */
  emphasis?: 'pinned' | 'faded'
  /** Total after each solve, oldest first; Unix milliseconds. */
  steps: readonly Step[]
}

export type Step = readonly [at: number, score: number]

export interface Span {
  from: number
  to: number
}

export interface Levels {
  bottom: number
  top: number
}

export interface Tick {
  at: number
  share: number
  /** Hidden on narrow screens. */
  minor: boolean
}

export const BOX = 1000

const STEPS = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 4, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 2, 7, 14, 28].map((days) => days * DAY_MS)
]
const MAX_TICKS = 12
const MAX_SCORES = 6
const LONG_GAME = 14 * DAY_MS
const LONG_GAME_SHOWN = 7 * DAY_MS
/** Number of steps in which the end of the chart moves during a game. */
const SPAN_STEPS = 48

/**
 * From the start to a little after now, in few steps, so that the lines seldom move. Of a running game that lasts longer than 14
 * days, only the last seven days (docs/rules/interface.md#chart).
 */
export function spanOf(start: number, end: number, now: number): Span {
  const last = Math.max(end, start + 1)
  if (now < last && last - start > LONG_GAME && now - start > LONG_GAME_SHOWN)
    return { from: now - LONG_GAME_SHOWN, to: now }
  const step = (last - start) / SPAN_STEPS
  const to = start + Math.ceil(Math.max(1, now + 1 - start) / step) * step
  return { from: start, to: Math.min(last, Math.ceil(to)) }
}

/** Percent of the span, two decimals, 0 to 100. */
export function shareOf(at: number, { from, to }: Span): number {
  const share = ((at - from) / (to - from)) * 100
  return Math.round(Math.min(100, Math.max(0, share)) * 100) / 100
}

/** Emphasises the lines of compared teams and of the own one. */
export function emphasised(lines: readonly Line[], pins: readonly number[]): readonly Line[] {
  if (!lines.some(({ team }) => pins.includes(team))) return lines
  return lines.map((line) => {
    if (pins.includes(line.team)) return { ...line, emphasis: 'pinned' }
    return line.own ? line : { ...line, emphasis: 'faded' }
  })
}

const highest = new WeakMap<Line, number>()

/** Kept with the line: many readers share the leaders'. */
function highestOf(line: Line): number {
  const best = highest.get(line) ?? Math.max(0, ...line.steps.map(([, score]) => score))
  highest.set(line, best)
  return best
}

/** Top of the axis: the next 1,000 above every line. */
export const topOf = (lines: readonly Line[]): number =>
  Math.max(1, Math.ceil(Math.max(0, ...lines.map(highestOf)) / 1000)) * 1000

const HUNDRED = 100

/** Levels from 0, or close around the lines when only a part of the time is shown. */
export function levelsOf(lines: readonly Line[], span: Span, { part }: { part: boolean }): Levels {
  if (!part || lines.length === 0) return { bottom: 0, top: topOf(lines) }
  const scores = lines.flatMap(({ steps }) => [
    scoreAt(steps, span.from),
    ...steps.filter(([at]) => at > span.from && at <= span.to).map(([, score]) => score)
  ])
  const bottom = Math.max(0, Math.floor(Math.min(...scores) / HUNDRED) * HUNDRED)
  return { bottom, top: Math.max(bottom + HUNDRED, Math.ceil(Math.max(...scores) / HUNDRED) * HUNDRED) }
}

const units = (value: number) => Math.round(value * 10) / 10

export const depthOf = (score: number, { bottom, top }: Levels): number =>
  units(BOX * (1 - Math.min(1, Math.max(0, (score - bottom) / (top - bottom)))))

/** 0 before the first step. */
export const scoreAt = (steps: readonly Step[], at: number): number =>
  steps.filter(([time]) => time <= at).at(-1)?.[1] ?? 0

/** An SVG path of steps from the left edge to `until`. */
export function pathOf(steps: readonly Step[], span: Span, until: number, levels: Levels): string {
  const x = (at: number) => units(shareOf(at, span) * (BOX / 100))
  let path = `M0 ${depthOf(scoreAt(steps, span.from), levels)}`
  for (const [at, score] of steps)
    if (at > span.from && at <= until) path += `H${x(at)}V${depthOf(score, levels)}`
  return `${path}H${x(until)}`
}

function ticksFrom(first: number, step: number, span: Span): Tick[] {
  const ticks: Tick[] = []
  for (let at = first; at < span.to; at += step)
    ticks.push({ at, share: shareOf(at, span), minor: ticks.length % 2 === 1 })
  return ticks
}

/** Ticks at whole hours, minutes or days in UTC. */
export function timeTicks(span: Span): { step: number; ticks: Tick[] } {
  const length = span.to - span.from
  const step =
    STEPS.find((one) => length / one <= MAX_TICKS) ?? Math.ceil(length / MAX_TICKS / DAY_MS) * DAY_MS
  return { step, ticks: ticksFrom(Math.ceil(span.from / step) * step, step, span) }
}

/** Midnights (UTC) in the span; none when too many. */
export const midnights = (span: Span): Tick[] =>
  (span.to - span.from) / DAY_MS > MAX_TICKS
    ? []
    : ticksFrom(Math.floor(span.from / DAY_MS) * DAY_MS + DAY_MS, DAY_MS, span)

/** Round values within the levels, in at most `MAX_SCORES` steps. */
export function scoreTicks({ bottom, top }: Levels): number[] {
  const nice = [10, 100, 1000, 10_000, 100_000].flatMap((unit) => [1, 2, 2.5, 5].map((one) => one * unit))
  const step = nice.find((one) => (top - bottom) / one <= MAX_SCORES) ?? top - bottom
  const first = Math.ceil(bottom / step)
  return Array.from({ length: Math.floor(top / step) - first + 1 }, (_, index) => (first + index) * step)
}

/** Moves labels at least `gap` apart, within 0 to `height` if there is room. `wanted` is ascending. */
export function spread(wanted: readonly number[], gap: number, height: number): number[] {
  const places: number[] = []
  for (const one of wanted) places.push(Math.max(one, (places.at(-1) ?? -gap) + gap))
  let limit = height
  for (let index = places.length - 1; index >= 0; index--) {
    places[index] = Math.min(places[index]!, limit)
    limit = places[index]! - gap
  }
  return places.map(units)
}
