import type { ReactNode } from 'react'
import { type Icon, InboxIcon } from './icons'

interface EmptyStateProps {
  title: string
  icon?: Icon
  children?: ReactNode
  action?: ReactNode
}

export function EmptyState({ title, icon: Mark = InboxIcon, children, action }: EmptyStateProps) {
  return (
    <div className="empty">
      <Mark />
      <strong>{title}</strong>
      {children && <p>{children}</p>}
      {action}
    </div>
  )
}
