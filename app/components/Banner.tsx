import type { ReactNode } from 'react'
import { CircleAlertIcon, CircleCheckIcon, type Icon, InfoIcon, TriangleAlertIcon } from './icons'

type Tone = 'info' | 'ok' | 'warn' | 'bad'

const ICONS: Record<Tone, Icon> = {
  info: InfoIcon,
  ok: CircleCheckIcon,
  warn: TriangleAlertIcon,
  bad: CircleAlertIcon
}

interface BannerProps {
  tone?: Tone
  /** Bold first line. */
  title?: ReactNode
  /** One line without a title. */
  inline?: boolean
  /** Read out when it appears: bad at once, others when the reader pauses. Off for standing notes. */
  announce?: boolean
  children?: ReactNode
  /** Button or link at the end. */
  action?: ReactNode
}

/** A message in the flow of the page. */
export function Banner({ tone = 'info', title, inline, announce = true, children, action }: BannerProps) {
  const Mark = ICONS[tone]
  const role = announce ? (tone === 'bad' ? 'alert' : 'status') : undefined
  return (
    <div className={`banner ${tone}${inline ? ' inline' : ''}`} role={role}>
      <Mark />
      <div>
        {title && <strong>{title}</strong>}
        {title && children ? <p>{children}</p> : children}
      </div>
      {action}
    </div>
  )
}
