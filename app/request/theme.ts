import { z } from 'zod'
import { readCookie, setCookie, YEAR } from '~/server/platform/network/cookies'

export const SCHEMES = ['dark', 'light'] as const
export type Scheme = (typeof SCHEMES)[number]

export const THEME_PROVIDERS = ['Managed', 'Default', 'Custom'] as const
export type ThemeProvider = (typeof THEME_PROVIDERS)[number]

export const DEFAULT_BRAND = '#22b8b0'

/** `#rrggbb`, nothing else (docs/rules/interface.md#theme). */
export const hexColor = z.string().regex(/^#[0-9a-f]{6}$/i, 'field.colour_invalid')

/** Value of the cookie `custom-theme`: the provider, and Custom's colour. */
export const customTheme = z.discriminatedUnion('provider', [
  z.object({ provider: z.enum(['Managed', 'Default']) }),
  z.object({ provider: z.literal('Custom'), color: hexColor })
])
export type CustomTheme = z.infer<typeof customTheme>

const MANAGED: CustomTheme = { provider: 'Managed' }

/** Dark unless the cookie says otherwise. */
export function schemeOf(cookies: string | null): Scheme {
  return readCookie(cookies, 'theme') === 'light' ? 'light' : 'dark'
}

/** The stored theme; anything invalid is Managed (docs/rules/interface.md#theme). */
export function customThemeOf(cookies: string | null): CustomTheme {
  const stored = readCookie(cookies, 'custom-theme')
  if (!stored) return MANAGED
  try {
    return customTheme.catch(MANAGED).parse(JSON.parse(stored))
  } catch {
    return MANAGED
  }
}

/** `#rrggbb` of the server for Managed, built-in for Default, the user's for Custom. Ignores invalid ones. */
export function brandOf(theme: CustomTheme, managed: string | null): string {
  if (theme.provider === 'Custom') return theme.color.toLowerCase()
  if (theme.provider === 'Managed' && hexColor.safeParse(managed).success) return managed!.toLowerCase()
  return DEFAULT_BRAND
}

export const schemeCookie = (scheme: Scheme) => setCookie('theme', scheme, { maxAge: YEAR, httpOnly: false })

/** The shell script copies it to local storage under the same key. */
export const customThemeCookie = (theme: CustomTheme) =>
  setCookie('custom-theme', JSON.stringify(theme), { maxAge: YEAR, httpOnly: false })
