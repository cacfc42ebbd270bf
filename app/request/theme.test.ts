import { describe, expect, it } from 'vitest'
import { brandOf, customThemeOf, DEFAULT_BRAND, schemeOf } from './theme'

const cookie = (value: unknown) => `a=b; custom-theme=${encodeURIComponent(JSON.stringify(value))}`

describe('customThemeOf', () => {
  it('all three providers are parsed', () => {
    expect(customThemeOf(cookie({ provider: 'Default' }))).toEqual({ provider: 'Default' })
    expect(customThemeOf(cookie({ provider: 'Custom', color: '#FF6b35' }))).toEqual({
      provider: 'Custom',
      color: '#FF6b35'
    })
  })

  it.each([
    null,
    '',
    'custom-theme=nonsense',
    'custom-theme=%7B',
    'custom-theme=%E0%A4%A',
    cookie(null),
    cookie({ provider: 'Custom' }),
    cookie({ provider: 'Custom', color: 'red' }),
    cookie({ provider: 'Custom', color: '#fff' }),
    cookie({ provider: 'Custom', color: '#ff6b35;}' }),
    cookie({ provider: 'Other' })
  ])('the value %j falls back to Managed', (header) => {
    expect(customThemeOf(header)).toEqual({ provider: 'Managed' })
  })
})

describe('brandOf', () => {
  it("the server's colour is only used by Managed", () => {
    expect(brandOf({ provider: 'Managed' }, '#E0245E')).toBe('#e0245e')
    expect(brandOf({ provider: 'Default' }, '#e0245e')).toBe(DEFAULT_BRAND)
    expect(brandOf({ provider: 'Custom', color: '#7A3CFF' }, '#e0245e')).toBe('#7a3cff')
  })

  it.each([null, '', 'teal', '#12', '22b8b0'])(
    'the invalid colour %j of the server is ignored',
    (managed) => {
      expect(brandOf({ provider: 'Managed' }, managed)).toBe(DEFAULT_BRAND)
    }
  )
})

describe('schemeOf', () => {
  it('the scheme is dark unless the cookie says light', () => {
    expect(schemeOf(null)).toBe('dark')
    expect(schemeOf('theme=pink')).toBe('dark')
    expect(schemeOf('x=1; theme=light')).toBe('light')
  })
})
