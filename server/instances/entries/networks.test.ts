import { expect, it } from 'vitest'
import { mostOfAFamily, networkOf } from './networks'

it.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.250', '203.0.113.0/24'],
  ['2001:db8:1:2::9', '2001:db8:1::/48'],
  ['2001:0DB8:0001:FFFF:0:0:0:1', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
  ['1:2:3:4:5:6:7::', '1:2:3::/48'],
  ['', null],
  ['203.0.113', null],
  ['somewhere', null]
])('%s is in %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

it('IPv4 and IPv6 are counted apart', () => {
  expect(mostOfAFamily([])).toBe(0)
  expect(mostOfAFamily(['1.2.3.0/24', '2001:db8:1::/48', '1.2.4.0/24'])).toBe(2)
  expect(mostOfAFamily(['2001:db8:1::/48', '2001:db8:2::/48', '1.2.4.0/24'])).toBe(2)
})
