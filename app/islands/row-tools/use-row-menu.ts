import { type ComponentProps, useEffect, useState } from 'react'
import type { RowMenu } from '~/app/ui/RowMenu'
import { uiStyles } from '~/app/ui/styles'

interface Opened {
  key: string
  Menu: typeof RowMenu
  props: Omit<ComponentProps<typeof RowMenu>, 'locale'>
}

const entriesOf = (button: HTMLElement) => [
  ...(document.getElementById(button.dataset.menu ?? '')?.querySelectorAll<HTMLElement>('a, button') ?? [])
]

const itemOf = (entry: HTMLElement, index: number) => ({
  id: String(index),
  text: entry.textContent?.trim() ?? '',
  href: entry instanceof HTMLAnchorElement ? entry.href : undefined,
  danger: entry.classList.contains('danger')
})

/**
 * The menu that was opened, for the island to render; null while none is. Where its code cannot be loaded, the native
 * popover opens.
 */
export function useRowMenu(): Opened | null {
  const [opened, setOpened] = useState<Opened | null>(null)
  useEffect(() => {
    const open = async (button: HTMLElement) => {
      const loading = Promise.all([import('~/app/ui/RowMenu'), uiStyles()]).catch(() => null)
      const loaded = await loading
      // Loading failed, such as offline: opens the native popover.
      if (!loaded) return document.getElementById(button.dataset.menu ?? '')?.togglePopover()
      const entries = entriesOf(button)
      const leave = () => setOpened(null)
      const run = (id: string) => {
        leave()
        const entry = entries[Number(id)]
        // After the menu has returned the focus, so that a confirmation takes it from there.
        if (entry instanceof HTMLButtonElement)
          requestAnimationFrame(() => requestAnimationFrame(() => entry.click()))
      }
      const label = button.getAttribute('aria-label') ?? ''
      const props = { label, trigger: { current: button }, items: entries.map(itemOf), run, leave }
      setOpened({ key: button.dataset.menu ?? '', Menu: loaded[0].RowMenu, props })
    }
    const clicked = (event: MouseEvent) => {
      const button = (event.target as Element).closest<HTMLElement>('[data-menu]')
      if (!button) return
      event.preventDefault()
      void open(button)
    }
    addEventListener('click', clicked)
    return () => removeEventListener('click', clicked)
  }, [])
  return opened
}
