import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Font } from 'fontkit'

/** The platform's own letters: Latin, its extensions, Cyrillic. Other scripts are not covered. */
const FONTS = ['inter-latin-wght-normal', 'inter-latin-ext-wght-normal', 'inter-cyrillic-wght-normal']
/** Where fonts lie in a checkout and in a build, which adds a hash to their names. */
const FOLDERS = ['app/styles/fonts', 'build/client/assets']
/** Stands for what the letters do not hold. */
const UNKNOWN = '?'
/** More are never drawn, so that no name is much work. */
const MAX_LETTERS = 300

function fileOf(name: string): string {
  for (const folder of FOLDERS.filter(existsSync)) {
    const file = readdirSync(folder).find((one) => one.startsWith(name) && one.endsWith('.woff2'))
    if (file) return join(folder, file)
  }
  throw new Error(`The font ${name} is in none of ${FOLDERS.join(', ')}`)
}

let fonts: Font[] = []

/** Loads the letters once, before anything is drawn: most processes never draw. */
export async function loadLetters(): Promise<void> {
  if (fonts.length > 0) return
  const { create } = await import('fontkit')
  fonts = FONTS.map((name) => create(readFileSync(fileOf(name))) as Font)
}

const fontOf = (letter: string): Font | undefined =>
  fonts.find((font) => [...letter].every((sign) => font.hasGlyphForCodePoint(sign.codePointAt(0)!)))

/** The letter, or without the accents that the fonts lack, as Vietnamese ones; null for other scripts. */
function shownAs(letter: string): string | null {
  if (fontOf(letter)) return letter
  const bare = letter.normalize('NFD').replace(/\p{M}/gu, '')
  return bare !== '' && fontOf(bare) ? bare : null
}

const segments = new Intl.Segmenter('en', { granularity: 'grapheme' })
const lettersOf = (text: string) => [...segments.segment(text)].map(({ segment }) => segment)

/** Makes one line without control and format characters. */
const plain = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()

/** True if every letter of a text can be drawn. */
export const canDraw = (text: string): boolean =>
  lettersOf(plain(text)).every((letter) => fontOf(letter) !== undefined)

/** A name in letters that can be drawn, `?` for others; `fallback` when that leaves no letter and no digit. */
export function drawable(name: string, fallback: string): string {
  const known = lettersOf(plain(name).slice(0, MAX_LETTERS)).map(shownAs)
  const told = known.filter((letter, place) => letter !== null || known[place - 1] !== null)
  const shown = told.map((letter) => letter ?? UNKNOWN).join('')
  return /[\p{L}\p{N}]/u.test(shown) ? shown : fallback
}

export interface Outline {
  /** SVG path from the origin; the baseline is at y = 0. */
  d: string
  width: number
}

/** Parts of a line that one font draws, so that it can kern them. */
function runsOf(text: string): { font: Font; run: string }[] {
  const runs: { font: Font; run: string }[] = []
  for (const letter of lettersOf(plain(text)).slice(0, MAX_LETTERS)) {
    const shown = shownAs(letter) ?? UNKNOWN
    const font = fontOf(shown)!
    const last = runs.at(-1)
    if (last?.font === font) last.run += shown
    else runs.push({ font, run: shown })
  }
  return runs
}

/** The outlines of a line of text, `size` high; letters that cannot be drawn are `?`. */
export function outlineText(text: string, size: number): Outline {
  let [d, width] = ['', 0]
  for (const { font, run } of runsOf(text)) {
    const { glyphs, positions } = font.layout(run)
    const scale = size / font.unitsPerEm
    for (const [place, glyph] of glyphs.entries()) {
      const { xAdvance, xOffset, yOffset } = positions[place]!
      const x = width + xOffset * scale
      d += glyph.path.transform(scale, 0, 0, -scale, x, -yOffset * scale).toSVG()
      width += xAdvance * scale
    }
  }
  return { d, width }
}

/** A line no wider than `most`: smaller, down to `least`, then cut with an ellipsis. */
export function fitText(text: string, most: number, size: number, least: number): Outline {
  const whole = outlineText(text, size)
  if (whole.width <= most) return whole
  const small = Math.max(least, (size * most) / whole.width)
  const letters = lettersOf(plain(text)).slice(0, MAX_LETTERS)
  const cut = (count: number) =>
    outlineText(count === letters.length ? text : `${letters.slice(0, count).join('').trimEnd()}…`, small)
  let [low, high] = [0, letters.length]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (cut(middle).width <= most + 0.01) low = middle
    else high = middle - 1
  }
  return cut(low)
}

/** Breaks a text between words into lines no wider than `most`; cuts after `lines` lines. */
export function wrapText(text: string, most: number, size: number, lines: number): Outline[] {
  const rows: string[] = []
  for (const word of plain(text).split(' ')) {
    const last = rows.at(-1)
    const longer = last === undefined ? word : `${last} ${word}`
    if (last !== undefined && outlineText(longer, size).width > most) rows.push(word)
    else rows[Math.max(0, rows.length - 1)] = longer
  }
  const kept = rows.slice(0, lines)
  if (rows.length > lines) kept[lines - 1] = `${kept[lines - 1]} ${rows[lines]}`
  return kept.map((row) => fitText(row, most, size, size))
}
