import { useText } from '~/app/islands/runtime/words/text'

/** In which zone the times of a list are: UTC, and that of the reader's clock once the script has rewritten them. */
export function ZoneLine() {
  const t = useText()
  return (
    <span data-local="" data-words={t('games:list.zone', { zone: '{{zone}}' })}>
      {t('games:list.utc')}
    </span>
  )
}
