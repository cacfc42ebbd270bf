import { folded } from '~/server/platform/folding'

/** Tells which texts hold the words looked for; a blank search finds all. */
export function searchFor(words: string): (text: string) => boolean {
  const wanted = folded(words.trim())
  return wanted === '' ? () => true : (text) => folded(text).includes(wanted)
}
