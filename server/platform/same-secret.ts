import { hash, timingSafeEqual } from 'node:crypto'

const digest = (text: string) => hash('sha256', text, 'buffer')

/** Compares in a time that reveals neither the difference nor the lengths. */
export const sameSecret = (given: string, right: string): boolean =>
  timingSafeEqual(digest(given), digest(right))
