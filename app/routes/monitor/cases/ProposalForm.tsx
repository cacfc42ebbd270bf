import { TextareaField } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import type { FormState } from '~/app/request/forms'
import { CASE_LIMITS, CASE_OUTCOMES } from '~/server/cases/constants'
import type { CaseView } from '~/server/cases/contract'

function Wrong({ state, name }: { state: FormState | null; name: string }) {
  const text = state?.errors[name]
  return text ? <span className="field-error">{text}</span> : null
}

interface BoxesProps {
  name: string
  legend: string
  state: FormState | null
  all: { id: number; name: string }[]
  checked: (id: number) => boolean
}

function Boxes({ name, legend, state, all, checked }: BoxesProps) {
  return (
    <fieldset className="boxes">
      <legend className="label">{legend}</legend>
      {all.map(({ id, name: text }) => (
        <label key={id} className="check">
          <input type="checkbox" name={name} value={id} defaultChecked={checked(id)} />
          <bdi>{text}</bdi>
        </label>
      ))}
      <Wrong state={state} name={name} />
    </fieldset>
  )
}

interface ProposalFormProps {
  view: CaseView
  challenges: { id: number; title: string }[]
}

/** Form of the first of two people. */
export function ProposalForm({ view, challenges }: ProposalFormProps) {
  const t = useText()
  const state = useFormState('propose')
  const seen = new Set(view.entries.map(({ facts }) => facts?.challengeId))
  const named = challenges.map(({ id, title }) => ({ id, name: title }))
  const likely = named.filter(({ id }) => seen.has(id))
  const others = named.filter(({ id }) => !seen.has(id))
  return (
    <form className="stack-16" method="post">
      <FormMessage state={state} />
      <input type="hidden" name="version" value={view.version} />
      <fieldset className="kinds">
        <legend className="label">{t('cases:propose_title')}</legend>
        {CASE_OUTCOMES.map((outcome) => (
          <label key={outcome} className="choice">
            <input
              type="radio"
              name="outcome"
              value={outcome}
              required
              defaultChecked={state?.values.outcome === outcome}
            />
            <span>
              <b>{t(`cases:outcome.${outcome}`)}</b>
              <span className="hint">{t(`cases:about.${outcome}`)}</span>
            </span>
          </label>
        ))}
        <Wrong state={state} name="outcome" />
      </fieldset>
      <Boxes
        name="participationIds"
        legend={t('cases:against')}
        state={state}
        all={view.teams.map(({ participationId, name }) => ({ id: participationId, name }))}
        checked={() => view.teams.length === 1}
      />
      <Boxes
        name="challengeIds"
        legend={t('cases:solves_of')}
        state={state}
        all={likely}
        checked={() => true}
      />
      {others.length > 0 && (
        <details>
          <summary>{t('cases:other_challenges')}</summary>
          <Boxes
            name="challengeIds"
            legend={t('cases:other_challenges')}
            state={null}
            all={others}
            checked={() => false}
          />
        </details>
      )}
      <div className="field">
        <label className="label" htmlFor="case-points">
          {t('cases:points')}
        </label>
        <input
          id="case-points"
          className="input num"
          name="points"
          inputMode="numeric"
          defaultValue={state?.values.points}
        />
        <Wrong state={state} name="points" />
      </div>
      <TextareaField
        name="reason"
        label={t('cases:reason')}
        hint={t('cases:reason_hint')}
        state={state}
        rows={3}
        maxLength={CASE_LIMITS.reason}
        required
        spellCheck
      />
      <p className="hint">{t('cases:two_people')}</p>
      <button type="submit" className="btn primary" name="intent" value="propose">
        {t('cases:propose')}
      </button>
    </form>
  )
}
