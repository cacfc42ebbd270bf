import { LOCALES, type Locale } from '~/server/accounts/contract'
import { setCookie, YEAR } from './cookies'

/** How far a translation is; only complete ones are chosen without a question (product.md §2). */
type Translation = 'complete' | 'machine' | 'progress'

interface Language {
  /** Its own name for itself. */
  name: string
  translation: Translation
}

export const LANGUAGES: Record<Locale, Language> = {
  'en-US': { name: 'English', translation: 'complete' },
  'zh-CN': { name: '简体中文', translation: 'complete' },
  'zh-TW': { name: '繁體中文', translation: 'complete' },
  'ja-JP': { name: '日本語', translation: 'complete' },
  'id-ID': { name: 'Bahasa Indonesia', translation: 'complete' },
  'ko-KR': { name: '한국어', translation: 'progress' },
  'ru-RU': { name: 'Русский', translation: 'progress' },
  'de-DE': { name: 'Deutsch', translation: 'machine' },
  'fr-FR': { name: 'Français', translation: 'machine' },
  'es-ES': { name: 'Español', translation: 'machine' }
}

/** The language of a code as written in a form or a query; null when it is none of ours. */
export function languageOf(code: string | null | undefined): Locale | null {
  const wanted = code?.toLowerCase()
  return LOCALES.find((locale) => locale.toLowerCase() === wanted) ?? null
}

/** Keeps the choice under the key `language`; the shell script mirrors it into local storage. */
export const languageCookie = (locale: Locale) =>
  setCookie('language', locale, { maxAge: YEAR, httpOnly: false })
