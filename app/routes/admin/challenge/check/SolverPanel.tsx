import { Confirm } from '~/app/components/form/Confirm'
import { Field, SelectField, TextareaField } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import { SOLVER_LIMITS } from '~/server/challenges/solver/constants'
import type { SolverFields } from './solver-form'

interface SolverPanelProps {
  href: string
  fields: SolverFields
  /** The challenge has a solver. */
  there: boolean
  /** The challenge has no container, so the solver runs alone. */
  alone: boolean
}

const { timeout, every } = SOLVER_LIMITS

/** The program that shows that the challenge can be solved. */
export function SolverPanel({ href, fields, there, alone }: SolverPanelProps) {
  const t = useText()
  const state = useFormState('solver')
  const text = (key: string) => t(`checks:solver.${key}`)
  const plain = { state, className: 'mono', autoComplete: 'off', spellCheck: false } as const
  return (
    <Panel title={text('title')} body="stack-16">
      <p className="muted small">{text(alone ? 'text_alone' : 'text')}</p>
      <FormMessage state={state} />
      <form className="stack-16" method="post" action={href}>
        <input type="hidden" name="intent" value="solver" />
        <Field {...plain} name="image" label={text('image')} defaultValue={fields.image} required />
        <TextareaField
          {...plain}
          name="command"
          label={text('command')}
          hint={text('command_hint')}
          defaultValue={fields.command}
          rows={3}
          optional
        />
        <TextareaField
          {...plain}
          name="environment"
          label={text('environment')}
          hint={text('environment_hint')}
          defaultValue={fields.environment}
          rows={2}
          optional
        />
        <div className="form-grid">
          <Numbers fields={fields} />
        </div>
        {alone && (
          <SelectField name="egress" label={text('egress')} state={state} defaultValue={fields.egress}>
            <option value="none">{text('none')}</option>
            <option value="internet">{text('internet')}</option>
          </SelectField>
        )}
        <div className="row">
          <button type="submit" className="btn primary">
            {text('save')}
          </button>
        </div>
      </form>
      {there && (
        <Confirm
          label={text('remove')}
          question={text('remove_question')}
          confirm={text('remove')}
          action={href}
          fields={{ intent: 'removeSolver' }}
        />
      )}
    </Panel>
  )
}

function Numbers({ fields }: Pick<SolverPanelProps, 'fields'>) {
  const t = useText()
  const state = useFormState('solver')
  const text = (key: string, params = {}) => t(`checks:solver.${key}`, params)
  return (
    <>
      <Field
        name="timeout"
        type="number"
        label={text('timeout')}
        state={state}
        min={1}
        max={timeout}
        defaultValue={fields.timeout}
        required
      />
      <Field
        name="every"
        type="number"
        label={text('every')}
        hint={text('every_hint', every)}
        state={state}
        min={every.least}
        max={every.most}
        defaultValue={fields.every}
        optional
      />
      <Field
        name="memoryLimit"
        type="number"
        label={text('memory')}
        state={state}
        min={32}
        max={4096}
        defaultValue={fields.memoryLimit}
        required
      />
    </>
  )
}
