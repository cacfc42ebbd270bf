import { HOUR_MS, MINUTE_MS, SECOND_MS } from '~/server/platform/time'

const UNITS = [
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
  ['second', SECOND_MS]
] as const

/** Age in one unit: `19 sec`, `4 min`. Future times count as now. */
export function ageOf(milliseconds: number, locale: string): string {
  const [unit, size] = UNITS.find(([, size]) => milliseconds >= size) ?? UNITS[2]
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' })
  return format.format(Math.max(0, Math.floor(milliseconds / size)))
}
