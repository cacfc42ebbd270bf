import type { ReactNode } from 'react'
import { type Icon, InboxIcon } from './icons'

interface EmptyStateProps {
  title: string
  icon?: Icon
  /** What will stand here, or what to do. */
  children?: ReactNode
  action?: ReactNode
}

/** In place of a list that has nothing yet. */
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
