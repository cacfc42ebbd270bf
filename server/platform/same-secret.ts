import { hash, timingSafeEqual } from 'node:crypto'

const digest = (text: string) => hash('sha256', text, 'buffer')

/** Whether two texts are the same, in a time that tells nothing of where they differ, nor of the length of either. */
export const sameSecret = (given: string, right: string): boolean =>
  timingSafeEqual(digest(given), digest(right))
