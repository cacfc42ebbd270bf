import { describe, expect, it } from 'vitest'
import { expectQuick } from '~/tests/support/quick'
import { createI18n } from './i18n'

const i18n = createI18n()
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
})
