import { useLocale } from '../runtime/words/text'
import { useRowMenu } from './use-row-menu'
import { useTip } from './use-tip'

/**
 * For the tables of a page: the menus of their rows get arrows and letters, and what icons are called shows for the
 * keyboard too. Both are fetched when the first of them is asked for; without script they are the browser's own.
 */
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
