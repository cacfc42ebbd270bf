import { DAY_MS, HOUR_MS, MINUTE_MS } from '~/server/platform/time'
import { useLocale } from './text'

export interface Format {
  number(value: number): string
  percent(share: number): string
  day(time: Date): string
  /** `Sat, Nov 28, 10:00`; in other years with the year. */
  moment(time: Date): string
  /** `Nov 28, 10:00 – 18:00`; in other years days only, `Mar 19 – 20, 2022`. */
  range(start: Date, end: Date): string
  clock(time: Date): string
  /** Up to two units: `7d 18h`, `3m`. Less than a minute is one minute. */
  span(milliseconds: number): string
  seconds(value: number): string
  /** `16:55:23`; from a day on `1d 5h`. Never negative. */
  countdown(milliseconds: number): string
  /** Name of a country by its code of ISO 3166-1 alpha-2. Browsers may know it by another: only where that is no matter. */
  country(code: string): string
}

const formats = new Map<string, Format>()

/** Formatters of a language, cached. The same text on server and browser; times are UTC. */
export function formatOf(locale: string): Format {
  const known = formats.get(locale)
  if (known) return known
  const made = createFormat(locale)
  formats.set(locale, made)
  return made
}

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
  const momentOfYear = dates({ weekday: 'short', year: 'numeric', month: 'short', day: 'numeric', ...hours })
  const range = dates({ month: 'short', day: 'numeric', ...hours })
  const clock = dates({ ...hours, second: '2-digit' })
  // Narrow Japanese has Latin letters; its short form is as brief.
  const unitDisplay = locale === 'ja-JP' ? 'short' : 'narrow'
  const units = (['day', 'hour', 'minute'] as const).map(
    (unit) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay })
  )
  const second = new Intl.NumberFormat(locale, { style: 'unit', unit: 'second', unitDisplay })
  const regions = new Intl.DisplayNames([locale], { type: 'region' })
  const span = (milliseconds: number) => {
    const left = Math.max(milliseconds, MINUTE_MS)
    const parts = [
      Math.floor(left / DAY_MS),
      Math.floor((left % DAY_MS) / HOUR_MS),
      Math.floor((left % HOUR_MS) / MINUTE_MS)
    ]
    const first = parts.findIndex((part) => part > 0)
    return parts
      .map((part, index) => (part > 0 && index <= first + 1 ? units[index]!.format(part) : ''))
      .filter(Boolean)
      .join(' ')
  }
  return {
    // A hyphen is shorter than a sign, and lines break after it.
    number: (value) => number.format(value).replace('-', '−'),
    percent: (share) => percent.format(share),
    day: (time) => (current(time) ? day : dayOfYear).format(time),
    moment: (time) => (current(time) ? moment : momentOfYear).format(time),
    range: (start, end) => (current(start) && current(end) ? range : dayOfYear).formatRange(start, end),
    clock: (time) => clock.format(time),
    span,
    seconds: (value) => second.format(value),
    countdown: (milliseconds) => (milliseconds >= DAY_MS ? span(milliseconds) : hms(milliseconds)),
    country: (code) => regions.of(code)!
  }
}

const current = (time: Date) => time.getUTCFullYear() === new Date().getUTCFullYear()

/** `H:mm:ss` of milliseconds, rounded down, at least 0; equal to the shell script's. */
function hms(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}
