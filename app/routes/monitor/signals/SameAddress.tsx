import { Badge } from '~/app/components/Badge'
import { NetworkIcon } from '~/app/components/icons'
import { useText } from '~/app/i18n/text'

/** Both teams of a match used one address. `team`: owner of the flag. */
export function SameAddress({ team }: { team: string }) {
  const t = useText()
  return (
    <span title={t('monitor:cheat.same_address_of', { team })}>
      <Badge tone="warn" icon={NetworkIcon}>
        {t('monitor:cheat.same_address')}
      </Badge>
    </span>
  )
}
