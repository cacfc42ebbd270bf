import type { ReactNode } from 'react'
import { FormMessage } from '~/app/components/FormMessage'
import { useText } from '~/app/islands/runtime/text'
import { useDraft } from './draft-state'

interface EditFormProps {
  /** Address of the page, also where Discard leads. */
  href: string
  /** The version that is edited; a save after somebody else's is refused once, what was typed stays. */
  version?: number
  main: ReactNode
  /** The second column; absent = one column over the whole width. */
  side?: ReactNode
}

/** A long form in two columns, saved as a whole by the bar that stays in sight. */
export function EditForm({ href, version, main, side }: EditFormProps) {
  const t = useText()
  const draft = useDraft()
  return (
    <form method="post" action={href}>
      {/* Enter in a field presses the first button of a form. */}
      <button type="submit" className="sr" name="intent" value="save" tabIndex={-1} aria-hidden="true">
        {t('common:save')}
      </button>
      {version !== undefined && (
        <input type="hidden" name="version" value={draft?.values.version ?? version} />
      )}
      <FormMessage state={draft} />
      {side ? (
        <div className="edit">
          <div className="stack-16">{main}</div>
          <div className="stack-16">{side}</div>
        </div>
      ) : (
        main
      )}
      <section className="save-bar" aria-label={t('common:save')}>
        {draft && (
          <span className="dirty">
            <span className="dot warn" aria-hidden="true" />
            {t('admin:unsaved')}
          </span>
        )}
        <span className="push" />
        <a className="btn ghost" href={href}>
          {t('admin:discard')}
        </a>
        <button type="submit" className="btn primary" name="intent" value="save">
          {t('common:save')}
        </button>
      </section>
    </form>
  )
}
