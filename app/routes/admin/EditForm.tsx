import type { ReactNode } from 'react'
import { FormMessage } from '~/app/components/form/FormMessage'
import { useText } from '~/app/i18n/text'
import { Island } from '~/app/islands/runtime/island'
import saveBar from '~/app/islands/save-bar'
import { useDraft, useRefused } from './draft-state'

interface EditFormProps {
  href: string
  /** Edited version; a save after another person's is refused once and keeps the input. */
  version?: number | string
  main: ReactNode
  side?: ReactNode
  label?: string
}

export function EditForm({ href, version, main, side, label }: EditFormProps) {
  const t = useText()
  const save = label ?? t('common:save')
  const draft = useDraft()
  return (
    <form method="post" action={href}>
      {/* Enter presses a form's first button, so that is save. */}
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
