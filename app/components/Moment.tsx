import { useFormat } from '~/app/i18n/format'
import { sameDay } from '~/server/platform/time'

/** Time of day in UTC, with the day if that is not the day of `now`. */
export function Moment({ time, now }: { time: string | number; now: number }) {
  const { clock, day, moment } = useFormat()
  const at = new Date(time)
  return (
    <time dateTime={at.toISOString()} title={`${moment(at)} UTC`}>
      {sameDay(at, now) ? clock(at) : `${day(at)}, ${clock(at)}`}
    </time>
  )
}
