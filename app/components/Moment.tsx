import { useFormat } from '~/app/islands/runtime/words/format'
import { sameDay } from '~/server/platform/time'

/** A time of day; on other days than that of the page with the day. UTC. */
export function Moment({ time, now }: { time: string | number; now: number }) {
  const { clock, day, moment } = useFormat()
  const at = new Date(time)
  return (
    <time dateTime={at.toISOString()} title={`${moment(at)} UTC`}>
      {sameDay(at, now) ? clock(at) : `${day(at)}, ${clock(at)}`}
    </time>
  )
}
