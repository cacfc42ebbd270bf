import type { ReactNode } from 'react'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { Cached } from '~/app/rendering/cached'
import { clockOf, minuteOf } from '../times'
import { Axes, ChartGrid } from './Axes'
import {
  depthOf,
  type Levels,
  type Line,
  levelsOf,
  pathOf,
  type Span,
  scoreAt,
  shareOf,
  spread
} from './scale'

interface PlotProps {
  /** Printed in the chart. */
  title: string
  /** The label for screen readers; absent: that of the scoreboard. */
  label?: string
  lines: readonly Line[]
  span: Span
  end: number
  now: number
  part?: boolean
  children?: ReactNode
  over?: ReactNode
}

/** Pixels; equal to the style sheet. */
const PLOT = 162
const LABEL = 16
/** The width of place and name, which the style sheet cuts off there. */
const NAME = 185
const AHEAD = 30
/** Most labels; more would not be legible one above the other. */
const LABELS = 13
const COLOURS = 10

/** Class with the colour of a line: the own team has the accent, others by order. */
export const series = ({ own }: Line, index: number) => (own ? 's-own' : `s${(index % COLOURS) + 1}`)

export function Plot({ title, label, lines, span, end, now, part = false, children, over }: PlotProps) {
  const t = useText()
  const until = Math.min(now, span.to)
  const share = shareOf(until, span)
  const levels = levelsOf(lines, span, { part })
  const marked = now < end && now >= span.from && now <= span.to
  return (
    <div className="chart" data-labels={share <= 100 - AHEAD ? 'inside' : undefined}>
      <svg role="img" aria-label={label ?? t('scoreboard:chart.label', { title })} focusable="false">
        <Cached of={ChartGrid} props={{ span, levels }} />
        <rect className="future" x={`${share}%`} width={`${100 - share}%`} height="100%" />
        <Cached of={Axes} props={{ span, now: marked ? share : null, caption: title }} />
        <Cached
          name="lines"
          of={Lines}
          props={{ marks: lineMarks(lines, { span, until, levels }) }}
          pieces={eachLine}
        />
        {marked && <Now share={share} now={now} />}
        {children}
      </svg>
      {over}
    </div>
  )
}

function Now({ share, now }: { share: number; now: number }) {
  const x = `${share}%`
  return (
    <>
      <line className="nowline" x1={x} x2={x} y1="0" y2="100%" />
      <text className="now-t" x={x} y="100%" dy="17" textAnchor="middle">
        {clockOf(minuteOf(now))}
      </text>
    </>
  )
}

export interface Scene {
  span: Span
  until: number
  levels: Levels
}

interface LinesProps {
  /** Lowest first, so that the leader and the own team are drawn on top. */
  marks: readonly LineMarkProps[]
}

/** Lines with a label: the own one and those that are compared first, then the best. */
function labelled(lines: readonly Line[]): ReadonlySet<number> {
  const first = ({ own, emphasis }: Line) => own || emphasis === 'pinned'
  const all = [...lines.keys()]
  const order = [...all.filter((index) => first(lines[index]!)), ...all]
  return new Set([...new Set(order)].slice(0, LABELS))
}

/**
 * Lines from back to front: the own team's is drawn last. `y`: where the label stands, moved apart from others; null
 * for a line without one.
 */
export function lineMarks(lines: readonly Line[], scene: Scene): LineMarkProps[] {
  const { until, levels } = scene
  const scores = lines.map(({ steps }) => scoreAt(steps, until))
  const ends = scores.map((score) => (depthOf(score, levels) * PLOT) / 1000)
  const order = lines.map((_, index) => index).sort((a, b) => ends[a]! - ends[b]! || a - b)
  const shown = labelled(lines)
  const named = order.filter((index) => shown.has(index))
  const places = spread(
    named.map((index) => ends[index]!),
    Math.min(LABEL, PLOT / named.length),
    PLOT
  )
  const labels = new Map(named.map((index, at) => [index, places[at]!]))
  const drawn = order.map((index) => ({ line: lines[index]!, index, y: labels.get(index) ?? null }))
  const over = ({ line }: (typeof drawn)[number]) => (line.own ? 2 : line.emphasis === 'pinned' ? 1 : 0)
  drawn.sort((a, b) => over(a) - over(b) || b.index - a.index)
  return drawn.map(({ line, index, y }) => ({
    ...{ line, index, y, scene },
    ...{ end: ends[index]!, score: scores[index]! }
  }))
}

/** One piece per line: readers share the leaders' lines. */
const eachLine = ({ marks }: LinesProps): LinesProps[] => marks.map((mark) => ({ marks: [mark] }))

export function Lines({ marks }: LinesProps) {
  return marks.map((mark) => <LineMark key={mark.line.id} {...mark} />)
}

interface LineMarkProps {
  scene: Scene
  line: Line
  index: number
  /** Pixels from the top: of the line's end and its label; null without a label. */
  end: number
  y: number | null
  score: number
}

function LineMark({ line, index, end, y, score, scene }: LineMarkProps) {
  const { number } = useFormat()
  return <LineDrawn {...drawnOf({ line, index, end, y, score, scene }, number)} />
}

interface LineLook {
  look: string
  path: string
}

interface LineTexts {
  d: string
  x: string
  team: string
  title: string
  lead: string
  end: string
  top: string
  place: string
  name: string
}

/** All that the mark of a line consists of: two classes, and texts. */
export function drawnOf(
  { line, index, end, y, score, scene: { span, until, levels } }: LineMarkProps,
  number: (value: number) => string
): LineLook & LineTexts {
  return {
    look: `ln ${series(line, index)}${line.own ? ' ownl' : ''}${line.emphasis ? ` ${line.emphasis}` : ''}${y === null ? ' bare' : ''}`,
    path: line.own || line.emphasis === 'pinned' ? 'l own' : index === 0 ? 'l lead' : 'l',
    d: pathOf(line.steps, span, until, levels),
    x: `${shareOf(until, span)}%`,
    team: String(line.team),
    title: `${line.place} ${line.name}: ${number(score)}`,
    lead: `M0 ${end.toFixed(1)}L16 ${y ?? 0}H20`,
    end: end.toFixed(1),
    top: String((y ?? 0) - LABEL / 2),
    place: String(line.place),
    name: line.name
  }
}

export function LineDrawn({
  look,
  path,
  d,
  x,
  team,
  title,
  lead,
  end,
  top,
  place,
  name
}: LineLook & LineTexts) {
  return (
    <g className={look}>
      <svg
        width="100%"
        height="100%"
        viewBox="0 0 1000 1000"
        preserveAspectRatio="none"
        overflow="visible"
        aria-hidden="true"
      >
        <path className={path} d={d} />
      </svg>
      <svg className="tag" data-team={team} x={x} overflow="visible">
        <title>{title}</title>
        <path className="lead-l" d={lead} />
        <circle className="dotm" cx="0" cy={end} r="2.5" />
        <foreignObject x="20" y={top} width={NAME} height={LABEL}>
          <div className="nm" data-place={place}>
            {name}
          </div>
        </foreignObject>
      </svg>
    </g>
  )
}
