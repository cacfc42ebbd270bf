import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { faintPair } from './contrast'
import { ACCENT_TEXT, CONTROL, SURFACES, TEXTS } from './palette'

const tokens = readFileSync('app/styles/tokens.css', 'utf8')
const numbers = (text: string) => [...text.matchAll(/[\d.]+/g)].map(([one]) => Number(one))

it('knows the colours of the style sheet', () => {
  for (const [token, { light, dark }] of Object.entries({
    ...SURFACES,
    ...TEXTS,
    '--line-control': CONTROL
  })) {
    const [, first, second] = new RegExp(
      `\\n    ${token}: light-dark\\(oklch\\(([^)]*)\\), oklch\\(([^)]*)\\)\\)`
    ).exec(tokens)!
    expect([token, numbers(first!), numbers(second!)]).toEqual([token, [...light], [...dark]])
  }
  const [, accent] = /--accent-text: light-dark\(([\s\S]*?)\n {4}\);/.exec(tokens)!
  const found = [...accent!.matchAll(/var\(--brand\) ([\d.]+) min\(c, ([\d.]+)\)/g)]
  expect(
    found.map(([, lightness, chroma]) => ({ lightness: Number(lightness), chroma: Number(chroma) }))
  ).toEqual([ACCENT_TEXT.light, ACCENT_TEXT.dark])
})

it.each([
  [{}, {}],
  [{ accent: '#ffff00' }, { accent: '#000000' }],
  [
    { page: '#fff4e6', surface: '#ffffff' },
    { page: '#101418', surface: '#161b22', text: '#ffffff' }
  ],
  [{ text: '#000000', muted: '#222222', faint: '#333333' }, {}]
])('takes %j and %j', (light, dark) => {
  expect(faintPair({ light, dark })).toBeNull()
})

it.each([
  [{ text: '#999999' }, {}, 'light', 'text', 'page'],
  [{}, { surface: '#ffffff' }, 'dark', 'text', 'surface'],
  [{}, { faint: '#444444' }, 'dark', 'faint', 'page'],
  [{ raised: '#7788aa' }, {}, 'light', 'muted', 'raised'],
  [{ control: '#dddddd' }, {}, 'light', 'control', 'page'],
  // Readers choose any accent, and states keep their colours.
  [{ surface: '#d0e0d0' }, {}, 'light', 'accent', 'surface']
])('names the pair of %j and %j', (light, dark, scheme, text, surface) => {
  const found = faintPair({ light, dark })!
  expect([found.scheme, found.text, found.surface]).toEqual([scheme, text, surface])
  expect(found.ratio).toBeLessThan(found.least)
})

it('measures black on white as 21', () => {
  const found = faintPair({ light: { text: '#ffffff' }, dark: {} })!
  expect(found.ratio).toBeLessThan(1.3)
  expect(faintPair({ light: { text: '#000000' }, dark: { text: '#ffffff' } })).toBeNull()
})
