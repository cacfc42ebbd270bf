import type { ReactNode } from 'react'

/**
 * Around a table: scrolls sideways when it is too wide, and the keyboard reaches it for that. It is a group and no landmark:
 * the panel around it often is one of the same name.
 */
export function TableWrap({ label, children }: { label: string; children: ReactNode }) {
  const reached = { role: 'group', tabIndex: 0, 'aria-label': label }
  return (
    <div className="table-wrap" {...reached}>
      {children}
    </div>
  )
}
