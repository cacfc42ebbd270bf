import type { ReactNode } from 'react'
import { XIcon } from '~/app/components/icons'
import { useText } from '~/app/i18n/text'

export interface ShownToast {
  id: string
  tone?: 'ok' | 'bad' | 'warn'
  mark: ReactNode
  body: ReactNode
}

/** Toasts. Their live region exists before them, so that screen readers announce them. */
export function ToastStack({
  toasts,
  onDismiss
}: {
  toasts: readonly ShownToast[]
  onDismiss(id: string): void
}) {
  const t = useText()
  return (
    <div className="toasts" role="status" aria-atomic="false">
      {toasts.map(({ id, tone, mark, body }) => (
        <div key={id} className={tone ? `toast ${tone}` : 'toast'}>
          {mark}
          <div>{body}</div>
          <button
            type="button"
            className="btn ghost icon-only sm"
            aria-label={t('news:dismiss')}
            onClick={() => onDismiss(id)}
          >
            <XIcon />
          </button>
        </div>
      ))}
    </div>
  )
}
