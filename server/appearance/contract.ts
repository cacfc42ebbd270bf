import { z } from 'zod'
import { LOCALES } from '~/server/platform/locales'
import { textField } from '~/server/platform/text-fields'
import { APPEARANCE_LIMITS, TOKEN_NAMES } from './constants'

/** The languages of texts; `any` is for those that have none of their own. */
export const TEXT_LANGUAGES = ['any', ...LOCALES] as const
export type TextLanguage = (typeof TEXT_LANGUAGES)[number]

const colour = z
  .string({ error: 'field.colour_invalid' })
  .regex(/^#[0-9a-f]{6}$/i, 'field.colour_invalid')
  .transform((hex) => hex.toLowerCase())

const palette = z
  .object(Object.fromEntries(['accent' as const, ...TOKEN_NAMES].map((name) => [name, colour.optional()])), {
    error: 'field.type_mismatch'
  })
  .meta({ id: 'PaletteModel' })

const texts = z
  .partialRecord(z.enum(TEXT_LANGUAGES), textField(APPEARANCE_LIMITS.text))
  .meta({ id: 'TextsByLanguageModel' })

/** Absent: unchanged. Colours and the style sheet are replaced as a whole, texts language by language; an empty one is none. */
export const appearanceInput = z
  .object({
    light: palette.optional(),
    dark: palette.optional(),
    footer: texts.optional(),
    home: texts.optional(),
    css: textField(APPEARANCE_LIMITS.css).optional(),
    /** The edited one; absent: write anyway. */
    version: z.string().max(64).optional()
  })
  .meta({ id: 'AppearanceUpdateModel' })
export type AppearanceInput = z.infer<typeof appearanceInput>

export const appearanceView = z
  .object({ light: palette, dark: palette, footer: texts, home: texts, css: z.string(), version: z.string() })
  .meta({ id: 'AppearanceModel' })
export type AppearanceView = z.infer<typeof appearanceView>

/** The shape in `settings`. Invalid members, which an older version may have written, are left out. */
export const storedAppearance = z.object({
  light: palette.catch({}).default({}),
  dark: palette.catch({}).default({}),
  footer: texts.catch({}).default({}),
  home: texts.catch({}).default({}),
  css: z.string().default(''),
  /** The part of `css` that is served. */
  compiled: z.string().default('')
})
export type StoredAppearance = z.infer<typeof storedAppearance>
