import { type Palette, SCHEMES, type Scheme, TOKEN_NAMES, TOKENS, type Token } from './constants'
import { ACCENT_TEXT, CONTROL, SURFACES, type Surface, TEXTS } from './palette'

type Rgb = readonly [number, number, number]

const clipped = (value: number) => Math.min(1, Math.max(0, value))

/** Linear sRGB of an OKLCH colour; what no screen shows is clipped. */
function ofOklch([lightness, chroma, hue]: readonly [number, number, number]): Rgb {
  const angle = (hue * Math.PI) / 180
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)]
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    clipped(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    clipped(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    clipped(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short)
  ]
}

/** Linear sRGB of `#rrggbb`. */
function ofHex(hex: string): Rgb {
  const part = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [part(1), part(3), part(5)]
}

const luminance = ([red, green, blue]: Rgb) => 0.2126 * red + 0.7152 * green + 0.0722 * blue

/** Contrast of two colours by WCAG 2.2, from 1 to 21. */
function contrastOf(one: Rgb, other: Rgb): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

/** Hues that stand for all that readers may choose as their accent. */
const HUES = Array.from({ length: 24 }, (_, n) => n * 15)

interface Colour {
  /** The name of a colour of the platform or of the built-in palette. */
  name: string
  rgb: Rgb
  /** Set by the palette that is checked. */
  own: boolean
  /** The built-in colour. */
  built: Rgb
}

function coloursOf(palette: Palette, scheme: Scheme) {
  const set = new Map<string, string>()
  for (const name of TOKEN_NAMES)
    for (const token of TOKENS[name]) if (palette[name]) set.set(token, palette[name])
  const nameOf = (token: string) =>
    TOKEN_NAMES.find((name) => (TOKENS[name] as readonly string[]).includes(token)) ?? token.slice(2)
  const colour = (token: string, oklch: readonly [number, number, number]): Colour => {
    const hex = set.get(token)
    const built = ofOklch(oklch)
    return { name: nameOf(token), rgb: hex ? ofHex(hex) : built, own: hex !== undefined, built }
  }
  const { lightness, chroma } = ACCENT_TEXT[scheme]
  const accents = HUES.map((hue) => ofOklch([lightness, chroma, hue]))
  return {
    surfaces: (Object.keys(SURFACES) as Surface[]).map((token) => colour(token, SURFACES[token][scheme])),
    texts: [
      ...Object.entries(TEXTS).map(([token, of]) => colour(token, of[scheme])),
      ...accents.map((rgb): Colour => ({ name: 'accent', rgb, own: false, built: rgb }))
    ],
    control: colour('--line-control', CONTROL[scheme])
  }
}

const encoded = (value: number) =>
  Math.round(255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055))
    .toString(16)
    .padStart(2, '0')

const BUILT_IN: Record<string, Record<Scheme, readonly [number, number, number]>> = {
  ...SURFACES,
  ...TEXTS,
  '--line-control': CONTROL
}

/** `#rrggbb` of the built-in colours that the platform's take the place of, each by its first token. */
export const builtIn = (scheme: Scheme): Record<Token, string> =>
  Object.fromEntries(
    TOKEN_NAMES.map((name) => [name, `#${ofOklch(BUILT_IN[TOKENS[name][0]]![scheme]).map(encoded).join('')}`])
  ) as Record<Token, string>

interface Faint {
  scheme: Scheme
  /** Names of the platform's colours, or of built-in ones. */
  text: string
  surface: string
  ratio: number
  least: number
}

/**
 * The first pair of a palette that is too close to be read, by WCAG AA: 4.5:1 for text, 3:1 for the lines of controls. A pair
 * that the palette does not change is as it was; where the built-in one is closer, that is enough. Null: all can be read.
 */
export function faintPair(palettes: Record<Scheme, Palette>): Faint | null {
  for (const scheme of SCHEMES) {
    const { surfaces, texts, control } = coloursOf(palettes[scheme], scheme)
    for (const surface of surfaces)
      for (const [text, wanted] of [...texts.map((one) => [one, 4.5] as const), [control, 3] as const]) {
        if (!text.own && !surface.own) continue
        const least = Math.min(wanted, contrastOf(text.built, surface.built))
        const ratio = contrastOf(text.rgb, surface.rgb)
        if (ratio < least - 0.005) return { scheme, text: text.name, surface: surface.name, ratio, least }
      }
  }
  return null
}
