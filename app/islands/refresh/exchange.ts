/** The page at this address as it is now. @throws Error when it cannot be had */
export async function pageNow(): Promise<Document> {
  const answer = await fetch(location.href, { headers: { Accept: 'text/html' } })
  // The session has ended, or what was looked at is gone: the browser shows that itself.
  if (answer.redirected || answer.status === 404) location.reload()
  if (!answer.ok) throw new Error(String(answer.status))
  return new DOMParser().parseFromString(await answer.text(), 'text/html')
}

const FIELDS = 'input:not([type=checkbox]), select, textarea'

/** Somebody is in the middle of something there. */
function busy(part: Element): boolean {
  const { activeElement } = part.ownerDocument
  const writing = activeElement !== null && part.contains(activeElement) && activeElement.matches(FIELDS)
  return writing || part.querySelector(':popover-open, details[open] form') !== null
}

/**
 * Puts the parts of `fresh` that are marked `data-fresh` in the place of those in `page`. What is ticked stays ticked, and
 * the focus stays on what has the same id. Parts in which somebody does something stay as they are.
 */
export function exchange(page: Document, fresh: Document): void {
  for (const part of page.querySelectorAll<HTMLElement>('[data-fresh]')) {
    const next = fresh.querySelector<HTMLElement>(`[data-fresh="${part.dataset.fresh}"]`)
    if (!next || busy(part)) continue
    const ticked = new Set(
      [...part.querySelectorAll<HTMLInputElement>('input[type=checkbox]:checked')].map(({ value }) => value)
    )
    const focused = part.contains(page.activeElement) ? page.activeElement?.id : ''
    for (const box of next.querySelectorAll<HTMLInputElement>('input[type=checkbox]'))
      box.checked ||= ticked.has(box.value)
    part.replaceWith(page.adoptNode(next))
    if (focused) page.getElementById(focused)?.focus({ preventScroll: true })
  }
}
