import type { ReactNode } from 'react'

/** Scrolls sideways, also by keyboard. No landmark, because the panel around it often has the same name. */
export function TableWrap({ label, children }: { label: string; children: ReactNode }) {
  const reached = { role: 'group', tabIndex: 0, 'aria-label': label }
  return (
    <div className="table-wrap" {...reached}>
      {children}
    </div>
  )
}
