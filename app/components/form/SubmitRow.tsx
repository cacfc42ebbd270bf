import type { ReactNode } from 'react'
import { useText } from '~/app/i18n/text'

interface SubmitRowProps {
  back: string | null
  children?: ReactNode
}

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
