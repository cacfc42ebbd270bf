import type { ComponentProps, ReactNode } from 'react'
import { Field, TextareaField } from '~/app/components/form/Field'
import { KEPT } from '~/app/components/form/kept'
import { useText } from '~/app/i18n/text'

type Secret = Pick<ComponentProps<typeof Field>, 'name' | 'state' | 'hint' | 'required'>

/**
 * The hint of a field that is never printed again. After a refusal it adds that the entered text is kept, or must be entered
 * again. The browser itself asks for required fields, and a wrong text is entered anew.
 */
function useSecretHint({ name, state, hint, required }: Secret): ReactNode {
  const t = useText()
  const kept = state?.errors[name] ? undefined : state?.kept?.[name]
  if (kept === undefined)
    return !required && state?.lost?.includes(name) ? t('common:form.secret_lost') : hint
  return (
    <>
      <label className="check">
        <input type="checkbox" name={KEPT + name} value={kept} defaultChecked />
        <span>{t('common:form.secret_kept')}</span>
      </label>
      {hint}
    </>
  )
}

/** A field for a secret that may be empty. Not for islands, because no form of theirs has one. */
export function SecretField(props: ComponentProps<typeof Field>) {
  return <Field {...props} hint={useSecretHint(props)} />
}

export function SecretArea(props: ComponentProps<typeof TextareaField>) {
  return <TextareaField {...props} hint={useSecretHint(props)} />
}
