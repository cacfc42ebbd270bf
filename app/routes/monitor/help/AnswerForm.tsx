import { TextForm } from '~/app/components/form/TextForm'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import { TICKET_LIMITS } from '~/server/tickets/constants'
import type { CannedAnswer } from '~/server/tickets/contract'

interface AnswerFormProps {
  /** Id of the last message that the page shows. */
  last: number
  canned: CannedAnswer[]
  /** The canned answer to begin with; null for none. */
  chosen: CannedAnswer | null
}

/** Takes a canned answer into the field, where it can still be changed. */
function CannedPick({ canned, chosen }: Pick<AnswerFormProps, 'canned' | 'chosen'>) {
  const t = useText()
  if (canned.length === 0) return null
  return (
    <form className="help-pick" method="get">
      <select
        className="select"
        name="canned"
        aria-label={t('help:canned.title')}
        defaultValue={chosen?.id ?? ''}
      >
        {canned.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <button type="submit" className="btn">
        {t('help:canned.use')}
      </button>
    </form>
  )
}

export function AnswerForm({ last, canned, chosen }: AnswerFormProps) {
  const t = useText()
  return (
    <Panel title={t('help:answer')} body="stack-16">
      <CannedPick canned={canned} chosen={chosen} />
      <TextForm
        className="help-form"
        intent="answer"
        label={t('help:text')}
        hint={t('help:answer_hint')}
        send={t('help:send')}
        most={TICKET_LIMITS.text}
        rows={6}
        defaultValue={chosen?.text}
        primary
      >
        <input type="hidden" name="last" value={last} />
      </TextForm>
    </Panel>
  )
}
