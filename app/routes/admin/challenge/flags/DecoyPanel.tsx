import { Field, TextareaField } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'

interface DecoyPanelProps {
  href: string
  /** Each team gets one of its own, made of the text. */
  made: boolean
  decoy: string
}

/** A text that looks like a flag, and that only who copies finds (docs/rules/flags.md#decoys). */
export function DecoyPanel({ href, made, decoy }: DecoyPanelProps) {
  const t = useText()
  const state = useFormState('decoy')
  return (
    <Panel title={t('flags:decoy.title')} body="stack-16">
      <p>{t('flags:decoy.text')}</p>
      <FormMessage state={state} />
      <form className="stack" method="post" action={href}>
        <input type="hidden" name="intent" value="decoy" />
        <Field
          name="decoy"
          label={t(made ? 'flags:decoy.template' : 'flags:decoy.label')}
          hint={t(made ? 'flags:decoy.template_hint' : 'flags:decoy.hint')}
          state={state}
          maxLength={120}
          className="mono"
          autoComplete="off"
          spellCheck={false}
          optional
          defaultValue={decoy}
        />
        <div className="row">
          <button type="submit" className="btn">
            {t('flags:decoy.save')}
          </button>
        </div>
      </form>
    </Panel>
  )
}

/** Says which decoy is in which file of a pool. */
export function PoolDecoys({ href }: { href: string }) {
  const t = useText()
  const state = useFormState('poolDecoys')
  return (
    <Panel title={t('flags:decoy.files')} body="stack">
      <form className="stack" method="post" action={href}>
        <FormMessage state={state} />
        <input type="hidden" name="intent" value="poolDecoys" />
        <TextareaField
          name="decoys"
          label={t('flags:decoy.lines')}
          hint={t('flags:decoy.lines_hint')}
          state={state}
          rows={4}
          spellCheck={false}
          autoComplete="off"
          required
        />
        <div className="row">
          <button type="submit" className="btn">
            {t('flags:decoy.save')}
          </button>
        </div>
      </form>
    </Panel>
  )
}
