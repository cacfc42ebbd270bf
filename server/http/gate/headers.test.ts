import { describe, expect, it } from 'vitest'
import { framingOf, requestHeaders, responseHeaders, trailerPairs } from './headers'

const from = { address: '203.0.113.7', scheme: 'https' as const, framing: 'none' as const }
const added = ['X-Forwarded-For', '203.0.113.7', 'X-Forwarded-Proto', 'https']
const sent = (...headers: string[]) => requestHeaders(headers, from, []).slice(0, -4)

describe('framingOf', () => {
  it.each([
    [[], 'none'],
    [['Content-Length', '0'], 'length'],
    [['Transfer-Encoding', 'Chunked'], 'chunked'],
    [['Content-Length', '5', 'Transfer-Encoding', 'chunked'], null],
    [['Transfer-Encoding', 'gzip, chunked'], null],
    [['Transfer-Encoding', 'chunked', 'transfer-encoding', 'chunked'], null],
    [['Content-Length', '5', 'content-length', '5'], null],
    [['Content-Length', '+5'], null],
    [['Content-Length', '5, 5'], null]
  ])('the framing of %j is %s', (headers, framing) => {
    expect(framingOf(headers)).toBe(framing)
  })
})

describe('what a service gets', () => {
  it('a service gets headers as they were sent, in their order and case, repeated ones too', () => {
    const headers = ['host', 'X.example', 'aCCept', '*/*', 'X-A', '1', 'x-a', '2', 'Content-Length', '3']
    expect(requestHeaders(headers, from, [])).toEqual([...headers, ...added])
  })

  it('a service gets no hop-by-hop headers, but Host and the framing in any case', () => {
    const named = 'keep-alive, X-Private ,Host, content-length'
    expect(
      sent('Host', 'a', 'Connection', named, 'x-private', '1', 'TE', 'trailers', 'Content-Length', '3')
    ).toEqual(['Host', 'a', 'Content-Length', '3'])
  })

  it('a service gets the true address and scheme', () => {
    const claimed = [
      'X-Forwarded-For',
      '10.0.0.1',
      'x_forwarded_for',
      '10.0.0.2',
      'X-Forwarded-Proto',
      'gopher'
    ]
    expect(requestHeaders(['Host', 'a', ...claimed], from, [])).toEqual(['Host', 'a', ...added])
    expect(sent('X-Forwarded-Host', 'b', 'Forwarded', 'for=10.0.0.1')).toHaveLength(4)
  })

  it('a service gets every cookie but the session of the platform', () => {
    expect(sent('Cookie', 'a=1; halyard_session=x; b="2;3"')).toEqual(['Cookie', 'a=1; b="2;3"'])
    expect(sent('Cookie', 'halyard_session=x')).toEqual([])
    expect(sent('cookie', 'a=halyard_session; language=x;theme=y')).toEqual([
      'cookie',
      'a=halyard_session; language=x;theme=y'
    ])
    expect(sent('Cookie', ' \thalyard_session =x', 'Cookie', 'c=3')).toEqual(['Cookie', 'c=3'])
    const aliased = ['Cookie', 'a=1; Other_Token=x; halyard_session=x; other_token=2']
    expect(requestHeaders(aliased, from, ['Other_Token'])).toEqual([
      ...['Cookie', 'a=1; other_token=2'],
      ...added
    ])
  })
})

describe('what a player gets', () => {
  it('a player gets cookies of this one host', () => {
    const set = (cookie: string) => responseHeaders(['Set-Cookie', cookie])[1]
    expect(set('a=1; Path=/; Domain=.inst.example.net; Secure')).toBe('a=1; Path=/; Secure')
    expect(set('a=1;DOMAIN =x;\tdomain=y; domain')).toBe('a=1')
    expect(set('domain=1; HttpOnly')).toBe('domain=1; HttpOnly')
  })

  it('a player gets repeated headers, and no hop-by-hop ones', () => {
    const headers = [
      'Set-Cookie',
      'a=1',
      'Set-Cookie',
      'b=2',
      'Connection',
      'X-A',
      'X-A',
      '1',
      'Keep-Alive',
      'timeout=5'
    ]
    expect(responseHeaders(headers)).toEqual(['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2'])
  })

  it('an answer without a body has no length', () => {
    expect(responseHeaders(['Content-Length', '5'], { withoutLength: true })).toEqual([])
    expect(responseHeaders(['Content-Length', '5'])).toEqual(['Content-Length', '5'])
  })
})

it('trailers carry nothing that is checked in headers', () => {
  const trailers = ['X-Sum', '1', 'Content-Length', '5', 'Cookie', 'a', 'X-Forwarded-For', 'b', 'Host', 'c']
  expect(trailerPairs(trailers)).toEqual([['X-Sum', '1']])
})
