import { TextareaField } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/islands/runtime/words/text'
import { useFormState } from '~/app/request/form-state'
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
  const state = useFormState('answer')
  return (
    <Panel title={t('help:answer')} body="stack-16">
      <CannedPick canned={canned} chosen={chosen} />
      <form className="stack-16 help-form" method="post">
        <FormMessage state={state} />
        <input type="hidden" name="last" value={last} />
        <TextareaField
          name="text"
          label={t('help:text')}
          hint={t('help:answer_hint')}
          state={state}
          defaultValue={chosen?.text}
          rows={6}
          maxLength={TICKET_LIMITS.text}
          required
          spellCheck
        />
        <button type="submit" className="btn primary" name="intent" value="answer">
          {t('help:send')}
        </button>
      </form>
    </Panel>
  )
}
