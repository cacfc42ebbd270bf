/** In widths of an average letter. */
const LONGEST = 21
const WIDE = 1.6
/** Wider than others: M, W, @ and %, letters of East Asia, emoji. */
const WIDE_LETTER =
  /[MWmw@%]|[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\uff60]|[\u{1f000}-\u{1faff}]/u

/** A name for a label in the chart, which has no ellipsis of its own and room for so many letters. */
export function short(name: string): string {
  const letters = [...name]
  let width = 0
  let end = 0
  for (const [place, letter] of letters.entries()) {
    width += WIDE_LETTER.test(letter) ? WIDE : 1
    if (width > LONGEST) return `${letters.slice(0, end).join('')}…`
    if (width <= LONGEST - 1) end = place + 1
  }
  return name
}
