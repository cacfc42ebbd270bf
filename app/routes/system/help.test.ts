import { expect, it } from 'vitest'
import { helpLinksOf } from './help'

it('the operator’s addresses go before those of the build, each on its own', async () => {
  const issues = 'https://tracker.example/halyard'
  const translation = 'https://words.example/halyard'
  expect(await helpLinksOf({ issues, translation })).toEqual({ issues, translation })
  const one = await helpLinksOf({ issues, translation: null })
  const none = await helpLinksOf({ issues: null, translation: null })
  expect(one.issues).toBe(issues)
  expect(one.translation).toBe(none.translation)
  expect(none.issues).not.toBe(issues)
})
