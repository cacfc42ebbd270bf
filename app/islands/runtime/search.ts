import { foldText } from '~/server/platform/folding'

/** Predicate for texts that contain the words; blank words match all. */
export function searchFor(words: string): (text: string) => boolean {
  const wanted = foldText(words.trim())
  return wanted === '' ? () => true : (text) => foldText(text).includes(wanted)
}
