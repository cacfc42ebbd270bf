import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
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
