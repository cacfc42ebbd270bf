import { type ReactNode, useId } from 'react'
import { useText } from '~/app/islands/runtime/words/text'

/** The form to which the boxes of a list belong, wherever they stand. */
export const BULK_FORM = 'bulk'

/** Chooses a row for the bar below the list. */
export function PickBox({ id, name }: { id: string | number; name: string }) {
  const t = useText()
  return (
    <label className="check pick">
      <input type="checkbox" form={BULK_FORM} name="ids[]" value={id} />
      <span className="sr">{t('widgets:pick.one', { name })}</span>
    </label>
  )
}

export interface BulkAct {
  /** Of the form that does it. */
  intent: string
  label: string
  icon?: ReactNode
  question: string
  danger?: boolean
  /** More fields, between question and buttons; all acts share a form. */
  more?: ReactNode
}

/** A page of its own that asks more about the rows that are chosen; it gets their ids in its address. */
export interface BulkPage {
  href: string
  /** Its `act`. */
  act: string
  label: string
  danger?: boolean
}

const opens = (id: string) => ({ popovertarget: id })
const closes = (id: string) => ({ popovertarget: id, popovertargetaction: 'hide' })
const POPOVER = { popover: '' }
const FOCUSED = { autoFocus: true }

/** What can be done with the rows that are chosen: there once a row is. Its list and it stand in a `.choosing`. */
export function BulkBar({
  action,
  acts,
  pages = [],
  children
}: {
  action: string
  acts: BulkAct[]
  pages?: BulkPage[]
  /** More fields and buttons of the form. */
  children?: ReactNode
}) {
  const t = useText()
  return (
    <form className="bulk-bar" id={BULK_FORM} method="post" action={action}>
      {/* Enter in a box would press the first button that sends, without its question; one that is disabled sends nothing. */}
      <button type="submit" hidden disabled />
      <span className="n">
        {t('widgets:pick.bar')} <span className="counted" />
      </span>
      {children}
      <span className="acts push">
        {acts.map((act) => (
          <BulkButton key={act.intent} act={act} />
        ))}
        {pages.map(({ href, act, label, danger }) => (
          <button
            key={act}
            type="submit"
            className={danger ? 'btn sm danger' : 'btn sm'}
            formMethod="get"
            formAction={href}
            name="act"
            value={act}
          >
            {label}…
          </button>
        ))}
      </span>
    </form>
  )
}

/** A button that asks once more; both ways of it work without script. */
function BulkButton({ act: { intent, label, icon, question, danger, more } }: { act: BulkAct }) {
  const t = useText()
  const id = useId()
  return (
    <>
      <button type="button" className={danger ? 'btn sm danger' : 'btn sm'} {...opens(id)}>
        {icon}
        {label}
      </button>
      <div className="confirm" id={id} role="alertdialog" aria-labelledby={`${id}q`} {...POPOVER}>
        <p id={`${id}q`}>{question}</p>
        {more}
        <div className="row">
          <button type="button" className="btn push" {...closes(id)} {...(danger && FOCUSED)}>
            {t('common:cancel')}
          </button>
          <button
            type="submit"
            className={danger ? 'btn danger-solid' : 'btn primary'}
            name="intent"
            value={intent}
            {...(!danger && FOCUSED)}
          >
            {label}
          </button>
        </div>
      </div>
    </>
  )
}
