import { nameKey } from '~/server/accounts'
import { MAX_TEAM_NAME_LENGTH } from '~/server/teams/contract'

/** Control characters, direction marks and zero-width spaces; joiners of emoji stay. */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu

const HALF = /\p{Cs}/gu

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Text that Postgres and pages can hold, without control of the text around it. */
export const cleanText = (text: string): string => text.replace(HALF, '\ufffd').replace(UNSAFE, '')

/** Removes only what Postgres cannot store. */
export const toStorable = (text: string): string => text.replace(HALF, '\ufffd').replaceAll('\0', '')

/** Cuts a text to `max` code points; never splits an emoji or accented letter. */
export function truncateText(text: string, max: number): string {
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

/** Adds numbers to repeated keys. `max`: code points, number included. */
export function uniqueNames(max: number, key: (name: string) => string): (wanted: string) => string {
  const taken = new Set<string>()
  const numbers = new Map<string, number>()
  return (wanted) => {
    const plain = truncateText(wanted, max)
    let name = plain
    let number = numbers.get(key(plain)) ?? 1
    while (taken.has(key(name))) {
      const tail = ` (${++number})`
      name = truncateText(plain, max - tail.length).trimEnd() + tail
    }
    numbers.set(key(plain), number)
    taken.add(key(name))
    return name
  }
}

/** The key by which names look equal to readers: outer and repeated spaces do not count. */
const seenAs = (name: string) => nameKey(name.trim().replace(/\s+/g, ' '))

/**
 * Team names in order, of which no two look alike (docs/rules/teams.md#team-names). Changes only names that are too long,
 * contain invisible characters or look like an earlier one; the changed one gets a number, because results are looked up by
 * the unchanged name.
 */
export function teamNames(fileNames: string[]): string[] {
  const unique = uniqueNames(MAX_TEAM_NAME_LENGTH, seenAs)
  const names = fileNames.map((name, index) => {
    const clean = cleanText(name)
    return /\S/.test(clean) ? truncateText(clean, MAX_TEAM_NAME_LENGTH) : `Team ${index + 1}`
  })
  const owners = new Map<string, number>()
  for (const [index, name] of names.entries())
    if (name === fileNames[index] && !owners.has(seenAs(name))) owners.set(seenAs(unique(name)), index)
  return names.map((name, index) => (owners.get(seenAs(name)) === index ? name : unique(name)))
}
