import { memo, useRef } from 'react'
import { useText } from '~/app/i18n/text'
import { Cached } from '~/app/rendering/cached'
import { HOURS, hrefOf, type Query } from '../query'
import { Compared } from './Compared'
import { Crosshair, Reader } from './Crosshair'
import { Key } from './Key'
import { Plot } from './Plot'
import { type Line, spanOf } from './scale'
import { useReading } from './use-reading'
import { useViewLinks } from './use-view-links'
import { useZoom } from './use-zoom'
import { ZoomTools } from './ZoomTools'
import { reachOf } from './zoom'

interface ChartProps {
  gameId: number
  query: Query
  /** Shows another view; null while only the server can. */
  onView: ((query: Query) => void) | null
  lines: readonly Line[]
  start: number
  end: number
  now: number
}

export const Chart = memo(function Chart(props: ChartProps) {
  const { gameId, query, onView, lines, start, end, now } = props
  const t = useText()
  const box = useRef<HTMLDetailsElement>(null)
  const usual = spanOf(start, end, now)
  const reach = reachOf(start, end, now)
  const { zoom, setZoom, span, brush } = useZoom(box, reach, usual, query.last)
  useViewLinks(box, onView)
  const until = Math.min(now, span.to)
  const { at, reader } = useReading(box, { lines, span, until })
  const part = zoom !== null
  const own = lines.some((line) => line.own)
  const title = t(own ? 'scoreboard:chart.title_own' : 'scoreboard:chart.title')
  return (
    <details className="chart-box" ref={box}>
      <summary className="btn sm">
        <span className="closed">{t('scoreboard:chart.show')}</span>
        <span className="open">{t('scoreboard:chart.hide')}</span>
      </summary>
      <Cached of={ZoomTools} props={{ zoom, setZoom, span, reach, usual, hrefs: hrefsOf(gameId, query) }} />
      <Plot
        {...{ title, lines, span, end, now, part }}
        over={<Reader {...{ lines, span, start, until, reader }} at={brush ? null : at} />}
      >
        {brush ? (
          <rect className="brush" x={`${brush.from}%`} width={`${brush.to - brush.from}%`} height="100%" />
        ) : (
          at !== null && <Crosshair {...{ lines, span, at, part }} />
        )}
      </Plot>
      <div className="chart-foot">
        <Key {...{ lines, gameId, query }} />
        <Compared {...{ lines, span, until }} />
      </div>
    </details>
  )
})

/** Addresses of ranges, all first, then as LASTS. */
const hrefsOf = (gameId: number, query: Query) =>
  [null, ...HOURS].map((last) => hrefOf(gameId, { ...query, last }))
