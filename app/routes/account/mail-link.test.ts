import { describe, expect, it } from 'vitest'
import { mailLink } from './mail-link'

const of = (query: string) => mailLink(new URL(`http://x/account/Verify?${query}`))
const base64 = (text: string) => Buffer.from(text).toString('base64')
const link = (email: string) => new URLSearchParams({ token: 'dG9rZW4=', email }).toString()

describe('mailLink', () => {
  it('reads both parts and the address', () => {
    const email = base64('mira@häfen.example')
    expect(of(link(email))).toEqual({ token: 'dG9rZW4=', email, address: 'mira@häfen.example' })
  })

  it('repairs a plus that became a space', () => {
    expect(of('token=a+b&email=c')?.token).toBe('a+b')
  })

  it.each(['', 'token=a', 'email=a', 'token=&email=a', 'token=%20&email=a'])('is none for %j', (query) => {
    expect(of(query)).toBeNull()
  })

  it.each([
    '%%%',
    base64('<b>no address</b>'),
    base64('a@b\u202egpj.exe'),
    Buffer.from([0xff, 0xfe]).toString('base64')
  ])('shows no address for %j', (email) => {
    expect(of(link(email))?.address).toBeNull()
  })
})
