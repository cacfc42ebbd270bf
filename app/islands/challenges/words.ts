import { type Text, useLocale } from '~/app/i18n/text'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '~/server/platform/time'

const numbers = new Map<string, Intl.NumberFormat>()

/** Keeps the format of a language, because making one is slow. */
export function numberOf(locale: string): (value: number) => string {
  const format = numbers.get(locale) ?? new Intl.NumberFormat(locale)
  numbers.set(locale, format)
  return (value) => format.format(value)
}

export const useNumber = (): ((value: number) => string) => numberOf(useLocale())

/** Age as `now`, `3 min`, `4 h`, `2 d`. Without Intl, so that server and browser agree. */
export function ageText(t: Text, milliseconds: number): string {
  if (milliseconds < MINUTE_MS) return t('challenges:age.now')
  if (milliseconds < HOUR_MS)
    return t('challenges:age.minutes', { count: Math.floor(milliseconds / MINUTE_MS) })
  if (milliseconds < DAY_MS) return t('challenges:age.hours', { count: Math.floor(milliseconds / HOUR_MS) })
  return t('challenges:age.days', { count: Math.floor(milliseconds / DAY_MS) })
}

/** `3:16`; never below `0:00`. */
export function hoursAndMinutes(milliseconds: number): string {
  const minutes = Math.max(0, Math.floor(milliseconds / MINUTE_MS))
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

export { bloodOf } from '../news/notice'
