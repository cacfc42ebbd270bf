import { Panel } from '~/app/components/Panel'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { type Calendar, WEEKS } from './calendar'

const STEP = 12
const SIZE = 10
/** From this many solves on a day is as bright as days get. */
const BRIGHTEST = 4

const square = (week: number, weekday: number) =>
  `M${week * STEP} ${weekday * STEP}h${SIZE}v${SIZE}h-${SIZE}z`

function everyDay(today: number): string {
  const days = Array.from({ length: (WEEKS - 1) * 7 + today + 1 }, (_, day) => day)
  return days.map((day) => square(Math.floor(day / 7), day % 7)).join('')
}

/** A square for each day of the last 26 weeks; those with solves say how many. */
export function Activity({ calendar: { days, solves, today } }: { calendar: Calendar }) {
  const t = useText()
  const { number, day } = useFormat()
  if (solves === 0) return null
  const solvesText = (count: number) => t('teampage:solve', { count, solves: number(count) })
  const said = t('players:active', {
    count: days.length,
    solves: solvesText(solves),
    days: number(days.length)
  })
  return (
    <Panel title={t('players:weeks', { weeks: number(WEEKS) })} aside={said} className="player-activity">
      <svg
        role="img"
        aria-label={said}
        viewBox={`0 0 ${WEEKS * STEP - STEP + SIZE} ${6 * STEP + SIZE}`}
        focusable="false"
      >
        <path className="track" d={everyDay(today)} />
        {days.map(({ at, week, weekday, solves: count }) => (
          <path key={at} d={square(week, weekday)} data-level={Math.min(count, BRIGHTEST)}>
            <title>{`${day(new Date(at))}: ${solvesText(count)}`}</title>
          </path>
        ))}
      </svg>
    </Panel>
  )
}
