import { type ReactNode, useId } from 'react'

interface PanelProps {
  title: ReactNode
  aside?: ReactNode
  className?: string
  body?: string
  children: ReactNode
}

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
