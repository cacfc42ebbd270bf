import { TriangleAlertIcon, XIcon } from '~/app/components/icons'
import { useText } from '~/app/islands/runtime/text'
import type { NoticeView } from '~/server/notices/contract'
import { NoticeMark, noticeText } from './Notices'

/** News that shows up in the corner. Notices go by themselves, an unknown verdict stays until it is dismissed. */
export type ToastItem =
  | { id: string; kind: 'notice'; notice: NoticeView }
  | { id: string; kind: 'unknown'; submission: number }

interface ToastsProps {
  toasts: readonly ToastItem[]
  onDismiss(id: string): void
}

export function Toasts({ toasts, onDismiss }: ToastsProps) {
  const t = useText()
  return (
    <div className="toasts" role="status">
      {toasts.map((toast) => (
        <div key={toast.id} className={toast.kind === 'unknown' ? 'toast warn' : 'toast'}>
          {toast.kind === 'notice' ? <NoticeMark notice={toast.notice} /> : <TriangleAlertIcon />}
          <div>{toast.kind === 'notice' ? noticeText(t, toast.notice) : <Unknown {...toast} />}</div>
          <button
            type="button"
            className="btn ghost icon-only sm"
            aria-label={t('challenges:dismiss')}
            onClick={() => onDismiss(toast.id)}
          >
            <XIcon />
          </button>
        </div>
      ))}
    </div>
  )
}

function Unknown({ submission }: { submission: number }) {
  const t = useText()
  return (
    <>
      <strong>{t('challenges:result.unknown')}</strong>
      <p>{t('challenges:result.unknown_hint', { id: submission })}</p>
    </>
  )
}
