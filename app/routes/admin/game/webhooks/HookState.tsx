import { Badge } from '~/app/components/Badge'
import { useText } from '~/app/i18n/text'
import type { WebhookView } from '~/server/webhooks/contract'

export function HookState({ hook }: { hook: Pick<WebhookView, 'enabled' | 'ended' | 'failingSince'> }) {
  const t = useText()
  const { enabled, ended, failingSince } = hook
  if (ended) return <Badge tone="bad">{t(`webhooks:ended.${ended}`)}</Badge>
  if (!enabled) return <Badge>{t('webhooks:page.off')}</Badge>
  if (failingSince) return <Badge tone="warn">{t('webhooks:page.failing')}</Badge>
  return <Badge tone="ok">{t('webhooks:page.on')}</Badge>
}
