import { CircleCheckIcon, CircleDashedIcon, CircleXIcon, TriangleAlertIcon } from '~/app/components/icons'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { Watch } from '~/server/watch/contract'

type Cell = Watch['health'][number]
type Tile = Watch['tiles'][number]

const MARKS = { ok: CircleCheckIcon, warn: TriangleAlertIcon, bad: CircleXIcon, unused: CircleDashedIcon }

/** `now`: of the data, from which the age of the last backup counts. */
function useCellText(now: number) {
  const t = useText()
  const { number, moment, seconds, span } = useFormat()
  return ({ name, state, value, of }: Cell): string => {
    if (state === 'unused') return t('gamewatch:none')
    if (name === 'website') return t('gamewatch:answers')
    if (value === null) return t(name === 'backup' ? 'gamewatch:none' : 'gamewatch:silent')
    if (name === 'scoring') return t('gamewatch:behind', { time: seconds(value) })
    if (name === 'jobs') return t('gamewatch:late', { n: number(value) })
    if (name === 'engines') return t('gamewatch:of', { n: number(value), all: number(of ?? value) })
    if (name !== 'backup') return `${number(value)} ms`
    return t('gamewatch:backup_age', { time: moment(new Date(value)), age: span(Math.max(0, now - value)) })
  }
}

export function HealthCells({ health, at: now }: Pick<Watch, 'health' | 'at'>) {
  const t = useText()
  const cellText = useCellText(now)
  return (
    <ul className="watch-health">
      {health.map((cell) => {
        const Mark = MARKS[cell.state]
        return (
          <li key={cell.name} data-tone={cell.state} data-cell={cell.name}>
            <Mark />
            <b>{t(`gamewatch:health.${cell.name}`)}</b>
            <small>
              <span className="sr">{t(`gamewatch:state.${cell.state}`)} </span>
              {cellText(cell)}
            </small>
          </li>
        )
      })}
    </ul>
  )
}

const HEIGHT = 100

/** The last hour over its usual range; the text has the numbers. */
function Spark({ line, usual }: Pick<Tile, 'line' | 'usual'>) {
  const most = Math.max(usual?.high ?? 0, ...line.map((value) => value ?? 0)) || 1
  const y = (value: number) => Math.round(HEIGHT * (1 - value / most) * 10) / 10
  const points = line.flatMap((value, place) => (value === null ? [] : [`${place},${y(value)}`]))
  return (
    <svg
      className="spark"
      viewBox={`0 0 ${line.length - 1} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {usual && (
        <rect
          className="band"
          x="0"
          width={line.length - 1}
          y={y(usual.high)}
          height={Math.max(2, y(usual.low) - y(usual.high))}
        />
      )}
      <polyline className="ln" points={points.join(' ')} />
    </svg>
  )
}

function TileOf({ tile, waits }: { tile: Tile; waits: number | null }) {
  const t = useText()
  const { number, percent, seconds } = useFormat()
  const { name, value, line, usual } = tile
  const stands = name === 'judge' && waits !== null
  const shown = (figure: number) => {
    if (name === 'right') return percent(figure)
    if (name === 'judge') return `${number(Math.round(figure))} ms`
    return number(Math.round(figure * 10) / 10)
  }
  const range = (low: string, high: string) =>
    low === high ? t('gamewatch:usual_single', { value: low }) : t('gamewatch:usual', { low, high })
  const tone = stands ? 'bad' : tile.unusual ? 'warn' : 'ok'
  return (
    <li data-tone={tone} data-tile={name}>
      <span className="k">
        {t(stands ? 'gamewatch:tile.oldest' : `gamewatch:tile.${name}`)}
        {tone !== 'ok' && <TriangleAlertIcon />}
      </span>
      <span className="v">{stands ? seconds(waits) : value === null ? '–' : shown(value)}</span>
      <Spark line={line} usual={usual} />
      <span className="u">
        {usual ? range(shown(usual.low), shown(usual.high)) : t('gamewatch:no_usual')}
      </span>
    </li>
  )
}

/** Seven figures. While scoring is down, the oldest waiting flag replaces the judge's lag. */
export function Tiles({ tiles, health }: Pick<Watch, 'tiles' | 'health'>) {
  const scoring = health.find(({ name }) => name === 'scoring')
  const waits = scoring?.state === 'bad' ? scoring.value : null
  return (
    <ul className="watch-tiles">
      {tiles.map((tile) => (
        <TileOf key={tile.name} tile={tile} waits={waits} />
      ))}
    </ul>
  )
}
