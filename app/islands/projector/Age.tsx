import { useFormat } from '~/app/i18n/format'
import { useLocale, useText } from '~/app/i18n/text'
import { HOUR_MS } from '~/server/platform/time'
import { ageOf } from './units'

interface AgeProps {
  at: number
  now: number
  ago?: boolean
  className?: string
}

const LONG_AGO = 24 * HOUR_MS

export function Age({ at, now, ago, className }: AgeProps) {
  const t = useText()
  const locale = useLocale()
  const { day } = useFormat()
  const age = ageOf(now - at, locale)
  const words = now - at >= LONG_AGO ? day(new Date(at)) : ago ? t('scoreboard:projector.ago', { age }) : age
  return (
    <time className={className} dateTime={new Date(at).toISOString()}>
      {words}
    </time>
  )
}
