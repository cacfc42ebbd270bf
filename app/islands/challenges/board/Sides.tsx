import { Banner } from '~/app/components/Banner'
import { FileTextIcon } from '~/app/components/icons'
import { useText } from '~/app/islands/runtime/words/text'

/** Links to the page where the team hands in its writeup (docs/rules/interface.md#board-of-challenges). */
export function WriteupLink({ gameId }: { gameId: number }) {
  const t = useText()
  return (
    <a className="btn block" href={`/games/${gameId}/Writeup`}>
      <FileTextIcon />
      {t('challenges:writeup')}
    </a>
  )
}

/** The game is over, and nothing counts any more. */
/** Says that the public board stands still. */
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
