import { useText } from '~/app/i18n/text'
import { KeyLegend } from '../runtime/KeyLegend'
import { useKeys } from '../runtime/use-keys'
import { rowAfter } from './row-after'

interface ListKeysProps {
  open: boolean
  choosable: boolean
}

/** Rows of the list: those with a link whose id begins with `open-`. */
const links = () => [...document.querySelectorAll<HTMLAnchorElement>('tr a[id^="open-"]')]

/** Index of the focused row, else of the open one; -1 without either. */
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

/** Keys of a list whose rows open beside it. Off while a field has the focus. */
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
