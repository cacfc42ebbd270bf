import { expect, it } from 'vitest'
import { languageOf, translationOf } from './language'

it.each([
  ['de-DE', ['de-DE'], 'progress'],
  ['zh-CN', ['de-DE', 'zh-CN'], 'progress'],
  ['de-DE', [], 'machine'],
  ['zh-CN', ['de-DE'], 'complete'],
  ['en-US', [], 'complete']
] as const)('%s, where %j lack texts, is %s', (locale, incomplete, state) => {
  expect(translationOf(locale, new Set(incomplete))).toBe(state)
})

it('a language is found in any case, and an unknown one is none', () => {
  expect([languageOf('DE-de'), languageOf('de'), languageOf(''), languageOf(null)]).toEqual([
    'de-DE',
    null,
    null,
    null
  ])
})
