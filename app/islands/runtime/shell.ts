/**
 * The script of every page, at most 2 KB with the boot code (tests/architecture/bundle). All works without
 * it.
 */

/** Keys of local storage that the server reads as cookies (docs/rules/interface.md#keys-of-the-browser). */
const MIRRORED = ['language', 'custom-theme', 'theme']
const LOADER_AFTER = 400
const root = document.documentElement

/** Copies cookies to local storage, and once back when only local storage has the choice. */
function mirror(): void {
  const lost = new URLSearchParams()
  for (const key of MIRRORED) {
    const cookie = new RegExp(`(?:^|; )${key}=([^;]*)`).exec(document.cookie)?.[1]
    const kept = localStorage.getItem(key)
    if (cookie) localStorage.setItem(key, decodeURIComponent(cookie))
    else if (kept) lost.set(key, kept)
  }
  if (!lost.size || !navigator.cookieEnabled) return
  for (const key of lost.keys()) localStorage.removeItem(key)
  location.replace(`/remember?from=${encodeURIComponent(location.pathname + location.search)}&${lost}`)
}

/** Milliseconds that the server's clock is ahead. For a page from the browser's cache, the stored value. */
function clockAhead(): number {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (!navigation?.transferSize) return Number(sessionStorage.getItem('ahead'))
  const ahead = Number(root.dataset.now) - performance.timeOrigin - navigation.responseStart
  sessionStorage.setItem('ahead', `${ahead}`)
  return ahead
}

/** Counts down each `<time data-until>`; `data-then="reload"` reloads the page at zero. */
function tick(): void {
  for (const time of document.querySelectorAll<HTMLElement>('[data-until]')) {
    const left = Math.max(0, Math.floor((Number(time.dataset.until) - Date.now() - ahead) / 1000))
    const two = (value: number) => `${value % 60}`.padStart(2, '0')
    const days = [Math.floor(left / 86400), Math.floor(left / 3600) % 24]
    time.textContent = days[0]
      ? time.textContent!.replace(/\d+/g, () => `${days.shift()}`)
      : `${Math.floor(left / 3600)}:${two(Math.floor(left / 60))}:${two(left)}`
    if (left > 0) continue
    delete time.dataset.until
    // Random, so that many clients do not reload in the same second.
    if (time.dataset.then) setTimeout(() => location.reload(), 500 + Math.random() * 3000)
  }
}

/** Scrolls rows of tabs to the current one, also after a resize; not after the reader touched the row. */
function centre(): void {
  const middle = (element: Element) => {
    const { left, width } = element.getBoundingClientRect()
    return left + width / 2
  }
  for (const tab of document.querySelectorAll(':is(.tabs,.segmented,.cat-list,.side-nav)>[aria-current]')) {
    const row = tab.parentElement!
    const sized = new ResizeObserver(() => {
      row.scrollLeft += middle(tab) - middle(row)
    })
    sized.observe(tab)
    sized.observe(row)
    for (const touch of ['pointerdown', 'wheel', 'focusin'])
      row.addEventListener(touch, () => sized.disconnect(), { once: true, passive: true })
  }
}

function clearStorage(): void {
  for (const key of Object.keys(localStorage)) if (!MIRRORED.includes(key)) localStorage.removeItem(key)
  sessionStorage.clear()
  navigator.serviceWorker?.controller?.postMessage('clear')
}

let waiting: ReturnType<typeof setTimeout> | undefined
function loader(shown: boolean): void {
  clearTimeout(waiting)
  const panel = document.getElementById('loader')
  if (shown) waiting = setTimeout(() => panel?.removeAttribute('hidden'), LOADER_AFTER)
  else panel?.setAttribute('hidden', '')
}

function copy(button: HTMLElement): void {
  const text = document.getElementById(button.dataset.copy!)!
  const done = () => {
    const label = button.lastElementChild!
    const before = label.textContent
    if (before === button.dataset.done) return
    label.textContent = button.dataset.done!
    setTimeout(() => (label.textContent = before), 2000)
  }
  getSelection()?.selectAllChildren(text)
  const byHand = () => document.execCommand('copy') && done()
  // Absent without https.
  if (navigator.clipboard) navigator.clipboard.writeText(text.textContent ?? '').then(done, byHand)
  else byHand()
}

function palette(event: Event): void {
  event.preventDefault()
  import('../scripts/palette/open').then(
    (module) => module.open(),
    () => location.assign('/Search')
  )
}

function openQuestion(event: Event, path: string): void {
  event.preventDefault()
  import('../scripts/question/open').then(
    (module) => module.open(path),
    () => location.assign(path)
  )
}

addEventListener('click', (event) => {
  const target = event.target as Element
  const plain = !event.button && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
  const question = target.closest<HTMLElement>('[data-ask]')
  if (question) openQuestion(event, question.dataset.ask!)
  if (plain && target.closest('[data-palette]')) palette(event)
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('.disclosure-menu[open]'))
    if (!menu.contains(target)) menu.open = false
  const button = target.closest<HTMLElement>('[data-copy],[data-reveal]')
  if (button?.dataset.copy) copy(button)
  else if (button) {
    const field = document.getElementById(button.dataset.reveal!) as HTMLInputElement
    const shown = field.type === 'password'
    field.type = shown ? 'text' : 'password'
    button.setAttribute('aria-pressed', `${shown}`)
  }
  const link = target.closest('a')
  const leads = link && plain && !event.defaultPrevented
  if (leads && link.origin === location.origin && !link.target && !link.hasAttribute('download')) {
    const samePage = link.pathname === location.pathname && link.search === location.search && link.hash
    if (!samePage) loader(true)
  }
})
addEventListener('submit', (event) => {
  if ((event.target as Element).hasAttribute('data-clear-cache')) clearStorage()
  if (!event.defaultPrevented) loader(true)
})
addEventListener('keydown', (event) => {
  if (event.key === 'k' && (event.ctrlKey || event.metaKey)) palette(event)
  if (event.key !== 'Escape') return
  loader(false)
  const menu = document.querySelector<HTMLDetailsElement>('.disclosure-menu[open]')
  if (!menu) return
  menu.open = false
  menu.querySelector('summary')?.focus()
})
addEventListener('pageshow', () => loader(false))
// Chromium may check the consent to view transitions before a late style sheet applies, and reports an error.
addEventListener('unhandledrejection', (event) => {
  if (/ViewTransition opt-in/.test((event.reason as Error | null)?.message ?? '')) event.preventDefault()
})

const ahead = clockAhead()
root.dataset.ahead = `${ahead}`
mirror()
centre()
if (document.querySelector('[data-until]')) setInterval(tick, 1000)
if (document.querySelector('[data-local]')) void import('../scripts/local-times/show')
