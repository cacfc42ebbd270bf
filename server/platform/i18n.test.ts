import { readdirSync } from 'node:fs'
import { createInstance } from 'i18next'
import { describe, expect, it } from 'vitest'
import { expectQuick } from '~/tests/support/expect-quick'
import { createI18n, type Labels } from './i18n'

const i18n = createI18n()
const NAMESPACES = readdirSync('locales/en-US').map((file) => file.slice(0, -'.json'.length))
const PLURAL = /_(zero|one|two|few|many|other)$/
/** One of each plural form of the ten languages, and more. */
const COUNTS = [0, 1, 2, 3, 5, 11, 21, 100, 1_000_000, 1.5]

/** Keys and texts. */
const textsOf = (labels: Labels, prefix: string): [string, string][] =>
  Object.entries(labels).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[prefix + key, value] as [string, string]]
      : textsOf(value, `${prefix}${key}.`)
  )

const locale = (url: string, headers: Record<string, string> = {}) => i18n.localeOf(url, headers)

describe('localeOf', () => {
  it('the locale comes from the query, then the cookie, then the browser', async () => {
    const headers = { cookie: 'a=b; language=zh-CN', 'accept-language': 'en' }
    expect(await locale('/?lang=en-US', headers)).toBe('en-US')
    expect(await locale('/games?x=1&culture=en-us', headers)).toBe('en-US')
    expect(await locale('/?lng=de', headers)).toBe('de-DE')
    expect(await locale('/', headers)).toBe('zh-CN')
    expect(await locale('/', { 'accept-language': 'zh;q=0.9, en;q=0.5' })).toBe('zh-CN')
  })

  it('an unknown language is skipped, and English is the last choice', async () => {
    expect(await locale('/', { 'accept-language': 'xx, tlh;q=0.9, zh-CN;q=0.8' })).toBe('zh-CN')
    expect(await locale('/', { 'accept-language': 'xx' })).toBe('en-US')
    expect(await locale('/')).toBe('en-US')
    expect(await locale('/?lang=../../etc', { cookie: 'language=%E0%A4%A' })).toBe('en-US')
  })

  it('a region or script selects traditional characters', async () => {
    for (const accepted of ['zh-HK', 'zh-mo,zh;q=0.9', 'zh-Hant', 'zh-Hant-HK', 'nl, zh-TW;q=0.9, en;q=0.8'])
      expect([accepted, await locale('/', { 'accept-language': accepted })]).toEqual([accepted, 'zh-TW'])
    for (const accepted of ['zh', 'zh-SG', 'zh-Hans-HK'])
      expect([accepted, await locale('/', { 'accept-language': accepted })]).toEqual([accepted, 'zh-CN'])
    expect(await locale('/?lang=zh-hk')).toBe('zh-TW')
  })

  it('a language of another region comes before English, and a refused one is never chosen', async () => {
    expect(await locale('/', { 'accept-language': 'nl, de-AT;q=0.8, en;q=0.9;x' })).toBe('en-US')
    expect(await locale('/', { 'accept-language': 'nl, de-AT;q=0.8' })).toBe('de-DE')
    expect(await locale('/', { 'accept-language': 'de;q=0, fr;q=0.000, ja;q=0.5' })).toBe('ja-JP')
    expect(await locale('/', { 'accept-language': 'de;q=0' })).toBe('en-US')
    expect(await locale('/?lang=nl&culture=fr', { cookie: 'language=de-DE' })).toBe('fr-FR')
  })

  it('a header or choice without end is read at its beginning, in little time', async () => {
    const long = 'a'.repeat(60_000)
    await expectQuick(async () => {
      expect(await locale('/', { 'accept-language': `de-DE,${long}` })).toBe('de-DE')
      expect(await locale('/', { 'accept-language': long })).toBe('en-US')
      expect(await locale(`/?lang=${'zh-hant-'.repeat(5000)}`)).toBe('zh-CN')
      expect(await locale('/', { cookie: `language=${'zh-hant-'.repeat(5000)}` })).toBe('zh-CN')
    })
  })

  it('a cookie whose name ends alike is not read', async () => {
    expect(await locale('/', { cookie: 'old-language=zh-CN' })).toBe('en-US')
  })
})

describe('localeOfQuery', () => {
  it.each([
    ['/', null],
    ['/?slang=fr', null],
    ['/?lang=nl', null],
    ['/?lang=fr', 'fr-FR'],
    ['/games?x=1&lng=de-DE', 'de-DE'],
    ['/?culture=en-us', 'en-US'],
    ['/?lang=nl&culture=zh-HK', 'zh-TW'],
    ['/?lang=%E0%A4%A', null]
  ])('the language of %s is %s', async (url, expected) => {
    expect(await i18n.localeOfQuery(url)).toBe(expected)
  })
})

describe('translate', () => {
  it('a text gets its params, and falls back to English, then to the key', () => {
    expect(i18n.translate('en-US', 'shell:account.label', { name: 'mira <b>' })).toBe('Account: mira <b>')
    expect(i18n.translate('xx-XX' as 'en-US', 'shell:nav.home')).toBe('Home')
    expect(i18n.translate('zh-CN', 'errors:no.such_code')).toBe('no.such_code')
  })

  it('every text of every language is what i18next makes of it, in each plural form, also when it is asked again', () => {
    for (const one of i18n.locales) {
      const own = createInstance()
      const resources = { [one]: i18n.labels(one, NAMESPACES) }
      own.init({ resources, lng: one, initImmediate: false, interpolation: { escapeValue: false } })
      const texts = Object.entries(resources[one]!).flatMap(([ns, labels]) => textsOf(labels, `${ns}:`))
      for (const [key, text] of texts)
        for (const count of PLURAL.test(key) ? COUNTS : ['7']) {
          const names = [...text.matchAll(/{{\s*(\w+)\s*}}/g)].map(([, name]) => name!)
          const values = Object.fromEntries(names.map((name) => [name, `$& ${name} <b>`]))
          const params: Record<string, string | number> = { ...values, count }
          const asked = key.replace(PLURAL, '')
          const expected: string = own.t(asked, params)
          expect([one, key, count, i18n.translate(one, asked, params)]).toEqual([one, key, count, expected])
        }
    }
  })

  it('a parameter is never read as a text: not its placeholders, and not its references', () => {
    for (const name of ['{{name}}', '$t(common:cancel)', '$&'])
      expect(i18n.translate('en-US', 'shell:account.label', { name })).toBe(`Account: ${name}`)
  })

  it('a missing parameter leaves nothing', () => {
    expect(i18n.translate('en-US', 'shell:account.label', {})).toBe('Account: ')
  })
})
