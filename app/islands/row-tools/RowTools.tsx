import { useLocale } from '~/app/i18n/text'
import { useRowMenu } from './use-row-menu'
import { useTip } from './use-tip'

/** Keyboard menus and tooltips for tables, loaded on first use; without script the browser's own work. */
export function RowTools() {
  const locale = useLocale()
  const menu = useRowMenu()
  const tip = useTip()
  return (
    <>
      {menu && <menu.Menu key={menu.key} locale={locale} {...menu.props} />}
      {tip && !menu && <tip.Tip key={tip.text} locale={locale} {...tip} />}
    </>
  )
}
