import { describe, expect, it } from 'vitest'
import { clearedFlash, flashOf, redirectWith } from './flash'

const sent = (response: Response) => response.headers.getSetCookie().map((line) => line.split(';')[0])

describe('flash', () => {
  it('a message survives one redirect', () => {
    const message = {
      tone: 'ok',
      key: 'teams:created',
      params: { name: 'Knot; Today=1' },
      next: { to: '/Teams#team-1', key: 'teams:invite_mates' }
    } as const
    const response = redirectWith('/Teams', message, ['a=b; Path=/'])
    expect(response.status).toBe(303)
    expect(response.headers.get('Location')).toBe('/Teams')
    expect(flashOf(sent(response).join('; '))).toEqual(message)
  })

  it('a long name is cut to the size of a cookie', () => {
    const response = redirectWith('/', {
      tone: 'ok',
      key: 'files:deleted',
      params: { name: 'n'.repeat(255) }
    })
    expect(flashOf(sent(response).join('; '))?.params?.name).toBe('n'.repeat(200))
  })

  it('only keys are accepted, so nobody can forge a message', () => {
    const planted = (value: unknown) => flashOf(`flash=${encodeURIComponent(JSON.stringify(value))}`)
    expect(planted({ tone: 'ok', key: 'Send your password to x' })).toBeNull()
    expect(planted({ tone: 'shout', key: 'a:b' })).toBeNull()
    expect(planted('text')).toBeNull()
    for (const to of ['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:x'])
      expect(planted({ tone: 'ok', key: 'a:b', next: { to, key: 'a:b' } })).toBeNull()
    expect(flashOf('flash=%7Bbroken')).toBeNull()
    expect(flashOf(clearedFlash().split(';')[0]!)).toBeNull()
  })
})
