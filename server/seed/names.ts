import { TEAM_NAME_MAX } from '~/server/teams/contract'

/** Control characters, direction marks, and spaces of no width; the joiners of emoji stay. */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu

/** Half of a surrogate pair. */
const HALF = /\p{Cs}/gu

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Text that Postgres and a page can hold: whole characters only, nothing that steers the text around it. */
export const cleanText = (text: string): string => text.replace(HALF, '\ufffd').replace(UNSAFE, '')

/** Text of several lines: only what Postgres cannot hold goes. */
export const storable = (text: string): string => text.replace(HALF, '\ufffd').replaceAll('\0', '')

/** The text's beginning, at most `max` code points, never half of an emoji or an accented letter. */
export function cut(text: string, max: number): string {
  if ([...text].length <= max) return text
  let kept = ''
  let size = 0
  for (const { segment } of graphemes.segment(text)) {
    size += [...segment].length
    if (size > max) break
    kept += segment
  }
  return kept === '' ? [...text].slice(0, max).join('') : kept
}

/**
 * Gives out names that differ: a name that is taken, by its `key`, gets a number behind it.
 * @param max most code points of a name, number included
 */
export function uniqueNames(max: number, key: (name: string) => string): (wanted: string) => string {
  const taken = new Set<string>()
  const numbers = new Map<string, number>()
  return (wanted) => {
    const plain = cut(wanted, max)
    let name = plain
    let number = numbers.get(key(plain)) ?? 1
    while (taken.has(key(name))) {
      const tail = ` (${++number})`
      name = cut(plain, max - tail.length) + tail
    }
    numbers.set(key(plain), number)
    taken.add(key(name))
    return name
  }
}

/**
 * Team names for an event, one for each distinct name of the file, in order. Names stay as the file has them, in
 * case, spaces and script, except where they are too long or hold what nobody can see; of two that become equal that
 * way, the changed one gets a number, wherever it stands: results are looked up by the name that is right as it is.
 */
export function teamNames(fileNames: string[]): string[] {
  const unique = uniqueNames(TEAM_NAME_MAX, (name) => name)
  const names = fileNames.map((name, index) => {
    const clean = cleanText(name)
    return /\S/.test(clean) ? cut(clean, TEAM_NAME_MAX) : `Team ${index + 1}`
  })
  const kept = new Set(fileNames.filter((name, index) => name === names[index]))
  for (const name of kept) unique(name)
  return names.map((name, index) => (name === fileNames[index] ? name : unique(name)))
}
