/** Fetches the present page. @throws Error when that fails */
export async function pageNow(): Promise<Document> {
  const answer = await fetch(location.href, { headers: { Accept: 'text/html' } })
  // The session ended or the page was deleted: the browser shows that.
  if (answer.redirected || answer.status === 404) location.reload()
  if (!answer.ok) throw new Error(String(answer.status))
  return new DOMParser().parseFromString(await answer.text(), 'text/html')
}

const FIELDS = 'input:not([type=checkbox]), select, textarea'

/** True if the reader is using the part. */
function busy(part: Element): boolean {
  const { activeElement } = part.ownerDocument
  const writing = activeElement !== null && part.contains(activeElement) && activeElement.matches(FIELDS)
  return writing || part.querySelector(':popover-open, details[open] form') !== null
}

/** Identifies the focused element, to find it in the new part. */
function focusIn(part: HTMLElement): string | null {
  const focused = part.ownerDocument.activeElement
  if (!focused || !part.contains(focused)) return null
  const href = focused.getAttribute('href')
  return focused.id ? `#${CSS.escape(focused.id)}` : href ? `a[href="${CSS.escape(href)}"]` : '#main'
}

/** Replaces marked parts. Keeps ticks, the focus by id or address, and parts in use. */
export function replaceMarked(page: Document, fresh: Document, mark: 'fresh' | 'standing' = 'fresh'): void {
  for (const part of page.querySelectorAll<HTMLElement>(`[data-${mark}]`)) {
    const next = fresh.querySelector<HTMLElement>(`[data-${mark}="${part.dataset[mark]}"]`)
    if (!next || busy(part) || next.isEqualNode(part)) continue
    const ticked = new Set(
      [...part.querySelectorAll<HTMLInputElement>('input[type=checkbox]:checked')].map(({ value }) => value)
    )
    const focused = focusIn(part)
    for (const box of next.querySelectorAll<HTMLInputElement>('input[type=checkbox]'))
      box.checked ||= ticked.has(box.value)
    part.replaceWith(page.adoptNode(next))
    if (focused)
      (next.querySelector<HTMLElement>(focused) ?? page.querySelector<HTMLElement>(focused))?.focus({
        preventScroll: true
      })
  }
}
