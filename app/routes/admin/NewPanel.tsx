import type { ReactNode } from 'react'
import { FormMessage } from '~/app/components/form/FormMessage'
import { SubmitRow } from '~/app/components/form/SubmitRow'
import { Panel } from '~/app/components/Panel'
import { useFormState } from '~/app/request/form-state'

interface NewPanelProps {
  title: string
  /** Address of the list; `?new` of it shows this. */
  href: string
  /** The list is empty: there is nothing to go back to. */
  first: boolean
  /** Above the fields. */
  note?: ReactNode
  /** Below the fields: what does not stand beside them, and a line about them. */
  more?: ReactNode
  hint?: string
  submit: string
  /** The fields. */
  children: ReactNode
}

/** Makes a new thing of a list with the few facts it needs, intent `create`; everything else follows on its page. */
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
