import { Badge } from '~/app/components/Badge'
import { LockIcon } from '~/app/components/challenge-icons'
import { CircleCheckIcon, HourglassIcon, ScanEyeIcon, TriangleAlertIcon } from '~/app/components/icons'
import { useText } from '~/app/i18n/text'
import type { CaseState as State } from '~/server/cases/constants'

const LOOKS = {
  open: { tone: 'info', icon: ScanEyeIcon },
  decided: { tone: 'ok', icon: CircleCheckIcon },
  appealed: { tone: 'warn', icon: TriangleAlertIcon },
  closed: { icon: LockIcon }
} as const

/** State of a case; a waiting proposal takes precedence. */
export function CaseState({ state, waiting }: { state: State; waiting: boolean }) {
  const t = useText()
  if (waiting)
    return (
      <Badge tone="warn" icon={HourglassIcon}>
        {t('cases:waiting')}
      </Badge>
    )
  return <Badge {...LOOKS[state]}>{t(`cases:state.${state}`)}</Badge>
}
