import { describe, expect, it } from 'vitest'
import { fromQuery, returnPath } from './return-path'

describe('returnPath', () => {
  it('keeps the page that asked for the login', () => {
    expect(returnPath('/games/3/Challenges?c=5')).toBe('/games/3/Challenges?c=5')
    expect(returnPath('/account/Profile')).toBe('/account/Profile')
  })

  it.each([
    '/account/Login',
    '/account/login?from=%2F',
    '/ACCOUNT/Register',
    '/account/Logout',
    '/x/../account/Login'
  ])('goes home instead of %s', (path) => {
    expect(returnPath(path)).toBe('/')
  })

  it.each([
    null,
    undefined,
    '',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/.//evil.example'
  ])('goes home for the foreign %j', (path) => {
    expect(returnPath(path)).toBe('/')
  })
})

describe('fromQuery', () => {
  it('writes nothing for the home page', () => {
    expect(fromQuery('/')).toBe('')
    expect(fromQuery('/Teams?invite=a&b')).toBe('?from=%2FTeams%3Finvite%3Da%26b')
  })
})
