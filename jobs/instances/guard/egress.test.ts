import { describe, expect, it } from 'vitest'
import { EgressRefused, resolveHosts } from './egress'

describe('hosts that an instance may connect to', () => {
  it('are taken as addresses', async () => {
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
  ])('are refused: %s', async (entry) => {
    const refusal = await resolveHosts([entry]).catch((error) => error)
    expect(refusal).toBeInstanceOf(EgressRefused)
    expect(refusal.code).toBe('egress_unresolved')
    expect(refusal.message).not.toBe('')
  })
})
