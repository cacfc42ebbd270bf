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
  challenge: { id: number; title: string; isEnabled: boolean; hasFlag: boolean }
  /** Address that takes the form. */
  href: string
  /** Address of the challenge's flags. */
  flags: string
  /** A switch instead of a button, for lists. */
  small?: boolean
}

/** Opens or closes a challenge for players, after a question (behaviour.md 13.8). */
export function EnableButton({ challenge, href, flags, small }: EnableButtonProps) {
  const t = useText()
  const { id, title, isEnabled, hasFlag } = challenge
  const barred = !isEnabled && !hasFlag
  const key = isEnabled ? 'disable' : 'enable'
  const text = t(`admin:challenge.${key}`)
  return (
    <Confirm
      danger={isEnabled}
      label={text}
      on={small ? isEnabled : undefined}
      name={t('admin:challenge.toggle', { action: small ? t('admin:challenge.enabled') : text, title })}
      question={barred ? t('errors:challenge.no_flag') : t(`admin:challenge.${key}_question`, { title })}
      instead={barred ? { href: flags, text: t('admin:challenge.flags_edit') } : undefined}
      confirm={text}
      action={href}
      fields={{ intent: 'enable', challenge: id, enabled: String(!isEnabled) }}
    />
  )
}
