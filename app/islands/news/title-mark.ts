/** The title of the page without the mark; null while there is none. */
let plain: string | null = null
let unseen = 0

/** Counts news in the tab's title while the page is hidden; showing the page removes the count. */
export function markTitle(): void {
  if (!document.hidden) return
  if (plain === null) {
    plain = document.title
    document.addEventListener('visibilitychange', unmark)
  }
  unseen += 1
  document.title = `(${unseen}) ${plain}`
}

function unmark(): void {
  if (document.hidden || plain === null) return
  document.removeEventListener('visibilitychange', unmark)
  document.title = plain
  plain = null
  unseen = 0
}
