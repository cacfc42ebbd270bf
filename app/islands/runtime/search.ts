/** The form in which texts are searched: without accents and case. */
const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Tells which texts hold the words looked for; a blank search finds all. */
export function searchFor(words: string): (text: string) => boolean {
  const wanted = plain(words.trim())
  return wanted === '' ? () => true : (text) => plain(text).includes(wanted)
}
