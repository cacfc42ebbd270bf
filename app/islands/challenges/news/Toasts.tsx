import { ServerIcon } from '~/app/components/challenge-icons'
import { TriangleAlertIcon } from '~/app/components/icons'
import { richText } from '~/app/components/markdown/richText'
import { type Text, useText } from '~/app/i18n/text'
import type { FeedNotice } from '~/app/islands/news/notice'
import { type ShownToast, ToastStack } from '~/app/islands/news/ToastStack'
import { type NewsItem, newsToast } from '~/app/islands/news/words'
import { usePage } from '../page'

/** A message in the corner. It disappears by itself; an unknown verdict stays until dismissed. */
export type ToastItem =
  | NewsItem
  | { id: string; kind: 'unknown'; submission: number }
  | { id: string; kind: 'instance'; turn: 'ready' | 'failed' | 'extend'; challengeId: number; title: string }

interface ToastsProps {
  toasts: readonly ToastItem[]
  notices: readonly FeedNotice[]
  onDismiss(id: string): void
}

export function Toasts({ toasts, notices, onDismiss }: ToastsProps) {
  const t = useText()
  const { query, link } = usePage()
  const now = (notice: FeedNotice) => notices.find(({ id }) => id === notice.id) ?? notice
  const shown = (item: ToastItem): ShownToast => {
    if (item.kind === 'unknown') return unknown(t, item)
    if (item.kind === 'instance') return { id: item.id, mark: <ServerIcon />, body: <OfInstance {...item} /> }
    const open = (challenge: number) => link({ ...query, open: challenge, submission: null })
    return newsToast(t, item.kind === 'notice' ? { ...item, notice: now(item.notice) } : item, open)
  }
  return <ToastStack toasts={toasts.map(shown)} onDismiss={onDismiss} />
}

function unknown(t: Text, { id, submission }: { id: string; submission: number }): ShownToast {
  const body = (
    <>
      <strong>{t('challenges:result.unknown')}</strong>
      <p>{t('challenges:result.unknown_hint', { id: submission })}</p>
    </>
  )
  return { id, tone: 'warn', mark: <TriangleAlertIcon />, body }
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
  return richText(t, `instances:toast.${turn}`, { title: name })
}
