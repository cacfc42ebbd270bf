import type { ReactNode } from 'react'
import { useText } from '~/app/islands/runtime/words/text'

interface SubmitRowProps {
  /** Where nothing is kept; null: nowhere. */
  back: string | null
  /** What the button says; absent: save. */
  children?: ReactNode
}

/** The end of a form: what sends it, and the way back. */
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
