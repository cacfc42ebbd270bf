import { ServerIcon } from '~/app/components/challenge-icons'
import { Pennant } from '~/app/components/game/Pennant'
import { TriangleAlertIcon, UsersIcon } from '~/app/components/icons'
import { rich } from '~/app/components/markdown/rich'
import type { FeedNotice } from '~/app/islands/news/notice'
import { type ShownToast, ToastStack } from '~/app/islands/news/ToastStack'
import { type NewsItem, newsToast } from '~/app/islands/news/words'
import { type Text, useText } from '~/app/islands/runtime/words/text'
import type { MateSolve } from '../moment/use-mates'
import { usePage } from '../page'
import { bloodOf, useNumber } from '../words'

/** A message in the corner. It disappears by itself; an unknown verdict stays until dismissed. */
export type ToastItem =
  | NewsItem
  | MateSolve
  | { id: string; kind: 'unknown'; submission: number }
  | { id: string; kind: 'instance'; turn: 'ready' | 'failed' | 'extend'; challengeId: number; title: string }

interface ToastsProps {
  toasts: readonly ToastItem[]
  notices: readonly FeedNotice[]
  onDismiss(id: string): void
}

export function Toasts({ toasts, notices, onDismiss }: ToastsProps) {
  const t = useText()
  const now = (notice: FeedNotice) => notices.find(({ id }) => id === notice.id) ?? notice
  const shown = (item: ToastItem): ShownToast => {
    if (item.kind === 'unknown') return unknown(t, item)
    if (item.kind === 'instance') return { id: item.id, mark: <ServerIcon />, body: <OfInstance {...item} /> }
    if (item.kind === 'mate') return mateSolve(item)
    return newsToast(t, item.kind === 'notice' ? { ...item, notice: now(item.notice) } : item)
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

function mateSolve(item: MateSolve): ShownToast {
  const blood = bloodOf(item.solve.type)
  return {
    id: item.id,
    tone: 'ok',
    mark: blood ? <Pennant blood={blood} /> : <UsersIcon />,
    body: <OfMate {...item} />
  }
}

function OfMate({ challengeId, title, solve }: MateSolve) {
  const t = useText()
  const number = useNumber()
  const { query, link } = usePage()
  const blood = bloodOf(solve.type)
  const parts = {
    user: (
      <b key="user">
        <bdi>{solve.userName ?? t('challenges:moment.somebody')}</bdi>
      </b>
    ),
    title: (
      <a key="title" className="link" {...link({ ...query, open: challengeId, submission: null })}>
        <bdi>{title}</bdi>
      </a>
    )
  }
  return (
    <>
      <p>{rich(t, 'challenges:moment.mate', parts)}</p>
      <p className="muted small">
        {blood && `${t(`challenges:blood.${blood}`)} · `}+{number(solve.score)}
      </p>
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
