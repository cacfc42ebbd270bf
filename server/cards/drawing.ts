import { FLAG_LAYERS } from './constants'
import type { Outline } from './letters'

/** A filled or stroked path; `at` is a matrix as in SVG. Colours are ours, never of an input. */
export interface Shape {
  d: string
  fill?: string
  stroke?: { colour: string; width: number }
  at?: readonly [number, number, number, number, number, number]
}

/** A picture of paths alone: letters are outlines, so that no text of an input is markup. */
export interface Drawing {
  width: number
  height: number
  /** The text alternative of the picture. */
  words: string
  language: string
  shapes: Shape[]
}

const moved = (x: number, y: number): Shape['at'] => [1, 0, 0, 1, x, y]

/** A line of text from `x`; `bold` thickens it by so much. */
export const lineAt = (outline: Outline, x: number, y: number, colour: string, bold = 0): Shape => ({
  d: outline.d,
  fill: colour,
  at: moved(x, y),
  ...(bold > 0 && { stroke: { colour, width: bold } })
})

export const centred = (outline: Outline, x: number, y: number, colour: string, bold = 0): Shape =>
  lineAt(outline, x - outline.width / 2, y, colour, bold)

export const rectangle = (x: number, y: number, width: number, height: number, fill: string): Shape => ({
  d: `M${x} ${y}h${width}v${height}h${-width}z`,
  fill
})

interface Rope {
  from: number
  to: number
  /** Height of its ends, and how far it hangs below in the middle. */
  top: number
  sag: number
  scale: number
  colour: string
}

/** A word in signal flags on a line. */
export function hoist(word: string, { from, to, top, sag, scale, colour }: Rope): Shape[] {
  const letters = [...word]
  const [width, step] = [to - from, 26 * scale]
  const rope = `M${from} ${top}Q${from + width / 2} ${top + 2 * sag} ${to} ${top}`
  return [
    { d: rope, stroke: { colour, width: 2 } },
    ...letters.flatMap((letter, place) => {
      const x = from + width / 2 + (place - (letters.length - 1) / 2) * step
      const u = (x - from) / width
      const y = top + 4 * sag * u * (1 - u)
      const tilt = Math.atan((4 * sag * (1 - 2 * u)) / width)
      const [cos, sin] = [Math.cos(tilt) * scale, Math.sin(tilt) * scale]
      const at = [cos, sin, -sin, cos, x - 10 * cos, y - 10 * sin] as const
      return (FLAG_LAYERS[letter] ?? FLAG_LAYERS.Q!).map(([fill, d]) => ({ d, fill, at }))
    })
  ]
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const rounded = (value: number) => Number(value.toFixed(3))

function pathOf({ d, fill, stroke, at }: Shape): string {
  const line = stroke ? ` stroke="${stroke.colour}" stroke-width="${stroke.width}"` : ''
  const matrix = at ? ` transform="matrix(${at.map(rounded).join(' ')})"` : ''
  return `<path fill="${fill ?? 'none'}"${line}${matrix} d="${d}"/>`
}

/** The drawing as SVG, which needs no fonts and loads nothing. */
export function svgOf({ width, height, words, language, shapes }: Drawing): string {
  // Characters that XML does not allow.
  const title = escaped(words.replace(/[^\P{C}\n\t]|\p{Cs}/gu, ' '))
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" xml:lang="${language}"><title>${title}</title>${shapes.map(pathOf).join('')}</svg>`
}
