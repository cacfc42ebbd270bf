import { formatOf, useFormat } from '~/app/i18n/format'
import { useLocale } from '~/app/i18n/text'
import { DAY_MS } from '~/server/platform/time'
import { clockOf, minuteOf } from '../times'
import { BOX, depthOf, type Levels, midnights, type Span, scoreTicks, timeTicks } from './scale'

const NEAR = 6
const NEAR_START = 9
const CLOSE = 20
const CLOSE_NOW = 13

export function ChartGrid({ span, levels }: { span: Span; levels: Levels }) {
  const { number } = useFormat()
  return (
    <>
      {scoreTicks(levels).map((score) => {
        const y = `${(depthOf(score, levels) * 100) / BOX}%`
        return (
          <g key={score}>
            <line className={score === levels.bottom ? 'g g0' : 'g'} x1="0" x2="100%" y1={y} y2={y} />
            <text x="-10" y={y} dy="4" textAnchor="end">
              {score < 1000 ? score : `${number(score / 1000)}k`}
            </text>
          </g>
        )
      })}
      {midnights(span).map(({ at, share }) => (
        <line key={at} className="day" x1={`${share}%`} x2={`${share}%`} y1="0" y2="100%" />
      ))}
    </>
  )
}

interface AxesProps {
  span: Span
  /** Percent; null when now is outside. */
  now: number | null
  caption: string
}

export function Axes({ span, now, caption }: AxesProps) {
  const locale = useLocale()
  const format = formatOf(locale)
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
  const { step, ticks } = timeTicks(span)
  const nameOf = (at: number) => (step < DAY_MS ? clockOf(minuteOf(at)) : format.day(new Date(at)))
  // Future midnights would collide with the line labels.
  const days = step < DAY_MS ? midnights(span).filter(({ share }) => now === null || share < now) : []
  const near = (share: number, reach: number) => now !== null && Math.abs(share - now) <= reach
  const free = ticks.filter(({ share }) => share > NEAR_START && share < 100 - NEAR && !near(share, NEAR))
  const first = days[0]?.share ?? 100
  return (
    <>
      {first > 20 && (
        <text className="cap" x="6" y="0" dy="9">
          {caption}
        </text>
      )}
      {days.map(({ at, share }) => (
        <text key={at} x={`${share}%`} dx="6" y="0" dy="9">
          {`${weekday.format(at)} ${new Date(at).getUTCDate()}`}
        </text>
      ))}
      {(now === null || now > NEAR) && (
        <text className={now !== null && now < CLOSE ? 'minor' : undefined} x="0" y="100%" dy="17">
          {step < DAY_MS && <tspan className="wd">{weekday.format(span.from)} </tspan>}
          {nameOf(span.from)}
        </text>
      )}
      {free.map(({ at, share, minor }) => (
        <text
          key={at}
          className={minor || share < CLOSE || near(share, CLOSE_NOW) ? 'minor' : undefined}
          x={`${share}%`}
          y="100%"
          dy="17"
          textAnchor="middle"
        >
          {nameOf(at)}
        </text>
      ))}
    </>
  )
}
