/** Each has a folder in `locales/`; the first is the default. */
export const LOCALES = [
  'en-US',
  'zh-CN',
  'zh-TW',
  'ja-JP',
  'id-ID',
  'ko-KR',
  'ru-RU',
  'de-DE',
  'fr-FR',
  'es-ES'
] as const
export type Locale = (typeof LOCALES)[number]
