import { useEffect, useState } from 'react'
import { uiStyles } from '~/app/ui/styles'
import type { Tip } from '~/app/ui/Tip'

interface Shown {
  Tip: typeof Tip
  text: string
  target: { current: Element }
  leave(): void
}

const TIP_DELAY_MS = 400

/** Browsers show titles to a mouse only. */
const ICON = '.table [title], .table [data-tip]'

/** Takes the title away, so that the browser does not show it too. Icons also have an accessible name. */
function wordsOf(element: HTMLElement): string {
  if (element.title) {
    element.dataset.tip = element.title
    if (!element.ariaLabel && !element.textContent?.trim()) element.ariaLabel = element.title
    element.removeAttribute('title')
  }
  return element.dataset.tip ?? ''
}

/** Tooltip of the icon under pointer or focus; null for none. */
export function useTip(): Shown | null {
  const [shown, setShown] = useState<Shown | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let at: HTMLElement | null = null
    const leave = () => {
      clearTimeout(timer)
      at = null
      setShown(null)
    }
    const show = async (target: HTMLElement, text: string) => {
      const loaded = await Promise.all([import('~/app/ui/Tip'), uiStyles()]).catch(() => null)
      if (loaded && at === target) setShown({ Tip: loaded[0].Tip, text, target: { current: target }, leave })
    }
    const come = (event: Event) => {
      const target = (event.target as Element).closest<HTMLElement>(ICON)
      // The pointer may move onto the tooltip.
      if (target === at || (event.target as Element).closest('.tip')) return
      leave()
      if (!target) return
      if (event.type === 'focusin' && !target.matches(':focus-visible')) return
      at = target
      timer = setTimeout(show, event.type === 'focusin' ? 0 : TIP_DELAY_MS, target, wordsOf(target))
    }
    const pressed = (event: KeyboardEvent) => event.key === 'Escape' && leave()
    addEventListener('pointerover', come)
    addEventListener('focusin', come)
    addEventListener('pointerdown', leave)
    addEventListener('keydown', pressed)
    return () => {
      leave()
      removeEventListener('pointerover', come)
      removeEventListener('focusin', come)
      removeEventListener('pointerdown', leave)
      removeEventListener('keydown', pressed)
    }
  }, [])
  return shown
}
