import { describe, expect, it } from 'vitest'
import { createSecretBox } from '~/server/platform/secret-box'
import { newKeys, teamToken, verifyTeamToken } from './game-keys'

const secretBox = createSecretBox('ab'.repeat(32))
const keys = newKeys(secretBox)
const token = teamToken(secretBox, keys, 7)
const signature = token.slice(2)

describe('team tokens', () => {
  it("a team token is always the same, and only its game's public key verifies it", () => {
    expect(teamToken(secretBox, keys, 7)).toBe(token)
    expect(verifyTeamToken(keys.publicKey, token)).toBe(true)
    expect(verifyTeamToken(newKeys(secretBox).publicKey, token)).toBe(false)
    expect(() => teamToken(createSecretBox('cd'.repeat(32)), keys, 7)).toThrow()
  })

  it.each([
    ['another team', `8:${signature}`],
    ['a team written otherwise', `07:${signature}`],
    ['a negative team', `-7:${signature}`],
    ['another signature', teamToken(secretBox, keys, 8).replace(/^8/, '7')],
    ['a short signature', '7:AAAA']
  ])('a team token does not pass for %s', (_what, changed) => {
    expect(verifyTeamToken(keys.publicKey, changed)).toBe(false)
  })

  it.each([
    '',
    '7',
    '7:',
    ':',
    `:${signature}`,
    `x:${signature}`,
    `7.0:${signature}`,
    `99999999999:${signature}`,
    `7:${signature}:`,
    `7:${signature} `,
    `7: ${signature}`,
    `7:${signature.replace(/=+$/, '')}`,
    `7:${signature.replace(/.=/, 'B=')}`,
    '7:not base64!'
  ])('a malformed team token is refused: %j', (malformed) => {
    expect(() => verifyTeamToken(keys.publicKey, malformed)).toThrow('signature.malformed')
  })

  it.each(['', 'AAAA', `${keys.publicKey}AAAA`, keys.publicKey.slice(0, -1), ` ${keys.publicKey}`, 'ключ'])(
    'a public key of 32 bytes is required, not %j',
    (publicKey) => {
      expect(() => verifyTeamToken(publicKey, token)).toThrow('signature.malformed')
    }
  )

  it('32 bytes that are no key verify no team token', () => {
    for (const byte of [0, 1, 127, 255])
      expect(verifyTeamToken(Buffer.alloc(32, byte).toString('base64'), token)).toBe(false)
  })
})
