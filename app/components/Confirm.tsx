import type { ReactNode } from 'react'

interface ConfirmProps {
  /** On the button that asks. */
  label: ReactNode
  /** What will happen. */
  question: ReactNode
  /** On the button that does it. */
  confirm: string
  /** Address of the form; default is the page itself. */
  action?: string
  /** Hidden fields of the form. */
  fields: Record<string, string | number>
  /** Classes of the first button, such as `sm danger`. */
  look?: string
  /** The thing cannot be undone, or hurts somebody. */
  danger?: boolean
  /** Read out in place of the label, which then may be an icon. */
  name?: string
}

/** A form behind one more question, as a disclosure, so that it needs no script. */
export function Confirm({ label, question, confirm, action, fields, look, danger, name }: ConfirmProps) {
  return (
    <details className="disclosure-menu confirm">
      <summary className={look ? `btn ${look}` : 'btn'} aria-label={name} title={name}>
        {label}
      </summary>
      <form className="popover" method="post" action={action}>
        <p>{question}</p>
        {Object.entries(fields).map(([field, value]) => (
          <input key={field} type="hidden" name={field} value={value} />
        ))}
        <button type="submit" className={danger ? 'btn sm danger-solid' : 'btn sm primary'}>
          {confirm}
        </button>
      </form>
    </details>
  )
}
