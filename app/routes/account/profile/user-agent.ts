/** A browser in familiar names. */
export interface Device {
  browser: string
  system: string | null
}

/** Most browsers also name their ancestors: the first match counts. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:(?:Headless)?Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari']
]
const SYSTEMS: [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux']
]

const first = (names: [RegExp, string][], text: string) =>
  names.find(([mark]) => mark.test(text))?.[1] ?? null

/** Device of a `User-Agent`; programs by their first word. Null without the header. */
export function deviceOf(userAgent: string | null): Device | null {
  if (!userAgent) return null
  const browser = first(BROWSERS, userAgent) ?? /^(?!Mozilla\b)[\w.-]{1,40}/.exec(userAgent)?.[0]
  return browser ? { browser, system: first(SYSTEMS, userAgent) } : null
}
