import type { ReactNode } from 'react'
import {
  CircleCheckIcon,
  CircleDashedIcon,
  CircleXIcon,
  HourglassIcon,
  SquareIcon,
  TriangleAlertIcon
} from '~/app/components/icons'
import { useFormat } from '~/app/i18n/format'
import { type Text, useText } from '~/app/i18n/text'
import { clockLeft } from '~/app/islands/runtime/clock-left'
import type { InstanceView } from '~/server/instances/contract'
import { pulled, type Standing, timeOf } from './instance-progress'

interface HeadProps {
  view: InstanceView
  standing: Standing
  now: number
}

const isIdle = ({ phase }: Standing) => phase === 'none' || phase === 'ended'

/** The state in a few words; announced when it changes. */
export function headlineOf(t: Text, view: InstanceView, standing: Standing): string {
  const { phase, barrier, soon } = standing
  if (isIdle(standing) && barrier) return t(`instances:box.head.${barrier}`)
  if (phase === 'ready' && soon) return t('instances:box.head.soon')
  if (phase === 'queue' && view.waitsFor === 'predecessor') return t('instances:box.head.predecessor')
  return t(`instances:box.head.${phase}`)
}

function markOf(standing: Standing): ReactNode {
  const { phase, barrier, soon } = standing
  if (isIdle(standing) && barrier)
    return <TriangleAlertIcon className={barrier === 'limit' ? 'warn' : 'bad'} />
  switch (phase) {
    case 'none':
      return <CircleDashedIcon />
    case 'ready':
      return soon ? <HourglassIcon className="warn" /> : <CircleCheckIcon className="ok" />
    case 'unhealthy':
    case 'stuck':
      return <TriangleAlertIcon className="warn" />
    case 'ended':
      return <SquareIcon />
    case 'failed':
      return <CircleXIcon className="bad" />
    default:
      return <span className={`dot pulse ${phase === 'queue' ? 'warn' : 'accent'}`} aria-hidden="true" />
  }
}

export function InstanceHead({ view, standing, now }: HeadProps) {
  const t = useText()
  return (
    <div className="top">
      {markOf(standing)}
      <span>{headlineOf(t, view, standing)}</span>
      <Figure view={view} standing={standing} now={now} />
    </div>
  )
}

function Figure({ view, standing: { phase, left, soon }, now }: HeadProps) {
  const t = useText()
  const { clock } = useFormat()
  if (left !== null)
    return (
      <span className={soon ? 'clk warn' : 'clk'} role="timer">
        <span className="sr">{t('instances:box.left')} </span>
        {clockLeft(left)}
      </span>
    )
  if (phase === 'queue' && view.estimate !== null)
    return <span className="clk">~{clockLeft(view.estimate * 1000)}</span>
  if (phase === 'image') {
    const percent = pulled(view)
    return percent === null ? null : <span className="clk">{percent} %</span>
  }
  const begun = timeOf(view.startedAt)
  if (phase === 'starting' && begun !== null)
    return (
      <span className="clk">
        {t('instances:box.seconds', { n: Math.max(0, Math.round((now - begun) / 1000)) })}
      </span>
    )
  const ended = timeOf(view.endedAt)
  if ((phase === 'ended' || phase === 'failed') && ended !== null)
    return (
      <time className="push" dateTime={new Date(ended).toISOString()}>
        {clock(new Date(ended))} UTC
      </time>
    )
  return null
}
