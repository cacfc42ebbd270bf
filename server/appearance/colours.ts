import { type Palette, SCHEMES, type Scheme, TOKEN_NAMES, TOKENS } from './constants'
import { builtIn } from './contrast'

const declarations = (palette: Palette) =>
  TOKEN_NAMES.flatMap((name) =>
    palette[name] ? TOKENS[name].map((token) => `${token}:${palette[name]}`) : []
  ).join(';')

/**
 * The style sheet of the platform's colours; '' for none. Paper and readers who ask for more contrast have the built-in ones.
 * The accent is not in it: it is the reader's to choose.
 */
export function colourSheet(palettes: Record<Scheme, Palette>): string {
  const rules = SCHEMES.flatMap((scheme) => {
    const own = declarations(palettes[scheme])
    return own === '' ? [] : [`:root[data-theme="${scheme}"]{${own}}`]
  })
  return rules.length === 0 ? '' : `@media screen and (not (prefers-contrast:more)){${rules.join('')}}`
}

/** A style sheet for two boxes that show a draft. It sets every colour and the accent, as the page around may have its own. */
export const previewSheet = (palettes: Record<Scheme, Palette>): string =>
  SCHEMES.map((scheme) => {
    const { accent } = palettes[scheme]
    const own = [
      `color-scheme:${scheme}`,
      accent && `--brand:${accent}`,
      declarations({ ...builtIn(scheme), ...palettes[scheme] })
    ]
    return `.look-${scheme}{${own.filter(Boolean).join(';')}}`
  }).join('')
