import { LOCALES, type Locale } from '~/server/platform/locales'

/** `complete` ones are chosen without a question (docs/rules/interface.md#languages). */
export type Translation = 'complete' | 'machine' | 'progress'

interface Language {
  name: string
  /** Translated by a machine. */
  machine?: boolean
}

export const LANGUAGES: Record<Locale, Language> = {
  'en-US': { name: 'English' },
  'zh-CN': { name: '简体中文' },
  'zh-TW': { name: '繁體中文' },
  'ja-JP': { name: '日本語' },
  'id-ID': { name: 'Bahasa Indonesia' },
  'ko-KR': { name: '한국어' },
  'ru-RU': { name: 'Русский' },
  'de-DE': { name: 'Deutsch', machine: true },
  'fr-FR': { name: 'Français', machine: true },
  'es-ES': { name: 'Español', machine: true }
}

/** State of a translation. `incomplete`: languages that lack texts. */
export function translationOf(locale: Locale, incomplete: Iterable<Locale>): Translation {
  if ([...incomplete].includes(locale)) return 'progress'
  return LANGUAGES[locale].machine ? 'machine' : 'complete'
}

/** Language of a code in a form or query; null when unknown. */
export function languageOf(code: string | null | undefined): Locale | null {
  const wanted = code?.toLowerCase()
  return LOCALES.find((locale) => locale.toLowerCase() === wanted) ?? null
}
