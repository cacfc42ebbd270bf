import { memo, useRef } from 'react'
import { Cached } from '~/app/islands/runtime/cache/cached'
import { useText } from '~/app/islands/runtime/words/text'
import { Crosshair, Reader } from './Crosshair'
import { Plot, series } from './Plot'
import { type Line, spanOf } from './scale'
import { useReading } from './use-reading'
import { useZoom } from './use-zoom'
import { ZoomTools } from './ZoomTools'
import { reachOf } from './zoom'

interface ChartProps {
  lines: readonly Line[]
  start: number
  end: number
  now: number
}

export const Chart = memo(function Chart({ lines, start, end, now }: ChartProps) {
  const t = useText()
  const box = useRef<HTMLDetailsElement>(null)
  const usual = spanOf(start, end, now)
  const reach = reachOf(start, end, now)
  const { zoom, setZoom, span, brush } = useZoom(box, reach, usual)
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
      <Cached of={ZoomTools} props={{ zoom, setZoom, span, reach, usual }} />
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
      <Key lines={lines} />
    </details>
  )
})

function Key({ lines }: { lines: readonly Line[] }) {
  return (
    <ul className="chart-key" aria-hidden="true">
      <Cached name="key" of={KeyItems} props={{ items: keyItems(lines) }} pieces={eachItem} />
    </ul>
  )
}

interface KeyItemsProps {
  items: readonly { id: number; look: string; place: number; name: string }[]
}

export const keyItems = (lines: readonly Line[]): KeyItemsProps['items'] =>
  lines.map((line, index) => ({
    id: line.id,
    look: series(line, index),
    place: line.place,
    name: line.name
  }))

/** One piece each: readers share the leaders' items. */
const eachItem = ({ items }: KeyItemsProps): KeyItemsProps[] => items.map((item) => ({ items: [item] }))

export function KeyItems({ items }: KeyItemsProps) {
  return items.map(({ id, look, place, name }) => (
    <KeyItem key={id} look={look} place={String(place)} name={name} />
  ))
}

export const KeyItem = ({ look, place, name }: { look: string; place: string; name: string }) => (
  <li className={look}>
    <i />
    {place} <bdi>{name}</bdi>
  </li>
)
