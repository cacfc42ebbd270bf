import { type ReactNode, useId } from 'react'
import { EllipsisIcon } from '../icons'

const opens = (id: string) => ({ popovertarget: id })
const POPOVER = { popover: '' }

interface RowMenuProps {
  /** Names the row. */
  label: string
  /** Links and buttons, one an act. */
  children: ReactNode
}

/**
 * What can be done with a row, behind one button: a popover of the browser's own. With the island row-tools it opens as a
 * menu of the same entries.
 */
export function RowMenu({ label, children }: RowMenuProps) {
  const id = useId()
  return (
    <>
      <button
        type="button"
        className="btn ghost icon-only sm"
        aria-label={label}
        title={label}
        data-menu={id}
        {...opens(id)}
      >
        <EllipsisIcon />
      </button>
      <div className="popover row-menu" id={id} {...POPOVER}>
        <div className="menu">{children}</div>
      </div>
    </>
  )
}
