import type { Scheme } from './constants'

type Oklch = readonly [lightness: number, chroma: number, hue: number]
type Pair = Record<Scheme, Oklch>

const pair = (light: Oklch, dark: Oklch): Pair => ({ light, dark })

/** Built-in colours that a check needs, as in app/styles/tokens.css; a test compares them. */
export const SURFACES = {
  '--bg': pair([0.953, 0.007, 235], [0.168, 0.011, 240]),
  '--bar': pair([1, 0, 0], [0.168, 0.011, 240]),
  '--surface': pair([1, 0, 0], [0.198, 0.012, 240]),
  '--surface-2': pair([0.968, 0.005, 235], [0.231, 0.013, 240]),
  '--surface-3': pair([0.915, 0.008, 235], [0.275, 0.015, 240]),
  '--overlay': pair([1, 0, 0], [0.214, 0.013, 240]),
  '--well': pair([0.964, 0.005, 235], [0.148, 0.01, 240]),
  '--field': pair([1, 0, 0], [0.148, 0.01, 240]),
  '--ok-soft': pair([0.95, 0.04, 150], [0.262, 0.045, 155]),
  '--warn-soft': pair([0.958, 0.045, 85], [0.272, 0.045, 80]),
  '--bad-soft': pair([0.955, 0.028, 22], [0.262, 0.06, 22]),
  '--info-soft': pair([0.955, 0.026, 240], [0.262, 0.04, 245])
} as const satisfies Record<string, Pair>
export type Surface = keyof typeof SURFACES

/** Colours of text that appears on every surface. */
export const TEXTS = {
  '--text': pair([0.215, 0.018, 240], [0.958, 0.004, 235]),
  '--text-2': pair([0.41, 0.018, 240], [0.795, 0.01, 235]),
  '--text-3': pair([0.475, 0.018, 240], [0.69, 0.012, 235]),
  '--ok': pair([0.47, 0.12, 150], [0.81, 0.15, 152]),
  '--warn': pair([0.48, 0.105, 70], [0.835, 0.13, 82]),
  '--bad': pair([0.5, 0.185, 26], [0.775, 0.135, 24]),
  '--info': pair([0.48, 0.12, 245], [0.805, 0.1, 240])
} as const satisfies Record<string, Pair>

/** Lines of fields and switches, which need 3:1. */
export const CONTROL: Pair = pair([0.575, 0.016, 235], [0.56, 0.016, 240])

/** Text in the accent's hue: fixed lightness, and the most chroma that it may have. */
export const ACCENT_TEXT: Record<Scheme, { lightness: number; chroma: number }> = {
  light: { lightness: 0.47, chroma: 0.125 },
  dark: { lightness: 0.82, chroma: 0.115 }
}
