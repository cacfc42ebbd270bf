import { fetchNoticeList, keepList } from './list'

/** Below it the drawer covers the page, and is modal (app/styles/patterns/notices.css). */
const NARROW = '(width < 48rem)'

let close: (() => void) | null = null
let opening = false

/** Opens the list of notices beside the page, or closes it. Leads to the page of notices when that cannot be fetched. */
export async function toggleDrawer(bell: HTMLAnchorElement): Promise<void> {
  if (close) return close()
  if (opening) return
  opening = true
  const list = await fetchNoticeList(bell.href)
  if (list) await styled(list.dataset.style!)
  opening = false
  if (!list) return location.assign(bell.href)
  open(bell, list)
}

function open(bell: HTMLAnchorElement, list: HTMLElement): void {
  const dialog = document.createElement('dialog')
  dialog.className = 'notices-drawer'
  dialog.setAttribute('aria-labelledby', list.getAttribute('aria-labelledby')!)
  const shut = list.querySelector<HTMLElement>('[data-close]')!
  shut.hidden = false
  shut.addEventListener('click', () => close?.())
  dialog.append(list)
  document.body.append(dialog)
  const kept = keepList(list, bell.href)
  const away = new AbortController()
  const { signal } = away
  close = () => {
    close = null
    const returns = dialog.contains(document.activeElement) || document.activeElement === document.body
    kept.stop()
    away.abort()
    dialog.remove()
    bell.setAttribute('aria-expanded', 'false')
    if (returns) bell.focus()
  }
  dialog.addEventListener('cancel', () => close?.())
  dialog.addEventListener('click', (event) => follow(event, kept.turn))
  // Keys of the page below do not act on what the reader does not look at.
  dialog.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return event.stopPropagation()
    event.preventDefault()
    event.stopPropagation()
    close?.()
  })
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape' && !document.querySelector('dialog:modal')) close?.()
    },
    { signal }
  )
  document.addEventListener(
    'click',
    ({ target }) => {
      const element = target as Element
      // A line that was pressed may be gone by now.
      if (element.isConnected && !dialog.contains(element) && !element.closest('.toasts, [data-bell]'))
        close?.()
    },
    { signal, capture: true }
  )
  if (matchMedia(NARROW).matches) dialog.showModal()
  else dialog.show()
  shut.focus()
  bell.setAttribute('aria-expanded', 'true')
}

/** Tabs and older notices are shown in the drawer; other links lead where they say. */
async function follow(event: MouseEvent, turn: (next: HTMLElement, href: string) => void): Promise<void> {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-view]')
  if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  const next = await fetchNoticeList(link.href)
  if (next) turn(next, link.href)
  else location.assign(link.href)
}

/** Adds the style sheet of the list once; resolves when it is loaded, or failed. */
function styled(href: string): Promise<unknown> {
  const { head } = document
  if (head.querySelector(`link[rel=stylesheet][href="${CSS.escape(href)}"]`)) return Promise.resolve()
  return new Promise((resolve) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
    link.onload = resolve
    link.onerror = resolve
    head.append(link)
  })
}
