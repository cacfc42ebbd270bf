import type { ReactNode } from 'react'

/** What scrolls must be within the keyboard's reach. */
const REACHED = { tabIndex: 0 }

/** Around a table: scrolls sideways when it is too wide, and the keyboard reaches it for that. */
export function TableWrap({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className="table-wrap" aria-label={label} {...REACHED}>
      {children}
    </section>
  )
}
