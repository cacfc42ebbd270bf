import { describe, expect, it } from 'vitest'
import { mailLink } from './mail-link'

const of = (query: string) => mailLink(new URL(`http://x/account/Verify?${query}`))
const base64 = (text: string) => Buffer.from(text).toString('base64')
const link = (email: string) => new URLSearchParams({ token: 'dG9rZW4=', email }).toString()

describe('mailLink', () => {
  it('both parts and the address are read', () => {
    const email = base64('mira@häfen.example')
    expect(of(link(email))).toEqual({ token: 'dG9rZW4=', email, address: 'mira@häfen.example' })
  })

  it('a plus that became a space is repaired', () => {
    expect(of('token=a+b&email=c')?.token).toBe('a+b')
  })

  it.each(['', 'token=a', 'email=a', 'token=&email=a', 'token=%20&email=a'])(
    'the query %j is no link',
    (query) => {
      expect(of(query)).toBeNull()
    }
  )

  it.each([
    '%%%',
    base64('<b>no address</b>'),
    base64('a@b\u202egpj.exe'),
    Buffer.from([0xff, 0xfe]).toString('base64')
  ])('the query %j shows no address', (email) => {
    expect(of(link(email))?.address).toBeNull()
  })
})
