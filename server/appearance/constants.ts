export const SCHEMES = ['light', 'dark'] as const
export type Scheme = (typeof SCHEMES)[number]

/** The colours that an operator can set, by their names on the page (docs/rules/appearance.md#colours). */
export const TOKENS = {
  page: ['--bg'],
  bar: ['--bar'],
  surface: ['--surface', '--overlay'],
  raised: ['--surface-2'],
  strong: ['--surface-3'],
  sunken: ['--well', '--field'],
  text: ['--text'],
  muted: ['--text-2'],
  faint: ['--text-3'],
  control: ['--line-control']
} as const satisfies Record<string, readonly `--${string}`[]>
export type Token = keyof typeof TOKENS
export const TOKEN_NAMES = Object.keys(TOKENS) as Token[]

/** Colours by name; the accent is a hue, whose lightness stays the platform's. Absent: built in. */
export type Palette = Partial<Record<Token | 'accent', string>>

/** Characters. */
export const APPEARANCE_LIMITS = { text: 8192, css: 32_768 } as const
