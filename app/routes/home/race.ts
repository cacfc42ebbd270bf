import { scoreLine } from '~/app/components/game/board-steps'
import { type Line, type Span, scoreAt } from '~/app/islands/scoreboard/chart/scale'
import type { BoardItem, Part } from '~/scoring'
import { HOUR_MS, MINUTE_MS } from '~/server/platform/time'

/** Hours shown, up to now. */
const SHOWN = 6 * HOUR_MS
/** A place that most players know somebody near. */
const TENTH = 9

/** A chart of scores: the first teams, the tenth, and the reader's. */
export interface Race {
  lines: Line[]
  span: Span
  end: number
  /** Unix milliseconds, by the minute. */
  now: number
  /** Whether the game began before the chart. */
  part: boolean
}

/** From the board's first ten teams; null while nobody scored. Times are Unix milliseconds. */
export function raceOf(
  { items }: Pick<Part, 'items'>,
  own: BoardItem | null,
  { start, end, now }: { start: number; end: number; now: number }
): Race | null {
  const until = Math.min(end, Math.ceil(now / MINUTE_MS) * MINUTE_MS)
  const span = { from: Math.max(start, until - SHOWN), to: Math.max(until, start + MINUTE_MS) }
  const shown = [...items.slice(0, own ? 2 : 3), ...items.slice(TENTH, TENTH + 1)]
  if (own && !shown.some(({ participationId }) => participationId === own.participationId)) shown.push(own)
  const lines = shown
    .map((item) => scoreLine(item, item.rank, item.participationId === own?.participationId))
    .map((line) => ({ ...line, steps: stepsIn(line.steps, span) }))
  if (lines.every(({ steps }) => steps.length === 0)) return null
  return { lines, span, end, now: until, part: span.from > start }
}

/** The steps of a time, after one that stands for all before. */
function stepsIn(steps: Line['steps'], span: Span): Line['steps'] {
  const inside = steps.filter(([at]) => at > span.from)
  const before = scoreAt(steps, span.from)
  return before === 0 ? inside : [[span.from, before], ...inside]
}
