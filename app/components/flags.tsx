/** International signal flags. Teams, players and games without an image show them. */
import type { ReactNode } from 'react'

const WHITE = '#eef0f1'
const BLUE = '#2b5fa8'
const RED = '#c8383f'
const YELLOW = '#e8bf3a'
const BLACK = '#1c2229'

const FIELD = 'M0 0h20v20H0z'
const LEFT = 'M0 0h10v20H0z'
const RIGHT = 'M10 0h10v20H10z'
const SQUARE = 'M6.5 6.5h7v7h-7z'
const CROSS = 'M7.5 0h5v7.5H20v5h-7.5V20h-5v-7.5H0v-5h7.5z'
const SALTIRE = 'M0 0h3l7 7 7-7h3v3l-7 7 7 7v3h-3l-7-7-7 7H0v-3l7-7-7-7z'

const paint = (...layers: [colour: string, shape: string][]): ReactNode => (
  <>
    {layers.map(([colour, shape]) => (
      <path key={colour + shape} fill={colour} d={shape} />
    ))}
  </>
)

const FLAGS: Record<string, ReactNode> = {
  A: paint([WHITE, LEFT], [BLUE, 'M10 0h10l-4 10 4 10H10z']),
  B: paint([RED, 'M0 0h20l-5 10 5 10H0z']),
  C: paint([BLUE, 'M0 0h20v4H0zM0 16h20v4H0z'], [WHITE, 'M0 4h20v4H0zM0 12h20v4H0z'], [RED, 'M0 8h20v4H0z']),
  D: paint([YELLOW, FIELD], [BLUE, 'M0 5h20v10H0z']),
  E: paint([BLUE, 'M0 0h20v10H0z'], [RED, 'M0 10h20v10H0z']),
  F: paint([WHITE, FIELD], [RED, 'M10 0 20 10 10 20 0 10z']),
  G: paint([YELLOW, FIELD], [BLUE, 'M3.33 0h3.34v20H3.33zM10 0h3.34v20H10zM16.67 0H20v20h-3.33z']),
  H: paint([WHITE, LEFT], [RED, RIGHT]),
  I: paint([YELLOW, FIELD], [BLACK, 'M5 10a5 5 0 1 0 10 0a5 5 0 1 0-10 0']),
  J: paint([BLUE, FIELD], [WHITE, 'M0 6.67h20v6.67H0z']),
  K: paint([YELLOW, LEFT], [BLUE, RIGHT]),
  L: paint([YELLOW, FIELD], [BLACK, 'M10 0h10v10H10zM0 10h10v10H0z']),
  M: paint([BLUE, FIELD], [WHITE, SALTIRE]),
  N: paint(
    [WHITE, FIELD],
    [
      BLUE,
      'M0 0h5v5H0zM0 10h5v5H0zM5 5h5v5H5zM5 15h5v5H5zM10 0h5v5h-5zM10 10h5v5h-5zM15 5h5v5h-5zM15 15h5v5h-5z'
    ]
  ),
  O: paint([RED, 'M0 0h20v20z'], [YELLOW, 'M0 0v20h20z']),
  P: paint([BLUE, FIELD], [WHITE, SQUARE]),
  Q: paint([YELLOW, FIELD]),
  R: paint([RED, FIELD], [YELLOW, 'M8 0h4v8h8v4h-8v8H8v-8H0V8h8z']),
  S: paint([WHITE, FIELD], [BLUE, SQUARE]),
  T: paint([RED, 'M0 0h6.67v20H0z'], [WHITE, 'M6.67 0h6.67v20H6.67z'], [BLUE, 'M13.34 0H20v20h-6.66z']),
  U: paint([WHITE, FIELD], [RED, 'M0 0h10v10H0zM10 10h10v10H10z']),
  V: paint([WHITE, FIELD], [RED, SALTIRE]),
  W: paint([BLUE, FIELD], [WHITE, 'M4 4h12v12H4z'], [RED, 'M7.5 7.5h5v5h-5z']),
  X: paint([WHITE, FIELD], [BLUE, CROSS]),
  Y: paint(
    [YELLOW, FIELD],
    [RED, 'M0 0h4L0 4zM8 0h4L0 12V8zM16 0h4L0 20v-4zM20 4v4L8 20H4zM20 12v4l-4 4h-4z']
  ),
  Z: paint(
    [BLACK, 'M0 0 10 10 0 20z'],
    [YELLOW, 'M0 0h20L10 10z'],
    [BLUE, 'M20 0v20L10 10z'],
    [RED, 'M0 20h20L10 10z']
  )
}
const LETTERS = Object.keys(FLAGS)

export function hashOf(name: string): number {
  let hash = 0
  for (const char of name) hash = (hash * 31 + char.codePointAt(0)!) >>> 0
  return hash
}

/** The Latin letters of a text, capitals without accents. */
export function latinLetters(text: string): string[] {
  return [
    ...text
      .normalize('NFKD')
      .toUpperCase()
      .replace(/[^A-Z]/g, '')
  ]
}

/** First Latin letter of a name; for other scripts a letter chosen by its hash. */
export function flagLetter(name: string): string {
  return latinLetters(name)[0] ?? LETTERS[hashOf(name) % LETTERS.length]!
}

/** Shapes of one letter A–Z, for the inside of an svg element. */
export const flagOf = (letter: string): ReactNode => FLAGS[letter] ?? FLAGS.Q

interface HoistProps {
  word: string
  label: string
  className?: string
  size?: 'login' | 'sign' | 'single'
}

const HOISTS = {
  login: { width: 560, height: 82, top: 6, sag: 104, step: 56, scale: 1.7 },
  sign: { width: 640, height: 102, top: 8, sag: 136, step: 74, scale: 2.2 },
  single: { width: 120, height: 80, top: 8, sag: 32, step: 60, scale: 2.4 }
}

export function Hoist({ word, label, className = 'hoist-word', size = 'sign' }: HoistProps) {
  const { width, height, top, sag, step, scale } = HOISTS[size]
  const letters = [...word]
  return (
    <svg className={className} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <path
        d={`M0 ${top}Q${width / 2} ${top + sag / 2} ${width} ${top}`}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
      />
      {letters.map((letter, index) => {
        const x = width / 2 + (index - (letters.length - 1) / 2) * step
        const u = x / width
        const y = top + sag * u * (1 - u)
        const tilt = Math.atan((sag * (1 - 2 * u)) / width) * (180 / Math.PI) * 0.9
        const at = `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${tilt.toFixed(2)}) scale(${scale}) translate(-10 .6)`
        return (
          <g key={at} transform={at}>
            {flagOf(letter)}
          </g>
        )
      })}
    </svg>
  )
}
