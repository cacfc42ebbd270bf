/** Keeps a terminal usable while a modal dialog makes the rest of the page inert. */

/** The topmost modal dialog outside of `host`; the page itself without one. */
function topBeside(host: HTMLElement): HTMLElement {
  const dialogs = [...document.querySelectorAll<HTMLElement>('dialog:modal')]
  return dialogs.findLast((dialog) => !host.contains(dialog)) ?? document.body
}

/** Keeps `host` in the topmost dialog, or the page. Returns a function that removes it. */
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
