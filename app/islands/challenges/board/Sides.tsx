import { Banner } from '~/app/components/Banner'
import { FileTextIcon } from '~/app/components/icons'
import { useText } from '~/app/i18n/text'

export function WriteupLink({ gameId }: { gameId: number }) {
  const t = useText()
  return (
    <a className="btn block" href={`/games/${gameId}/Writeup`}>
      <FileTextIcon />
      {t('challenges:writeup')}
    </a>
  )
}

export function FrozenNote() {
  const t = useText()
  return (
    <Banner title={t('challenges:frozen')} announce={false}>
      {t('challenges:frozen_hint')}
    </Banner>
  )
}

export function PracticeNote() {
  const t = useText()
  return (
    <Banner title={t('challenges:practice')} announce={false}>
      {t('challenges:practice_hint')}
    </Banner>
  )
}
