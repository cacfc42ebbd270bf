import { Banner } from '~/app/components/Banner'
import { useFormat } from '~/app/islands/runtime/words/format'
import { useText } from '~/app/islands/runtime/words/text'

interface DeadlineProps {
  /** Unix milliseconds from which on no flags are taken (docs/rules/challenges.md#deadline). */
  closesAt: number
  now: number
}

/** Until when the open challenge takes flags; once it is over, stands in place of the field. */
export function Deadline({ closesAt, now }: DeadlineProps) {
  const t = useText()
  const { moment, span } = useFormat()
  const time = `${moment(new Date(closesAt))} UTC`
  if (now < closesAt)
    return <p className="hint">{t('labels:closes', { time, left: span(closesAt - now) })}</p>
  return (
    <Banner tone="warn" inline title={t('labels:closed')}>
      {t('labels:closed_text', { time })}
    </Banner>
  )
}
