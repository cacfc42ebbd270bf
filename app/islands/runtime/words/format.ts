import { useLocale } from './text'

/** Numbers and times as text, the same on the server and in every browser. Times are UTC. */
export interface Format {
  number(value: number): string
  /** A share as `12.5%`, at most one decimal. */
  percent(share: number): string
  /** `Nov 20`, with the year when it is not the current one. */
  day(time: Date): string
  /** `Fri, Nov 20, 09:00`. */
  moment(time: Date): string
  /** `Nov 28, 10:00 – 18:00`; of other years the days only, `Mar 19 – 20, 2022`. */
  range(start: Date, end: Date): string
  /** `09:00:31`. */
  clock(time: Date): string
  /** Up to two units: `7d 18h`, `3m`. Below a minute `<1m` is written as one minute. */
  span(milliseconds: number): string
  /** `14s`. */
  seconds(value: number): string
  /** Hours, minutes, seconds left: `16:55:23`; days and hours, `1d 5h`, from a day on. Never negative. */
  countdown(milliseconds: number): string
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const formats = new Map<string, Format>()

/** Formatters of a language, made once. */
export function formatOf(locale: string): Format {
  const known = formats.get(locale)
  if (known) return known
  const made = createFormat(locale)
  formats.set(locale, made)
  return made
}

/** Formatters of the reader's language. */
export const useFormat = (): Format => formatOf(useLocale())

function createFormat(locale: string): Format {
  const dates = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options })
  const hours = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const number = new Intl.NumberFormat(locale)
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  const day = dates({ month: 'short', day: 'numeric' })
  const dayOfYear = dates({ year: 'numeric', month: 'short', day: 'numeric' })
  const moment = dates({ weekday: 'short', month: 'short', day: 'numeric', ...hours })
  const range = dates({ month: 'short', day: 'numeric', ...hours })
  const clock = dates({ ...hours, second: '2-digit' })
  // Narrow Japanese would be Latin letters; its short form is just as brief.
  const unitDisplay = locale === 'ja-JP' ? 'short' : 'narrow'
  const units = (['day', 'hour', 'minute'] as const).map(
    (unit) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay })
  )
  const second = new Intl.NumberFormat(locale, { style: 'unit', unit: 'second', unitDisplay })
  const span = (milliseconds: number) => {
    const left = Math.max(milliseconds, MINUTE)
    const parts = [
      Math.floor(left / DAY),
      Math.floor((left % DAY) / HOUR),
      Math.floor((left % HOUR) / MINUTE)
    ]
    const first = parts.findIndex((part) => part > 0)
    return parts
      .map((part, index) => (part > 0 && index <= first + 1 ? units[index]!.format(part) : ''))
      .filter(Boolean)
      .join(' ')
  }
  return {
    number: (value) => number.format(value),
    percent: (share) => percent.format(share),
    day: (time) => (current(time) ? day : dayOfYear).format(time),
    moment: (time) => moment.format(time),
    range: (start, end) => (current(start) && current(end) ? range : dayOfYear).formatRange(start, end),
    clock: (time) => clock.format(time),
    span,
    seconds: (value) => second.format(value),
    countdown: (milliseconds) => (milliseconds >= DAY ? span(milliseconds) : hms(milliseconds))
  }
}

const current = (time: Date) => time.getUTCFullYear() === new Date().getUTCFullYear()

/** `H:mm:ss` of a span in milliseconds, rounded down, at least 0. The shell script ticks in the same form. */
function hms(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}
