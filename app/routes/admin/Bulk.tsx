import { type ReactNode, useId } from 'react'
import { useText } from '~/app/i18n/text'

export const BULK_FORM = 'bulk'

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
  intent: string
  label: string
  icon?: ReactNode
  question: string
  danger?: boolean
  more?: ReactNode
}

/** A page that asks more about the chosen rows; it gets their ids in its address. */
interface BulkPage {
  href: string
  act: string
  label: string
  danger?: boolean
}

const opens = (id: string) => ({ popovertarget: id })
const closes = (id: string) => ({ popovertarget: id, popovertargetaction: 'hide' })
const POPOVER = { popover: '' }
const FOCUSED = { autoFocus: true }

/** Acts on the chosen rows; CSS shows it when a row is chosen. Belongs in a `.choosing` with its list. */
export function BulkBar({
  action,
  acts,
  pages = [],
  children
}: {
  action: string
  acts: BulkAct[]
  pages?: BulkPage[]
  children?: ReactNode
}) {
  const t = useText()
  return (
    <form className="bulk-bar" id={BULK_FORM} method="post" action={action}>
      {/* Enter would press the first submit button without its confirmation; a disabled one sends nothing. */}
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
