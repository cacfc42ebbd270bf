/** A colour and a path. */
type FlagLayer = readonly [colour: string, shape: string]

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

/** International signal flags: layers of a field of 20 by 20, bottom first. */
export const FLAG_LAYERS: Record<string, readonly FlagLayer[]> = {
  A: [
    [WHITE, LEFT],
    [BLUE, 'M10 0h10l-4 10 4 10H10z']
  ],
  B: [[RED, 'M0 0h20l-5 10 5 10H0z']],
  C: [
    [BLUE, 'M0 0h20v4H0zM0 16h20v4H0z'],
    [WHITE, 'M0 4h20v4H0zM0 12h20v4H0z'],
    [RED, 'M0 8h20v4H0z']
  ],
  D: [
    [YELLOW, FIELD],
    [BLUE, 'M0 5h20v10H0z']
  ],
  E: [
    [BLUE, 'M0 0h20v10H0z'],
    [RED, 'M0 10h20v10H0z']
  ],
  F: [
    [WHITE, FIELD],
    [RED, 'M10 0 20 10 10 20 0 10z']
  ],
  G: [
    [YELLOW, FIELD],
    [BLUE, 'M3.33 0h3.34v20H3.33zM10 0h3.34v20H10zM16.67 0H20v20h-3.33z']
  ],
  H: [
    [WHITE, LEFT],
    [RED, RIGHT]
  ],
  I: [
    [YELLOW, FIELD],
    [BLACK, 'M5 10a5 5 0 1 0 10 0a5 5 0 1 0-10 0']
  ],
  J: [
    [BLUE, FIELD],
    [WHITE, 'M0 6.67h20v6.67H0z']
  ],
  K: [
    [YELLOW, LEFT],
    [BLUE, RIGHT]
  ],
  L: [
    [YELLOW, FIELD],
    [BLACK, 'M10 0h10v10H10zM0 10h10v10H0z']
  ],
  M: [
    [BLUE, FIELD],
    [WHITE, SALTIRE]
  ],
  N: [
    [WHITE, FIELD],
    [
      BLUE,
      'M0 0h5v5H0zM0 10h5v5H0zM5 5h5v5H5zM5 15h5v5H5zM10 0h5v5h-5zM10 10h5v5h-5zM15 5h5v5h-5zM15 15h5v5h-5z'
    ]
  ],
  O: [
    [RED, 'M0 0h20v20z'],
    [YELLOW, 'M0 0v20h20z']
  ],
  P: [
    [BLUE, FIELD],
    [WHITE, SQUARE]
  ],
  Q: [[YELLOW, FIELD]],
  R: [
    [RED, FIELD],
    [YELLOW, 'M8 0h4v8h8v4h-8v8H8v-8H0V8h8z']
  ],
  S: [
    [WHITE, FIELD],
    [BLUE, SQUARE]
  ],
  T: [
    [RED, 'M0 0h6.67v20H0z'],
    [WHITE, 'M6.67 0h6.67v20H6.67z'],
    [BLUE, 'M13.34 0H20v20h-6.66z']
  ],
  U: [
    [WHITE, FIELD],
    [RED, 'M0 0h10v10H0zM10 10h10v10H10z']
  ],
  V: [
    [WHITE, FIELD],
    [RED, SALTIRE]
  ],
  W: [
    [BLUE, FIELD],
    [WHITE, 'M4 4h12v12H4z'],
    [RED, 'M7.5 7.5h5v5h-5z']
  ],
  X: [
    [WHITE, FIELD],
    [BLUE, CROSS]
  ],
  Y: [
    [YELLOW, FIELD],
    [RED, 'M0 0h4L0 4zM8 0h4L0 12V8zM16 0h4L0 20v-4zM20 4v4L8 20H4zM20 12v4l-4 4h-4z']
  ],
  Z: [
    [BLACK, 'M0 0 10 10 0 20z'],
    [YELLOW, 'M0 0h20L10 10z'],
    [BLUE, 'M20 0v20L10 10z'],
    [RED, 'M0 20h20L10 10z']
  ]
}
const LETTERS = Object.keys(FLAG_LAYERS)

/** The same in every process and version, so that a name keeps its colours: 32 bits, unsigned. */
export function nameHash(name: string): number {
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
  return latinLetters(name)[0] ?? LETTERS[nameHash(name) % LETTERS.length]!
}
