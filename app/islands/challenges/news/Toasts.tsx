import { ServerIcon, TriangleAlertIcon, XIcon } from '~/app/components/icons'
import { rich } from '~/app/components/rich'
import { useText } from '~/app/islands/runtime/text'
import { usePage } from '../page'
import { NoticeMark, noticeText } from './Notices'
import type { FeedNotice } from './notice'

/** News that shows up in the corner. It goes by itself; an unknown verdict stays until it is dismissed. */
export type ToastItem =
  | { id: string; kind: 'notice'; notice: FeedNotice }
  | { id: string; kind: 'unknown'; submission: number }
  | { id: string; kind: 'instance'; turn: 'ready' | 'failed' | 'extend'; challengeId: number; title: string }

interface ToastsProps {
  toasts: readonly ToastItem[]
  /** The notices as they are known now: rendered, perhaps edited. */
  notices: readonly FeedNotice[]
  onDismiss(id: string): void
}

export function Toasts({ toasts, notices, onDismiss }: ToastsProps) {
  const t = useText()
  const now = (notice: FeedNotice) => notices.find(({ id }) => id === notice.id) ?? notice
  return (
    <div className="toasts" role="status" aria-atomic="false">
      {toasts.map((toast) => (
        <div key={toast.id} className={toast.kind === 'unknown' ? 'toast warn' : 'toast'}>
          {toast.kind === 'notice' && <NoticeMark notice={toast.notice} />}
          {toast.kind === 'unknown' && <TriangleAlertIcon />}
          {toast.kind === 'instance' && <ServerIcon />}
          <div>
            {toast.kind === 'notice' && noticeText(t, now(toast.notice))}
            {toast.kind === 'unknown' && <Unknown {...toast} />}
            {toast.kind === 'instance' && <OfInstance {...toast} />}
          </div>
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

type OfInstanceProps = Extract<ToastItem, { kind: 'instance' }>

function OfInstance({ turn, challengeId, title }: OfInstanceProps) {
  const t = useText()
  const { query, link } = usePage()
  const name = (
    <a key="title" className="link" {...link({ ...query, open: challengeId, submission: null })}>
      <bdi>{title}</bdi>
    </a>
  )
  return rich(t, `instances:toast.${turn}`, { title: name })
}
