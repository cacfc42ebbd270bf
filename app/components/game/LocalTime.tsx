import { useFormat } from '~/app/i18n/format'

interface LocalTimeProps {
  /** Unix milliseconds. */
  at: number
  /** The time begins a range whose end names the zone. */
  bare?: boolean
}

/** A day and time: UTC, or the reader's zone where a script rewrites it (app/islands/local-times). */
export function LocalTime({ at, bare = false }: LocalTimeProps) {
  const time = new Date(at)
  const utc = `${useFormat().moment(time)} UTC`
  return (
    <time dateTime={time.toISOString()} title={utc} data-local={at} data-day={bare ? 'bare' : 'zone'}>
      {bare ? utc.slice(0, -4) : utc}
    </time>
  )
}
