import type { MouseEvent } from 'react'

/** A click on a link that the page may follow itself; any other, such as one that opens a tab, is the browser's. */
export const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
