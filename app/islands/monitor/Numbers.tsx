import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { Figures } from '~/server/monitoring/contract'
import { inLastMinute } from './use-news'

const VERDICTS = ['Accepted', 'WrongAnswer', 'CheatDetected', 'NotFound'] as const

export function Numbers({ figures, now }: { figures: Figures | null; now: number }) {
  const t = useText()
  const { number } = useFormat()
  if (!figures) return null
  const { verdicts, recent } = figures
  const all = VERDICTS.reduce((sum, verdict) => sum + verdicts[verdict], 0)
  const entry = (key: string, value: number) => (
    <div key={key}>
      <dt>{t(`monitor:figures.${key}`)}</dt>
      <dd data-figure={key}>{number(value)}</dd>
    </div>
  )
  return (
    <dl className="strip" aria-label={t('monitor:figures.label')}>
      {entry('all', all)}
      {VERDICTS.map((verdict) => entry(verdict, verdicts[verdict]))}
      {entry('recent', inLastMinute(recent, now))}
    </dl>
  )
}
