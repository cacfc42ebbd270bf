import type { MouseEvent } from 'react'

/** A click that the page may handle; others, such as into a new tab, are the browser's. */
export const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
