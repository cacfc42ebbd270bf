import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { MINUTE_MS } from '~/server/platform/time'
import { series } from './Plot'
import { readingsAt } from './reading'
import { BOX, depthOf, type Line, levelsOf, type Span, shareOf } from './scale'
import type { useReading } from './use-reading'

interface ReadProps {
  lines: readonly Line[]
  span: Span
  at: number
}

export function Crosshair({ lines, span, at, part }: ReadProps & { part: boolean }) {
  const levels = levelsOf(lines, span, { part })
  const x = `${shareOf(at, span)}%`
  return (
    <g className="cross">
      <line x1={x} x2={x} y1="0" y2="100%" />
      {readingsAt(lines, at).map(({ line, index, score }) => (
        <circle
          key={line.id}
          className={series(line, index)}
          cx={x}
          cy={`${(depthOf(score, levels) * 100) / BOX}%`}
          r={line.own ? 4.5 : 3.5}
        />
      ))}
    </g>
  )
}

interface ReaderProps extends Omit<ReadProps, 'at'> {
  /** Start of the game, and end of the readable part. */
  start: number
  until: number
  at: number | null
  reader: ReturnType<typeof useReading>['reader']
}

export function Reader({ lines, span, start, until, at, reader }: ReaderProps) {
  const t = useText()
  const format = useFormat()
  const minutes = (time: number) => Math.round((time - span.from) / MINUTE_MS)
  const announcement =
    at === null
      ? undefined
      : [
          format.moment(new Date(at)),
          ...readingsAt(lines, at).map(({ line, score }) => `${line.name} ${format.number(score)}`)
        ].join(', ')
  return (
    <div
      className="reader js-only"
      role="slider"
      tabIndex={0}
      aria-label={t('scoreboard:chart.read')}
      aria-valuemin={0}
      aria-valuemax={minutes(until)}
      aria-valuenow={minutes(at ?? until)}
      aria-valuetext={announcement}
      {...reader}
    >
      {at !== null && <Scores {...{ lines, span, start, at }} />}
    </div>
  )
}

function Scores({ lines, span, start, at }: ReadProps & { start: number }) {
  const t = useText()
  const format = useFormat()
  const share = shareOf(at, span)
  return (
    <div
      className="scores"
      aria-hidden="true"
      style={share > 50 ? { right: `${100 - share}%` } : { left: `${share}%` }}
    >
      <p>
        <b>{format.moment(new Date(at))}</b>
        <span>{t('scoreboard:chart.elapsed', { time: format.span(at - start) })}</span>
      </p>
      <ol>
        {readingsAt(lines, at).map(({ line, index, score }) => (
          <li
            key={line.id}
            className={`${series(line, index)}${line.own || line.emphasis === 'pinned' ? ' on' : ''}`}
          >
            <i />
            <bdi>{line.name}</bdi>
            <span className="num">{format.number(score)}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
