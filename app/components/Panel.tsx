import { type ReactNode, useId } from 'react'

interface PanelProps {
  title: ReactNode
  /** At the end of the heading. */
  aside?: ReactNode
  /** More classes of the panel. */
  className?: string
  /** More classes of its body, such as `stack-16`. */
  body?: string
  children: ReactNode
}

/** A titled part of a page. */
export function Panel({ title, aside, className, body, children }: PanelProps) {
  const id = useId()
  return (
    <section className={className ? `panel ${className}` : 'panel'} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {aside && <span className="push faint small">{aside}</span>}
      </header>
      <div className={body ? `panel-body ${body}` : 'panel-body'}>{children}</div>
    </section>
  )
}
