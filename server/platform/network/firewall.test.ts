import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { rulesText } from './firewall'

describe('firewall rules of instances', () => {
  it('the guide prints the rules as they are', () => {
    const guide = readFileSync('docs/isolation.md', 'utf8')
    expect(guide).toContain(`\`\`\`sh\n${rulesText('10.213.0.0/16')}\`\`\``)
  })

  it('the rules keep instances away from the pool, wherever it is', () => {
    expect(rulesText('203.0.113.0/24')).toContain('-d 203.0.113.0/24 -j DROP')
  })
})
