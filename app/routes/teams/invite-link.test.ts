import { describe, expect, it } from 'vitest'
import { inviteLink, teamOf } from './invite-link'

const TOKEN = '4f0c9e2ab7d14f0c9e2ab7d14f0c9e2a'

describe('teamOf', () => {
  it('the code is read from its end, because names may contain colons', () => {
    expect(teamOf(`Knot Today:118:${TOKEN}`)).toBe(118)
    expect(teamOf(`a:7:${TOKEN}:118:${TOKEN}`)).toBe(118)
    expect(teamOf(`:1:${TOKEN}\n`)).toBe(1)
  })

  it.each([
    '',
    'Knot Today',
    `Knot:x:${TOKEN}`,
    'Knot:118:4f0c',
    `Knot:99999999999:${TOKEN}`,
    `Knot:4294967296:${TOKEN}`
  ])('the code %j is malformed', (code) => {
    expect(teamOf(code)).toBeNull()
  })
})

describe('inviteLink', () => {
  it('names with all kinds of characters survive', () => {
    const code = `R&D #1?:5:${TOKEN}`
    const link = new URL(inviteLink('https://ctf.example', code))
    expect(link.pathname).toBe('/Teams')
    expect(link.searchParams.get('invite')).toBe(code)
  })
})
