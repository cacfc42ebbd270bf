import { type ReactNode, useId } from 'react'

interface SectionProps {
  title: string
  /** Under the title. */
  text: string
  /** Where its form comes back to when it is refused. */
  anchor: string
  /** How far its forms stand apart. */
  body?: 'stack-16' | 'stack-24'
  children: ReactNode
}

/** One part of the profile: what it is about on one side, a panel on the other. */
export function Section({ title, text, anchor, body = 'stack-16', children }: SectionProps) {
  const id = useId()
  return (
    <section className="form-sec" id={anchor} aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        <p>{text}</p>
      </div>
      <div className="panel">
        <div className={`panel-body ${body}`}>{children}</div>
      </div>
    </section>
  )
}

/** A form of the section `anchor`, where the page stands again when the form is refused. */
export const formOf = (anchor: string) =>
  ({ className: 'stack-16', method: 'post', action: `/account/Profile#${anchor}` }) as const
