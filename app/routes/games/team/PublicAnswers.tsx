import { useText } from '~/app/islands/runtime/words/text'
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
            {answer === true && t('games:answers.yes')}
            {answer !== true && kind === 'Link' && (
              <a className="link" href={answer} rel="nofollow ugc noopener">
                <bdi>{answer.replace(/^https:\/\//, '')}</bdi>
              </a>
            )}
            {answer !== true && kind !== 'Link' && <bdi>{answer}</bdi>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
