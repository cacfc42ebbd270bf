import { WebLink } from '~/app/components/WebLink'
import { useText } from '~/app/i18n/text'
import type { PublicAnswer } from '~/server/registration-fields/contract'

/** What the team answered at sign-up, as far as the organisers show it to everybody. */
export function PublicAnswers({ answers }: { answers: readonly PublicAnswer[] }) {
  const t = useText()
  if (answers.length === 0) return null
  return (
    <dl className="answers" aria-label={t('games:answers.of_this_team')}>
      {answers.map(({ id, kind, label, answer }) => (
        <div key={id}>
          <dt>
            <bdi>{label}</bdi>
          </dt>
          <dd>
            <Answer kind={kind} answer={answer} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Answer({ kind, answer }: Pick<PublicAnswer, 'kind' | 'answer'>) {
  const t = useText()
  if (answer === true) return t('games:answers.yes')
  return kind === 'Link' ? <WebLink href={answer} /> : <bdi>{answer}</bdi>
}
