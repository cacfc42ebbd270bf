/** The form in which names are searched: without accents and case. */
const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Tells which names hold the words looked for; a blank search finds all. */
export function searchFor(words: string): (name: string) => boolean {
  const wanted = plain(words.trim())
  return wanted === '' ? () => true : (name) => plain(name).includes(wanted)
}
