import { useText } from '~/app/i18n/text'
import { Badge } from '../Badge'
import { CircleCheckIcon, CircleDashedIcon } from '../icons'

export function EnabledBadge({ enabled }: { enabled: boolean }) {
  const t = useText()
  return enabled ? (
    <Badge tone="ok" icon={CircleCheckIcon}>
      {t('admin:challenge.enabled')}
    </Badge>
  ) : (
    <Badge tone="outline" icon={CircleDashedIcon}>
      {t('admin:challenge.disabled')}
    </Badge>
  )
}
