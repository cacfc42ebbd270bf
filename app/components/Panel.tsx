import { type ReactNode, useId } from 'react'

interface PanelProps {
  /** The id of the heading; absent: made by `useId`, which cached components may not print. */
  id?: string
  title: ReactNode
  aside?: ReactNode
  className?: string
  body?: string
  children: ReactNode
}

export function Panel({ id, title, aside, className, body, children }: PanelProps) {
  const made = useId()
  const heading = id ?? made
  return (
    <section className={className ? `panel ${className}` : 'panel'} aria-labelledby={heading}>
      <header>
        <h2 id={heading}>{title}</h2>
        {aside && <span className="push faint small">{aside}</span>}
      </header>
      <div className={body ? `panel-body ${body}` : 'panel-body'}>{children}</div>
    </section>
  )
}
