import { useRef } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Menu, MenuItem } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { useFocusInside } from './use-focus-inside'

export interface RowMenuProps {
  locale: string
  label: string
  trigger: React.RefObject<Element>
  items: readonly { id: string; text: string; href?: string; danger: boolean }[]
  run(id: string): void
  leave(): void
}

/** An open menu: arrows and letters choose, Enter runs, Escape closes. */
export function RowMenu({ locale, label, trigger, items, run, leave }: RowMenuProps) {
  const menu = useRef<HTMLDivElement>(null)
  useFocusInside(menu, '[role=menuitem]')
  return (
    <I18nProvider locale={locale}>
      <Popover
        className="popover"
        aria-label={label}
        triggerRef={trigger}
        isOpen
        onOpenChange={leave}
        placement="bottom end"
        offset={4}
      >
        <Menu
          className="menu row-menu-list"
          ref={menu}
          aria-label={label}
          autoFocus="first"
          items={items}
          onAction={(id) => run(String(id))}
          onClose={leave}
        >
          {({ id, text, href, danger }) => (
            <MenuItem id={id} href={href} className={danger ? 'danger' : ''}>
              {text}
            </MenuItem>
          )}
        </Menu>
      </Popover>
    </I18nProvider>
  )
}
