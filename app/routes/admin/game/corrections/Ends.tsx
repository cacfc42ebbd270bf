import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { CorrectionPreview } from '~/server/corrections/contract'

/** The ends of the game and its divisions after the correction. */
export function Ends({ ends }: Pick<CorrectionPreview, 'ends'>) {
  const t = useText()
  const { moment } = useFormat()
  const shown = (time: string | null) =>
    time === null ? t('corrections:end_of_game') : `${moment(new Date(time))} UTC`
  return ends.map(({ division, before, after }) => (
    <p key={division ?? ''}>
      {division === null ? t('corrections:whole_game') : <bdi>{division}</bdi>}:{' '}
      {t('corrections:end_changes', { before: shown(before), after: shown(after) })}
    </p>
  ))
}
