import { describe, expect, it } from 'vitest'
import { fromQuery, inviteIn, reasonFor, returnPath } from './return-path'

describe('returnPath', () => {
  it('the page to return to is kept', () => {
    expect(returnPath('/games/3/Challenges?c=5')).toBe('/games/3/Challenges?c=5')
    expect(returnPath('/account/Profile')).toBe('/account/Profile')
  })

  it.each([
    '/account/Login',
    '/account/login?from=%2F',
    '/ACCOUNT/Register',
    '/account/Logout',
    '/x/../account/Login',
    '/account/Logout/',
    '/account/Login#top'
  ])('the path %s leads home', (path) => {
    expect(returnPath(path)).toBe('/')
  })

  it.each([
    null,
    undefined,
    '',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/.//evil.example',
    '///evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    ' //evil.example',
    '/x/..//evil.example',
    'javascript:alert(1)',
    'evil.example',
    '@evil.example'
  ])('the foreign path %j leads home', (path) => {
    expect(returnPath(path)).toBe('/')
  })
})

describe('what is encoded', () => {
  it.each([
    '/%2f%2fevil.example',
    '/%5cevil.example',
    '/%09/evil.example',
    '/@evil.example',
    '/x?to=//evil.example'
  ])('the encoded path stays on this site: %s', (path) => {
    expect(new URL(returnPath(path), 'https://ctf.example/account/Login').origin).toBe('https://ctf.example')
  })
})

describe('fromQuery', () => {
  it('the home page needs no query', () => {
    expect(fromQuery('/')).toBe('')
    expect(fromQuery('/Teams?invite=a&b')).toBe('?from=%2FTeams%3Finvite%3Da%26b')
  })
})

it.each([
  ['/games/3', 'game'],
  ['/Teams?invite=a%3A1%3Ab', 'team'],
  ['/teams', 'page'],
  ['/games/3/Challenges?c=5', 'page'],
  ['/games/3/monitor/Events', 'page'],
  ['/account/Profile', 'page'],
  ['/games/3/Scoreboard', null],
  ['/posts/teams', null],
  ['/', null]
])('the page %s needs a login because of %s', (from, reason) => {
  expect(reasonFor(from)).toBe(reason)
})

it.each([
  ['/Teams?invite=R%26D%20%231%3A5%3Aab', 'R&D #1:5:ab'],
  ['/teams/?x=1&invite=a%3A5', 'a:5'],
  ['/Teams?x=invite', null],
  ['/games/1?invite=a', null],
  ['/', null]
])('the path %s has the invite code %j', (from, code) => {
  expect(inviteIn(from)).toBe(code)
})
