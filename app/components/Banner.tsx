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
  title?: ReactNode
  inline?: boolean
  /** Screen readers announce it: `bad` at once, others in a pause. Off for standing notes. */
  announce?: boolean
  children?: ReactNode
  action?: ReactNode
}

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
