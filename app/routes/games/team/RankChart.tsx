import { useId } from 'react'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { Axes } from '~/app/islands/scoreboard/chart/Axes'
import { BOX, depthOf, pathOf, type Span, type Step, shareOf } from '~/app/islands/scoreboard/chart/scale'
import type { TeamView } from './team-view'

const LINES = 5
/** Percent beyond which labels are on the other side of a mark. */
const FAR = 80
/** Share of the chart's time that a label at its end covers, in percent. */
const LABEL = 6

function rankTicks(worst: number): number[] {
  if (worst <= LINES) return Array.from({ length: worst }, (_, index) => index + 1)
  const steps = [2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2500, 5000]
  const step = steps.find((one) => worst / one <= LINES - 1) ?? worst
  return [1, ...Array.from({ length: Math.ceil(worst / step) }, (_, index) => (index + 1) * step)]
}

/** Ranks over time, the first place on top. The list of solves has them in words. */
export function RankChart({ team: { ranks, best, rank, teams }, start }: { team: TeamView; start: number }) {
  const t = useText()
  const { number, moment } = useFormat()
  const id = useId()
  const [first, last] = [ranks[0], ranks.at(-1)]
  if (!first || !last || !best) return null
  const span: Span = { from: Math.min(start, first[0]), to: Math.max(start + 1, last[0]) }
  const ticks = rankTicks(Math.max(...ranks.map(([, one]) => one)))
  const levels = { bottom: -Math.max(2, ticks.at(-1)!), top: -1 }
  // Better is higher; before the first solve there is no line.
  const steps = ranks.map(([at, one]): Step => [at, -one])
  const from = { from: first[0], to: span.to }
  const left = shareOf(first[0], span)
  const line = first[0] < span.to ? pathOf(steps, from, span.to, levels) : null
  const depth = (one: number) => `${(depthOf(-one, levels) * 100) / BOX}%`
  const words = {
    best: number(best.rank),
    time: `${moment(new Date(best.at))} UTC`,
    rank: number(last[1]),
    total: number(teams)
  }
  const bestShare = shareOf(best.at, span)
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('teampage:ranks')}</h2>
      <div className="chart rank-chart">
        <svg role="img" aria-label={t('teampage:ranks_text', words)} focusable="false">
          {ticks.map((one) => (
            <g key={one}>
              <line className="g" x1="0" x2="100%" y1={depth(one)} y2={depth(one)} />
              <text x="-10" y={depth(one)} dy="4" textAnchor="end">
                {number(one)}
              </text>
            </g>
          ))}
          <Axes span={span} now={null} caption="" />
          {line && (
            <svg
              x={`${left}%`}
              width={`${100 - left}%`}
              height="100%"
              viewBox="0 0 1000 1000"
              preserveAspectRatio="none"
              overflow="visible"
              aria-hidden="true"
            >
              <path className="area" d={`${line}V1000H0Z`} />
              <path className="l own" d={line} />
            </svg>
          )}
          {best.rank !== last[1] && (
            <Mark share={bestShare} y={depth(best.rank)} text={t('teampage:best', { best: words.best })} />
          )}
          <Mark
            share={100}
            y={depth(last[1])}
            text={words.rank}
            {...lastLabel(ranks, span, bestShare, depth)}
          />
        </svg>
      </div>
      <p className="hint">
        {t('teampage:by_now')} {rank !== last[1] && t('teampage:behind')}
      </p>
    </section>
  )
}

/** The last label stands above the line that it covers; where the best one stands there, below it. */
function lastLabel(ranks: readonly Step[], span: Span, bestShare: number, depth: (rank: number) => string) {
  const from = span.to - ((span.to - span.from) * LABEL) / 100
  const covered = ranks.filter((_, index) => (ranks[index + 1]?.[0] ?? span.to) >= from).map(([, one]) => one)
  const below = bestShare > 100 - 2 * LABEL && covered.length > 1
  return { at: depth(below ? Math.max(...covered) : Math.min(...covered)), below }
}

interface MarkProps {
  share: number
  y: string
  text: string
  /** Height of the label, where it is not that of the mark. */
  at?: string
  below?: boolean
}

function Mark({ share, y, text, at = y, below = false }: MarkProps) {
  return (
    <>
      <circle className="pt" cx={`${share}%`} cy={y} r="4" />
      <text
        className="an"
        x={`${share}%`}
        y={at}
        dy={below ? 17 : -9}
        dx={below ? -8 : 0}
        textAnchor={share > FAR ? 'end' : 'start'}
      >
        {text}
      </text>
    </>
  )
}
