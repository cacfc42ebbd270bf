import type { ReactNode } from 'react'
import { FocusedField } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { SubmitRow } from '~/app/components/form/SubmitRow'
import { Panel } from '~/app/components/Panel'
import { useFormState } from '~/app/request/form-state'

interface NewPanelProps {
  title: string
  href: string
  first: boolean
  /** Name of the first field, which has the focus when a link opened the form. */
  focus: string
  note?: ReactNode
  more?: ReactNode
  hint?: string
  submit: string
  children: ReactNode
}

/** Form for a new item with the required fields, intent `create`; the rest is edited on its page. */
export function NewPanel({ title, href, first, focus, note, more, hint, submit, children }: NewPanelProps) {
  const state = useFormState('create')
  return (
    <Panel title={title}>
      <form className="stack-16" method="post" action={`${href}?new`}>
        {note}
        <FormMessage state={state} />
        <input type="hidden" name="intent" value="create" />
        <FocusedField.Provider value={first || state ? null : focus}>
          <div className="form-grid">{children}</div>
          {more}
        </FocusedField.Provider>
        {hint && <p className="hint">{hint}</p>}
        <SubmitRow back={first ? null : href}>{submit}</SubmitRow>
      </form>
    </Panel>
  )
}
