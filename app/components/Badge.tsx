import type { ReactNode } from 'react'
import type { Icon } from './icons'

interface BadgeProps {
  tone?: 'ok' | 'warn' | 'bad' | 'info' | 'accent' | 'outline'
  icon?: Icon
  dot?: boolean
  children: ReactNode
}

export function Badge({ tone, icon: Mark, dot, children }: BadgeProps) {
  return (
    <span className={tone ? `badge ${tone}` : 'badge'}>
      {Mark && <Mark />}
      {dot && <span className={tone ? `dot ${tone}` : 'dot'} aria-hidden="true" />}
      {children}
    </span>
  )
}
