import type { ReactNode } from 'react'
import { useText } from '~/app/islands/runtime/words/text'

interface SubmitRowProps {
  back: string | null
  /** Default: save. */
  children?: ReactNode
}

/** The submit button of a form, and a link back. */
export function SubmitRow({ back, children }: SubmitRowProps) {
  const t = useText()
  return (
    <div className="row">
      <button type="submit" className="btn primary">
        {children ?? t('common:save')}
      </button>
      {back !== null && (
        <a className="btn ghost" href={back}>
          {t('common:cancel')}
        </a>
      )}
    </div>
  )
}
