/** The languages Halyard speaks; each has a folder in `locales/`. The first one is the default. */
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
