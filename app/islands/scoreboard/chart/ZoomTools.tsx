import { ChevronLeftIcon, ChevronRightIcon, ZoomInIcon, ZoomOutIcon } from '~/app/components/icons'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { HOUR_MS } from '~/server/platform/time'
import type { Span } from './scale'
import { LASTS, moved, scaled, whole, type Zoom } from './zoom'

interface ZoomToolsProps {
  zoom: Zoom
  setZoom(zoom: Zoom): void
  span: Span
  reach: Span
  usual: Span
  /** Addresses: of everything, then of each of LASTS. */
  hrefs: readonly string[]
}

export function ZoomTools({ zoom, setZoom, span, reach, usual, hrefs }: ZoomToolsProps) {
  const t = useText()
  const format = useFormat()
  const all = whole(reach, usual)
  const isAll =
    zoom === null ? all === null : !('last' in zoom) && span.from <= reach.from && span.to >= reach.to
  const first = span.from <= reach.from
  const latest = span.to >= reach.to
  const lasts = LASTS.filter((last) => last < reach.to - reach.from)
  if (lasts.length === 0) return null
  const choice = (name: string, to: Zoom, href: string | undefined, current: boolean) => (
    <a
      key={name}
      className="btn sm"
      href={href}
      data-view=""
      aria-current={current || undefined}
      onClick={() => setZoom(to)}
    >
      {name}
    </a>
  )
  const step = (name: string, Mark: typeof ZoomInIcon, off: boolean, to: () => Zoom) => (
    <button
      type="button"
      className="btn sm icon-only js-only"
      aria-label={t(`scoreboard:zoom.${name}`)}
      title={t(`scoreboard:zoom.${name}`)}
      aria-disabled={off || undefined}
      onClick={() => !off && setZoom(to())}
    >
      <Mark />
    </button>
  )
  return (
    <fieldset className="zoom" aria-label={t('scoreboard:zoom.label')}>
      {choice(t('scoreboard:zoom.all'), all, hrefs[0], isAll)}
      {lasts.map((last) =>
        choice(
          t('scoreboard:zoom.last', { count: last / HOUR_MS }),
          { last },
          hrefs[LASTS.indexOf(last) + 1],
          zoom !== null && 'last' in zoom && zoom.last === last
        )
      )}
      {step('in', ZoomInIcon, false, () => scaled(span, reach, usual, 0.5))}
      {step('out', ZoomOutIcon, isAll, () => scaled(span, reach, usual, 2))}
      {step('earlier', ChevronLeftIcon, first, () => moved(span, reach, -0.5))}
      {step('later', ChevronRightIcon, latest, () => moved(span, reach, 0.5))}
      <output className="sr">{zoom && format.range(new Date(span.from), new Date(span.to))}</output>
    </fieldset>
  )
}
