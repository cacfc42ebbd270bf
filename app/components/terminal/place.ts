/** Where a terminal is in the page: a modal dialog makes everything unusable that is not in it. */

/** The modal dialog that lies on top, those in `host` aside; the page itself where there is none. */
function topBeside(host: HTMLElement): HTMLElement {
  const dialogs = [...document.querySelectorAll<HTMLElement>('dialog:modal')]
  return dialogs.findLast((dialog) => !host.contains(dialog)) ?? document.body
}

/**
 * Puts `host` into the page, and keeps it on top from then on: it moves into a dialog that opens, and out of one that goes.
 * `moved` is called after each move. Answers how to take it out again.
 */
export function keepOnTop(host: HTMLElement, moved: () => void): () => void {
  const place = () => {
    const top = topBeside(host)
    if (host.parentElement === top) return
    top.append(host)
    moved()
  }
  place()
  const watch = new MutationObserver(place)
  watch.observe(document.body, {
    ...{ childList: true, subtree: true },
    ...{ attributes: true, attributeFilter: ['open'] }
  })
  return () => {
    watch.disconnect()
    host.remove()
  }
}
