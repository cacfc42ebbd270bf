import { describe, expect, it } from 'vitest'
import { isClosedAddress } from './addresses'
import { EgressRefused, resolveHosts } from './egress'

describe('hosts that an instance may connect to', () => {
  it('hosts are resolved to addresses', async () => {
    expect(await resolveHosts(['203.0.113.7:443', ' 198.51.100.9:8080 '])).toEqual([
      { name: '203.0.113.7', addresses: ['203.0.113.7'], port: 443 },
      { name: '198.51.100.9', addresses: ['198.51.100.9'], port: 8080 }
    ])
  })

  it.each([
    'localhost:80',
    '127.0.0.1:80',
    '10.0.0.1:443',
    '100.64.1.1:443',
    '172.31.255.255:443',
    '192.168.1.1:443',
    '169.254.169.254:80',
    '0.0.0.0:80',
    '224.0.0.1:80',
    '255.255.255.255:80',
    'host.invalid:443',
    'example.org',
    'example.org:0',
    'example.org:65536',
    'https://example.org:443',
    '[2001:db8::1]:443',
    '0x7f000001:80',
    '2130706433:80',
    '-i lo:80'
  ])('the host is refused: %s', async (entry) => {
    const refusal = await resolveHosts([entry]).catch((error) => error)
    expect(refusal).toBeInstanceOf(EgressRefused)
    expect(refusal.code).toBe('egress_unresolved')
    expect(refusal.message).not.toBe('')
  })
})

describe('addresses', () => {
  it.each([
    '10.1.2.3',
    '172.16.0.1',
    '172.31.0.1',
    '192.168.0.1',
    '100.127.0.1',
    '127.0.0.1',
    '0.0.0.0',
    '239.1.1.1'
  ])('the address %s is closed', (address) => expect(isClosedAddress(address)).toBe(true))

  it.each([
    '1.1.1.1',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.0.1',
    '100.128.0.1',
    '192.167.0.1',
    '223.255.255.255'
  ])('the address %s is open to instances with internet', (address) =>
    expect(isClosedAddress(address)).toBe(false)
  )
})
