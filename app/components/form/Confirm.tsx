import { type ReactNode, useId } from 'react'
import { useText } from '~/app/i18n/text'

interface ConfirmProps {
  label?: ReactNode
  question: ReactNode
  confirm: string
  /** Replaces the confirming button while the action is impossible; leads to the page that solves this. */
  instead?: { href: string; text: string }
  action?: string
  fields: Record<string, string | number>
  classes?: string
  /** The action cannot be undone, or harms somebody. */
  danger?: boolean
  /** Read out in place of the label, for labels that are icons. */
  name?: string
  on?: boolean
  children?: ReactNode
}

/** Popover attributes that React 18 does not know; they work without script. */
const opens = (id: string) => ({ popovertarget: id })
const closes = (id: string) => ({ popovertarget: id, popovertargetaction: 'hide' })
const POPOVER = { popover: '' }
/** A dangerous popover focuses its cancel button, so that Enter alone does no harm. */
const FOCUSED = { autoFocus: true }

const switched = (on: boolean) => ({
  className: 'switch',
  role: 'switch',
  'aria-checked': on,
  'data-selected': on ? '' : undefined
})

/** A form behind a confirmation. Stands outside of other forms, which cannot be nested. */
export function Confirm({ label, classes, name, on, ...question }: ConfirmProps) {
  const id = useId()
  return (
    <>
      <button
        type="button"
        {...(on === undefined ? { className: classes ? `btn ${classes}` : 'btn' } : switched(on))}
        aria-label={name}
        title={name}
        {...opens(id)}
      >
        {on === undefined ? label : <span className="indicator" />}
      </button>
      <ConfirmBox id={id} {...question} />
    </>
  )
}

export const opensConfirm = opens

type ConfirmBoxProps = Omit<ConfirmProps, 'label' | 'look' | 'name' | 'on'> & { id: string }

/** The popover alone, for a button elsewhere that has `opensConfirm(id)`. */
export function ConfirmBox(props: ConfirmBoxProps) {
  const { id, question, confirm, instead, action, fields, danger, children } = props
  const t = useText()
  return (
    <div className="confirm" id={id} role="alertdialog" aria-labelledby={`${id}q`} {...POPOVER}>
      <form method="post" action={action}>
        <p id={`${id}q`}>{question}</p>
        {Object.entries(fields).map(([field, value]) => (
          <input key={field} type="hidden" name={field} value={value} />
        ))}
        {children}
        <div className="row">
          <button type="button" className="btn push" {...closes(id)} {...(danger && FOCUSED)}>
            {t('common:cancel')}
          </button>
          {instead ? (
            <a className="btn primary" href={instead.href} {...FOCUSED}>
              {instead.text}
            </a>
          ) : (
            <button
              type="submit"
              className={danger ? 'btn danger-solid' : 'btn primary'}
              {...(!danger && FOCUSED)}
            >
              {confirm}
            </button>
          )}
        </div>
      </form>
    </div>
  )
}
