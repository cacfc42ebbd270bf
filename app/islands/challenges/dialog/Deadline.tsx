import { useFormat } from '~/app/islands/runtime/words/format'
import { useText } from '~/app/islands/runtime/words/text'

interface DeadlineProps {
  /** Unix milliseconds from which on no flags are taken (docs/rules/challenges.md#deadline). */
  closesAt: number
  /** It has passed: the line stands in place of the field. */
  expired: boolean
}

/** Until when the open challenge takes flags, or since when not. */
export function Deadline({ closesAt, expired }: DeadlineProps) {
  const t = useText()
  const { moment } = useFormat()
  return (
    <p className="hint">
      {t(expired ? 'labels:closed' : 'labels:closes', { time: `${moment(new Date(closesAt))} UTC` })}
    </p>
  )
}
