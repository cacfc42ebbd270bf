import { type ReactNode, useId } from 'react'

interface SectionProps {
  title: string
  text: string
  /** Where a refused form returns to. */
  anchor: string
  body?: 'stack-16' | 'stack-24'
  children: ReactNode
}

/** A part of the profile: explanation on one side, panel on the other. */
export function ProfileSection({ title, text, anchor, body = 'stack-16', children }: SectionProps) {
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

/** Attributes of a form in the section `anchor`, to which the page scrolls after a refusal. */
export const formOf = (anchor: string) =>
  ({ className: 'stack-16', method: 'post', action: `/account/Profile#${anchor}` }) as const
