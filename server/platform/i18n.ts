import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { createInstance, type Resource, type TFunction } from 'i18next'
import { RemixI18Next } from 'remix-i18next/server'
import type { Locale } from '~/server/accounts/contract'

export type { Locale }

/** Values put into a text; `count` also chooses the plural form. */
export type TextParams = Record<string, string | number>

/** The text of `namespace:key` in a language; falls back to en-US, then to the key. */
export type Translate = (locale: Locale, key: string, params?: TextParams) => string

/** One namespace as written in locales/: nested keys, leaves are texts. */
export interface Labels {
  [key: string]: string | Labels
}

/** Texts of all languages, and the choice of one for a request. */
export interface Translator {
  translate: Translate
  /** `t` of one language; keys are `namespace:key`. */
  textOf(locale: Locale): TFunction
  /** Whole namespaces, for islands. */
  labels(locale: Locale, namespaces: Iterable<string>): Record<string, Labels>
  /**
   * The language of a request: `?lang=` or `?culture=`, cookie `language`, Accept-Language, else en-US (product.md §2).
   * The browser's local storage reaches the cookie through the shell script.
   */
  localeOf(url: string, headers: IncomingHttpHeaders): Promise<Locale>
  locales: readonly Locale[]
}

const FALLBACK: Locale = 'en-US'
const REMEMBERED = 500
const REMEMBERED_TEXTS = 10_000
/** Regions and scripts that read traditional characters, written so that matching finds zh-TW. */
const TRADITIONAL = /^zh-(hant\b.*|hk|mo|tw)$/i

function readResources(directory: string): Resource {
  const resources: Resource = {}
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue
    const folder = join(directory, entry.name)
    const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
    const namespaces = files.map((file) => [
      file.slice(0, -'.json'.length),
      JSON.parse(readFileSync(join(folder, file), 'utf8')) as Labels
    ])
    resources[entry.name] = Object.fromEntries(namespaces)
  }
  return resources
}

function cookieValue(header: string | null, name: string): string | null {
  const found = header?.split(';').find((part) => part.trim().startsWith(`${name}=`))
  return found ? found.slice(found.indexOf('=') + 1).trim() : null
}

/** Languages asked for in a request, best first. */
function wanted(request: Request): string[] {
  const query = new URL(request.url).searchParams
  const accepted = (request.headers.get('Accept-Language') ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...rest] = part.split(';').map((piece) => piece.trim())
      const quality = rest.find((piece) => piece.startsWith('q='))
      return { tag, quality: quality ? Number(quality.slice(2)) : 1 }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag)
  return [
    query.get('lang'),
    query.get('culture'),
    cookieValue(request.headers.get('Cookie'), 'language'),
    ...accepted
  ]
    .filter((tag): tag is string => !!tag && /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/i.test(tag))
    .map((tag) => (TRADITIONAL.test(tag) ? 'zh-TW' : tag))
}

/** Detection by remix-i18next, remembered by what it depends on. */
function createDetection(locales: readonly Locale[]): Translator['localeOf'] {
  const remix = new RemixI18Next({
    detection: {
      supportedLanguages: [...locales],
      fallbackLanguage: FALLBACK,
      order: ['custom'],
      findLocale: async (request) => wanted(request)
    }
  })
  const remembered = new Map<string, Locale>()
  return async (url, headers) => {
    const at = url.indexOf('?')
    const search = at >= 0 && /lang=|culture=/.test(url) ? url.slice(at) : ''
    const cookie = headers.cookie?.includes('language=') ? headers.cookie : ''
    const choice = cookie && `language=${/(?:^|;\s*)language=([^;]*)/.exec(cookie)?.[1] ?? ''}`
    const accept = headers['accept-language'] ?? ''
    const key = `${search}\n${choice}\n${accept}`
    const known = remembered.get(key)
    if (known) return known
    const request = new Request(`http://localhost/${search}`, {
      headers: { Cookie: choice, 'Accept-Language': accept }
    })
    const locale = (await remix.getLocale(request)) as Locale
    if (remembered.size >= REMEMBERED) remembered.clear()
    remembered.set(key, locale)
    return locale
  }
}

/** i18next resolves a text anew each time, which took a tenth of a page; one without holes is always the same. */
function remembering(t: TFunction): TFunction {
  const plain = new Map<string, string>()
  const recall = (key: string, params?: TextParams): string => {
    if (params) return t(key, params)
    const known = plain.get(key)
    if (known !== undefined) return known
    const text: string = t(key)
    // Keys may hold a word from outside.
    if (plain.size < REMEMBERED_TEXTS) plain.set(key, text)
    return text
  }
  return recall as TFunction
}

/** Reads every file below `directory` once. @throws Error when a file is not JSON or en-US is missing. */
export function createI18n(directory = 'locales'): Translator {
  const resources = readResources(directory)
  if (!resources[FALLBACK]) throw new Error(`No texts in ${join(directory, FALLBACK)}`)
  const locales = Object.keys(resources) as Locale[]
  const root = createInstance()
  root.init({
    resources,
    lng: FALLBACK,
    fallbackLng: FALLBACK,
    supportedLngs: locales,
    ns: Object.keys(resources[FALLBACK]),
    defaultNS: 'common',
    initImmediate: false,
    returnNull: false,
    // React and the JSON encoder escape; escaping here would do it twice.
    interpolation: { escapeValue: false }
  })
  const texts = new Map(locales.map((locale) => [locale, remembering(root.getFixedT(locale))] as const))
  const textOf = (locale: Locale) => texts.get(locale) ?? texts.get(FALLBACK)!

  return {
    locales,
    textOf,
    translate: (locale, key, params) => textOf(locale)(key, params ?? {}) as string,
    labels: (locale, namespaces) =>
      Object.fromEntries(
        [...namespaces].map((name) => [
          name,
          (resources[locale]?.[name] ?? resources[FALLBACK]?.[name] ?? {}) as Labels
        ])
      ),
    localeOf: createDetection(locales)
  }
}
