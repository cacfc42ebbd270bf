import { describe, expect, it } from 'vitest'
import { addressBucket } from './address'

describe('addressBucket', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64']
  ])('%s is counted as %s', (ip, bucket) => {
    expect(addressBucket(ip)).toBe(bucket)
  })
})
