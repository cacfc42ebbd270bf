import { describe, expect, it } from 'vitest'
import { loginPath, ownPath } from './errors'

describe('ownPath', () => {
  it.each([
    ['/', '/'],
    ['/games/7/Challenges?c=4#top', '/games/7/Challenges?c=4#top'],
    ['/games/../Teams', '/Teams'],
    ['/Teams?invite=Knot%20Today%3A1%3Aff', '/Teams?invite=Knot%20Today%3A1%3Aff'],
    ['/posts?q=a:b//c', '/posts?q=a:b//c'],
    ['/%2f%2fevil.example', '/%2f%2fevil.example'],
    ['/@evil.example', '/@evil.example']
  ])('the own path %j is kept', (given, kept) => {
    expect(ownPath(given)).toBe(kept)
  })

  it.each([
    null,
    undefined,
    '',
    'games',
    'https://evil.example/',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/games\\..\\..\\evil',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\nSet-Cookie: a=b',
    '/\u0000/evil.example',
    '/\u0085evil',
    '\u0001/evil',
    ' /evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    '/./\t/evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    `/${'a'.repeat(5000)}`
  ])('the path %j is refused', (given) => {
    expect(ownPath(given, '/fallback')).toBe('/fallback')
  })

  it('no result leads a browser to another host', () => {
    const pieces = ['/', '\\', '.', '..', '\t', '%2e', '@', ':', '?', '#', 'evil.example', ' ']
    for (const a of pieces)
      for (const b of pieces)
        for (const c of pieces)
          for (const d of pieces) {
            const own = ownPath(`/${a}${b}${c}${d}`)
            expect(new URL(own, 'https://ctf.example').host, own).toBe('ctf.example')
          }
  })
})

describe('loginPath', () => {
  it('the login path contains path and query of the page', () => {
    expect(loginPath(new Request('http://ctf.example/Teams?invite=a:1:b'))).toBe(
      '/account/Login?from=%2FTeams%3Finvite%3Da%3A1%3Ab'
    )
  })
})
