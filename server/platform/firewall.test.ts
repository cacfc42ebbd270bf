import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isClosedAddress, rulesText } from './firewall'

describe('firewall rules of instances', () => {
  it('are printed in the guide as they are', () => {
    const guide = readFileSync('docs/isolation.md', 'utf8')
    expect(guide).toContain(`\`\`\`sh\n${rulesText('10.213.0.0/16')}\`\`\``)
  })

  it('keep instances away from the pool, wherever it is', () => {
    expect(rulesText('203.0.113.0/24')).toContain('-d 203.0.113.0/24 -j DROP')
  })

  it.each([
    '10.1.2.3',
    '172.16.0.1',
    '172.31.0.1',
    '192.168.0.1',
    '100.127.0.1',
    '127.0.0.1',
    '0.0.0.0',
    '239.1.1.1'
  ])('close %s', (address) => expect(isClosedAddress(address)).toBe(true))

  it.each([
    '1.1.1.1',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.0.1',
    '100.128.0.1',
    '192.167.0.1',
    '223.255.255.255'
  ])('leave %s to those with the internet', (address) => expect(isClosedAddress(address)).toBe(false))
})
