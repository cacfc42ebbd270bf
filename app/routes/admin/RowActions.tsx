import { type ReactNode, useId } from 'react'
import { EllipsisIcon } from '~/app/components/icons'

const opens = (id: string) => ({ popovertarget: id })
const POPOVER = { popover: '' }

interface RowMenuProps {
  label: string
  children: ReactNode
}

/** Actions of a row behind one button, as a native popover. The island row-tools opens it as a menu. */
export function RowActions({ label, children }: RowMenuProps) {
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
