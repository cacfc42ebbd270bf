import { expect, it } from 'vitest'
import { hrefOf, isTicket } from './entry'

const TICKET = '5f3c2f0e-0a39-4f27-9a4c-7a5f0d5a3c10'

it('only websites get an address for the browser', () => {
  const http = (entry: string | null, url: string | null = null) => hrefOf({ protocol: 'http', entry, url })
  expect(http('ebb.example:31804')).toBe('http://ebb.example:31804')
  expect(http('[2001:db8::1]:80')).toBe('http://[2001:db8::1]:80')
  expect(http(TICKET, 'https://a.example/')).toBe('https://a.example/')
  expect(http(TICKET)).toBeNull()
  expect(http(null)).toBeNull()
  expect(http('javascript:alert(1)')).toBeNull()
  expect(hrefOf({ protocol: 'tcp', entry: 'ebb.example:31804', url: null })).toBeNull()
})

it('a ticket is recognised by the rule of the contract', () => {
  expect(isTicket(TICKET)).toBe(true)
  expect(isTicket('ebb.example:31804')).toBe(false)
})
