import { readFileSync } from 'node:fs'
import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import { PUBLIC_EVENTS, STAFF_EVENTS } from './constants'
import { requestOf } from './formats'

const t = ((_: string, values: { text: string }) => values.text) as unknown as TFunction

it('a long text for Discord ends after a whole escape', () => {
  const target = { url: 'https://discord.com/api/webhooks/1/x', token: null, room: null }
  const data = { game: { id: 1, title: 'Finals' }, text: `a${'*'.repeat(1700)}` }
  const payload = { type: 'notice' as const, timestamp: '2026-01-01T00:00:00Z', data }
  const { content } = JSON.parse(requestOf('Discord', target, 'id', payload, t).body)
  expect(content.length).toBeLessThanOrEqual(2000)
  expect(content).toMatch(/^a(\\\*)+$/)
})

it('docs/webhooks.md lists each kind with whom it is for', () => {
  const kinds = readFileSync('docs/webhooks.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `') && /\| (all|staff) \|/.test(line))
    .flatMap((line) => {
      const [, names = '', audience = ''] = line.split('|')
      return [...names.matchAll(/`(\w+)`/g)].map(([, name]) => `${name} ${audience.trim()}`)
    })
  expect(kinds.sort()).toEqual(
    [...PUBLIC_EVENTS.map((one) => `${one} all`), ...STAFF_EVENTS.map((one) => `${one} staff`)].sort()
  )
})
