import { KeyLegend } from '../runtime/KeyLegend'
import { useKeys } from '../runtime/use-keys'
import { useText } from '../runtime/words/text'
import { rowAfter } from './row-after'

export interface ListKeysProps {
  /** A row is open beside the list: moving opens the next one, and there is something to close. */
  open: boolean
  /** Rows can be chosen. */
  choosable: boolean
}

/** The rows of the page's list: a row leads somewhere by its link whose id begins with `open-`. */
const links = () => [...document.querySelectorAll<HTMLAnchorElement>('tr a[id^="open-"]')]

/** Place of the row that has the focus, else of the one that is open; -1 without either. */
function current(rows: HTMLAnchorElement[]): number {
  const row = document.activeElement?.closest('tr') ?? document.querySelector('tr[aria-current]')
  return rows.findIndex((link) => link.closest('tr') === row)
}

function choose() {
  const row = document.activeElement?.closest('tr')
  const tick = row?.querySelector<HTMLInputElement>('input[type="checkbox"]')
  if (!tick) return false
  tick.click()
}

/** The keys of a list whose rows open beside it, and what they do. They rest while a field has the focus. */
export function ListKeys({ open, choosable }: ListKeysProps) {
  const t = useText()
  const step = (by: number) => {
    const rows = links()
    const next = rows[rowAfter(current(rows), by, rows.length)]
    if (!next) return false
    if (open) next.click()
    else next.focus()
  }
  const close = () => document.querySelector<HTMLAnchorElement>('.drawer a[data-close]')?.click()
  const { on, toggle } = useKeys({
    j: () => step(1),
    k: () => step(-1),
    ...(choosable && { x: choose }),
    ...(open && { escape: close })
  })
  return (
    <div className="list-keys js-only">
      <KeyLegend
        on={on}
        toggle={toggle}
        entries={[
          [['J', 'K'], t('watch:keys.move')],
          ...(choosable ? [[['X'], t('watch:keys.choose')] as const] : []),
          ...(open ? [[['Esc'], t('watch:keys.close')] as const] : [])
        ]}
        off={t('watch:keys.off')}
        onAgain={t('watch:keys.on')}
      />
    </div>
  )
}
