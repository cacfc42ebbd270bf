import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { createInstance, type Resource, type TFunction } from 'i18next'
import { RemixI18Next } from 'remix-i18next/server'
import type { Locale } from './locales'
import { readCookie } from './network/cookies'

export type { Locale }

/** `count` also selects the plural form. */
type TextParams = Record<string, string | number>

export type Translate = (locale: Locale, key: string, params?: TextParams) => string

export interface Labels {
  [key: string]: string | Labels
}

export interface Translator {
  translate: Translate
  textOf(locale: Locale): TFunction
  /** The texts of some namespaces as they are written, for browsers. */
  labels(locale: Locale, namespaces: Iterable<string>): Record<string, Labels>
  /** Query, cookie `language`, Accept-Language, else en-US (docs/rules/interface.md#languages). */
  localeOf(url: string, headers: IncomingHttpHeaders): Promise<Locale>
  /** Null without a language in the address, and for an unknown one. */
  localeOfQuery(url: string): Promise<Locale | null>
  locales: readonly Locale[]
  /** Languages with missing texts; English fills in. */
  incomplete: ReadonlySet<Locale>
}

const FALLBACK: Locale = 'en-US'
/** The first one wins: ours, i18next's, the reference system's. */
const QUERY_NAMES = ['lang', 'lng', 'culture']
const IN_QUERY = new RegExp(`[?&](?:${QUERY_NAMES.join('|')})=`)
const REMEMBERED = 500
/** Characters of a header or a choice that are read: no browser sends more, and each costs a search of the rest. */
const MAX_WISH_LENGTH = 1000
const REMEMBERED_TEXTS = 10_000
/** Regions and scripts with traditional characters, rewritten so that they match zh-TW. */
const TRADITIONAL = /\bzh-(hant(-\w+)*|hk|mo)(?![\w-])/gi

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

/** Keys without plural endings, which differ between languages. */
function keysOf(texts: Labels, prefix = ''): string[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [prefix + key.replace(/_(zero|one|two|few|many|other)$/, '')]
      : keysOf(value, `${prefix}${key}.`)
  )
}

function findIncomplete(resources: Resource): ReadonlySet<Locale> {
  const source = keysOf(resources[FALLBACK] as Labels)
  const lacks = ([, texts]: [string, unknown]) => {
    const known = new Set(keysOf(texts as Labels))
    return source.some((key) => !known.has(key))
  }
  return new Set(
    Object.entries(resources)
      .filter(lacks)
      .map(([locale]) => locale as Locale)
  )
}

const REFUSED = /[^,;]+;\s*q=0(\.0*)?\s*(?=,|$)/gi

/** Builds an Accept-Language list from the request; remix-i18next evaluates it. */
function wanted({ url, headers }: Request): string {
  const query = new URL(url).searchParams
  const accepted = headers.get('Accept-Language')?.replace(REFUSED, '')
  const requested = QUERY_NAMES.map((name) => query.get(name)?.slice(0, MAX_WISH_LENGTH))
  return [...requested, readCookie(headers.get('Cookie'), 'language'), accepted]
    .filter(Boolean)
    .join(',')
    .replace(TRADITIONAL, 'zh-TW')
}

/** Caches remix-i18next's detection by its inputs. */
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
    const search = IN_QUERY.test(url) ? url.slice(at) : ''
    const chosen = headers.cookie?.includes('language=') ? readCookie(headers.cookie, 'language') : null
    const choice = chosen === null ? '' : `language=${encodeURIComponent(chosen.slice(0, MAX_WISH_LENGTH))}`
    const accept = headers['accept-language']?.slice(0, MAX_WISH_LENGTH) ?? ''
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

/** Nesting, formats and paths, which only i18next fills in. */
const NESTED = /\$t\(|{{(?!\s*\w+\s*}})/
const PLACEHOLDER = /{{\s*(\w+)\s*}}/

/** Texts around placeholders and, at odd indexes, names of parameters. Null: only i18next can fill it in. */
type Pieces = readonly string[] | null

const filled = (pieces: readonly string[], params: TextParams) =>
  pieces.map((piece, place) => (place % 2 ? String(params[piece] ?? '') : piece)).join('')

/**
 * Has i18next find each text and plural form once, since that took a tenth of a page: what differs between calls are the
 * parameters, which are put in here. Of i18next's options only `count` is known.
 */
function remembering(t: TFunction, locale: Locale): TFunction {
  const rules = new Intl.PluralRules(locale)
  const known = new Map<string, Pieces>()
  const find = (key: string, params: TextParams): Pieces => {
    const text: string = t(key, { ...params, skipInterpolation: true })
    return NESTED.test(text) ? null : text.split(PLACEHOLDER)
  }
  const recall = (key: string, params: TextParams = {}): string => {
    const { count } = params
    const form = typeof count === 'number' ? `${key} ${count === 0 ? 'zero' : rules.select(count)}` : key
    let pieces = known.get(form)
    if (pieces === undefined) {
      pieces = find(key, params)
      // Limits the cache, because a key may contain a word from outside.
      if (known.size < REMEMBERED_TEXTS) known.set(form, pieces)
    }
    if (pieces === null) return t(key, params)
    return pieces.length === 1 ? pieces[0]! : filled(pieces, params)
  }
  return recall as TFunction
}

/** Reads all files below `directory` once. @throws Error for a file that is no JSON, and without en-US */
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
    // React and the JSON encoder escape already.
    interpolation: { escapeValue: false }
  })
  const texts = new Map(
    locales.map((locale) => [locale, remembering(root.getFixedT(locale), locale)] as const)
  )
  const textOf = (locale: Locale) => texts.get(locale) ?? texts.get(FALLBACK)!

  let incomplete: ReadonlySet<Locale> | undefined
  const localeOf = createDetection(locales)
  const localeOfQuery: Translator['localeOfQuery'] = async (url) => {
    if (!IN_QUERY.test(url)) return null
    const found = await localeOf(url, {})
    const isEnglish = new RegExp(`${IN_QUERY.source}en\\b`, 'i').test(url)
    return found !== FALLBACK || isEnglish ? found : null
  }
  return {
    locales,
    // Computed at first use: not all processes show pages.
    get incomplete() {
      incomplete ??= findIncomplete(resources)
      return incomplete
    },
    textOf,
    localeOf,
    localeOfQuery,
    translate: (locale, key, params) => textOf(locale)(key, params ?? {}) as string,
    labels: (locale, namespaces) =>
      Object.fromEntries(
        [...namespaces].map((name) => [
          name,
          (resources[locale]?.[name] ?? resources[FALLBACK]?.[name] ?? {}) as Labels
        ])
      )
  }
}
