import type { ReactNode } from 'react'
import { FormMessage } from '~/app/components/form/FormMessage'
import { SubmitRow } from '~/app/components/form/SubmitRow'
import { Panel } from '~/app/components/Panel'
import { useFormState } from '~/app/request/form-state'
import type { FormState } from '~/app/request/forms'

interface NewPanelProps {
  title: string
  href: string
  first: boolean
  note?: ReactNode
  more?: ReactNode
  hint?: string
  submit: string
  children: ReactNode
}

/** For the first field of a form that a link has just opened. */
export const openedFocus = (state: FormState | null) => (state ? null : { autoFocus: true })

/** Form for a new item with the required fields, intent `create`; the rest is edited on its page. */
export function NewPanel({ title, href, first, note, more, hint, submit, children }: NewPanelProps) {
  return (
    <Panel title={title}>
      <form className="stack-16" method="post" action={`${href}?new`}>
        {note}
        <FormMessage state={useFormState('create')} />
        <input type="hidden" name="intent" value="create" />
        <div className="form-grid">{children}</div>
        {more}
        {hint && <p className="hint">{hint}</p>}
        <SubmitRow back={first ? null : href}>{submit}</SubmitRow>
      </form>
    </Panel>
  )
}
