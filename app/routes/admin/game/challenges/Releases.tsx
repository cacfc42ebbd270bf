import { Timebar } from '~/app/components/game/Timebar'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { Release } from './challenge-list'

/** How many times are told in words; the line has all of them. */
const TOLD = 6

/** Future releases on the game's time line; nothing without releases. Times are Unix milliseconds. */
export function Releases({
  releases,
  start,
  end,
  now
}: {
  releases: Release[]
  start: number
  end: number
  now: number
}) {
  const t = useText()
  const { moment } = useFormat()
  if (releases.length === 0) return null
  const marks = releases.map(({ at }) => at)
  const from = Math.min(start, marks[0]!)
  const to = Math.max(end, marks.at(-1)!)
  const later = releases.slice(TOLD).reduce((sum, { challenges }) => sum + challenges, 0)
  return (
    <section className="release-line" aria-labelledby="releases">
      <h2 id="releases" className="small">
        {t('admin:releases.title')}
      </h2>
      <Timebar
        start={from}
        end={to}
        now={now}
        marks={marks}
        label={t('admin:releases.line')}
        ends={[moment(new Date(from)), `${moment(new Date(to))} UTC`]}
      />
      <ol>
        {releases.slice(0, TOLD).map(({ at, challenges }) => (
          <li key={at}>
            <time dateTime={new Date(at).toISOString()}>{moment(new Date(at))} UTC</time>
            <span>{t('admin:releases.challenges', { count: challenges })}</span>
          </li>
        ))}
        {later > 0 && <li>{t('admin:releases.later', { count: later })}</li>}
      </ol>
    </section>
  )
}
