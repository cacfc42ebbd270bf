import type { ReactNode } from 'react'
import { FormMessage } from '~/app/components/form/FormMessage'
import { Island } from '~/app/islands/runtime/island'
import { useText } from '~/app/islands/runtime/words/text'
import saveBar from '~/app/islands/save-bar'
import { useDraft, useRefused } from './draft-state'

interface EditFormProps {
  /** Address of the page, also where Discard leads. */
  href: string
  /** The version that is edited; a save after somebody else's is refused once, what was typed stays. */
  version?: number | string
  main: ReactNode
  /** The second column; absent = one column over the whole width. */
  side?: ReactNode
  /** On the button that saves; default Save. */
  label?: string
}

/** A long form in two columns, saved as a whole by the bar that stays in sight. */
export function EditForm({ href, version, main, side, label }: EditFormProps) {
  const t = useText()
  const save = label ?? t('common:save')
  const draft = useDraft()
  return (
    <form method="post" action={href}>
      {/* Enter in a field presses the first button of a form. */}
      <button type="submit" className="sr" name="intent" value="save" tabIndex={-1} aria-hidden="true">
        {save}
      </button>
      {version !== undefined && (
        <input type="hidden" name="version" value={draft?.values.version ?? version} />
      )}
      <FormMessage state={useRefused()} />
      {side ? (
        <div className="edit">
          <div className="stack-16">{main}</div>
          <div className="stack-16">{side}</div>
        </div>
      ) : (
        main
      )}
      <Island of={saveBar} props={{ href, draft: draft !== null, label: save }} />
    </form>
  )
}
