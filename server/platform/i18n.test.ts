import { describe, expect, it } from 'vitest'
import { createI18n } from './i18n'

const i18n = createI18n()
const locale = (url: string, headers: Record<string, string> = {}) => i18n.localeOf(url, headers)

describe('localeOf', () => {
  it('asks query, then cookie, then the browser', async () => {
    const headers = { cookie: 'a=b; language=zh-CN', 'accept-language': 'en' }
    expect(await locale('/?lang=en-US', headers)).toBe('en-US')
    expect(await locale('/games?x=1&culture=en-us', headers)).toBe('en-US')
    expect(await locale('/', headers)).toBe('zh-CN')
    expect(await locale('/', { 'accept-language': 'zh;q=0.9, en;q=0.5' })).toBe('zh-CN')
  })

  it('goes on to the next wish, and ends with English', async () => {
    expect(await locale('/', { 'accept-language': 'xx, tlh;q=0.9, zh-CN;q=0.8' })).toBe('zh-CN')
    expect(await locale('/', { 'accept-language': 'xx' })).toBe('en-US')
    expect(await locale('/')).toBe('en-US')
    expect(await locale('/?lang=../../etc', { cookie: 'language=%E0%A4%A' })).toBe('en-US')
  })

  it('is not misled by a cookie that ends alike', async () => {
    expect(await locale('/', { cookie: 'old-language=zh-CN' })).toBe('en-US')
  })
})

describe('translate', () => {
  it('fills params and falls back to English, then to the key', () => {
    expect(i18n.translate('en-US', 'shell:account.label', { name: 'mira <b>' })).toBe('Account: mira <b>')
    expect(i18n.translate('xx-XX' as 'en-US', 'shell:nav.home')).toBe('Home')
    expect(i18n.translate('zh-CN', 'errors:no.such_code')).toBe('no.such_code')
  })
})
