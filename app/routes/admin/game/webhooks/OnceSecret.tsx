import { CopyField } from '~/app/components/form/CopyField'
import { useText } from '~/app/i18n/text'

export function OnceSecret({ secret }: { secret: string }) {
  const t = useText()
  return (
    <div className="token-once" role="status">
      <strong>{t('webhooks:page.secret')}</strong>
      <CopyField value={secret} label={t('webhooks:page.secret_name')} />
    </div>
  )
}
