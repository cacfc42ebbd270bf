import { type ReactNode, useId } from 'react'
import { useText } from '~/app/islands/runtime/words/text'

interface ConfirmProps {
  /** On the button that asks. */
  label?: ReactNode
  /** What will happen. */
  question: ReactNode
  /** On the button that does it. */
  confirm: string
  /** It cannot be done yet: the question says why, and this leads to where that is mended. */
  instead?: { href: string; text: string }
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
  /** The first button is a switch in this position instead of a label. */
  on?: boolean
  /** More fields, between question and buttons. */
  children?: ReactNode
}

/** Attributes that React 18 does not know yet; browsers open and close popovers by them without script. */
const opens = (id: string) => ({ popovertarget: id })
const closes = (id: string) => ({ popovertarget: id, popovertargetaction: 'hide' })
const POPOVER = { popover: '' }
/** Where the focus goes when the popover opens: what hurts is never one key away. */
const FOCUSED = { autoFocus: true }

const switched = (on: boolean) => ({
  className: 'switch',
  role: 'switch',
  'aria-checked': on,
  'data-selected': on ? '' : undefined
})

/** A form behind one more question. Not to be put into another form. */
export function Confirm({ label, look, name, on, ...question }: ConfirmProps) {
  const id = useId()
  return (
    <>
      <button
        type="button"
        {...(on === undefined ? { className: look ? `btn ${look}` : 'btn' } : switched(on))}
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

/** On a button elsewhere, such as in a menu: it opens the box of this id. */
export const opensConfirm = opens

type ConfirmBoxProps = Omit<ConfirmProps, 'label' | 'look' | 'name' | 'on'> & { id: string }

/** The question by itself. */
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
