import { describe, expect, it } from 'vitest'
import { createSecretBox } from './secret-box'

const secretBox = createSecretBox('11'.repeat(32))

describe('secret box', () => {
  it('a sealed text can be opened, and is never sealed twice alike', () => {
    const plain = Buffer.from('seed')
    expect(secretBox.open(secretBox.seal(plain, 'game'), 'game')).toEqual(plain)
    expect(secretBox.seal(plain, 'game')).not.toBe(secretBox.seal(plain, 'game'))
  })

  it('another purpose, another key and a changed text are refused', () => {
    const sealed = secretBox.seal(Buffer.from('seed'), 'game')
    expect(() => secretBox.open(sealed, 'mail')).toThrow()
    expect(() => createSecretBox('22'.repeat(32)).open(sealed, 'game')).toThrow()
    expect(() => secretBox.open(`${sealed.slice(0, -4)}AAA=`, 'game')).toThrow()
    expect(() => secretBox.open('v0:x', 'game')).toThrow()
  })
})
