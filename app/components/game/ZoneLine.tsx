import { useText } from '~/app/i18n/text'

/** Time zone of a list: UTC, or the reader's after the script has rewritten the times. */
export function ZoneLine() {
  const t = useText()
  return (
    <span data-local="" data-words={t('games:list.zone', { zone: '{{zone}}' })}>
      {t('games:list.utc')}
    </span>
  )
}
