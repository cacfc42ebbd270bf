import { useText } from '~/app/i18n/text'
import { TextareaField } from './Field'

/** The reason why a team is suspended or rejected, in the question before it. */
export function ReviewReason({ name = 'reason' }: { name?: string }) {
  const t = useText()
  return (
    <TextareaField
      name={name}
      label={t('admin:review.reason')}
      hint={t('admin:review.reason_hint')}
      rows={2}
      maxLength={1000}
      optional
    />
  )
}
