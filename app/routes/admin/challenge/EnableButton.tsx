import { Badge } from '~/app/components/Badge'
import { Confirm } from '~/app/components/Confirm'
import { CircleCheckIcon, CircleDashedIcon } from '~/app/components/icons'
import { useText } from '~/app/islands/runtime/text'

/** Whether players see it. */
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

interface EnableButtonProps {
  challenge: { id: number; title: string; isEnabled: boolean }
  /** Address that takes the form. */
  href: string
  /** A switch instead of a button, for lists. */
  small?: boolean
}

/** Opens or closes a challenge for players, after a question (behaviour.md 13.8). */
export function EnableButton({ challenge: { id, title, isEnabled }, href, small }: EnableButtonProps) {
  const t = useText()
  const key = isEnabled ? 'disable' : 'enable'
  const text = t(`admin:challenge.${key}`)
  return (
    <Confirm
      danger={isEnabled}
      label={text}
      on={small ? isEnabled : undefined}
      name={t('admin:challenge.toggle', { action: small ? t('admin:challenge.enabled') : text, title })}
      question={t(`admin:challenge.${key}_question`, { title })}
      confirm={text}
      action={href}
      fields={{ intent: 'enable', challenge: id, enabled: String(!isEnabled) }}
    />
  )
}
