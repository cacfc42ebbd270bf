import { describe, expect, it } from 'vitest'
import { createVault } from './vault'

const vault = createVault('11'.repeat(32))

describe('vault', () => {
  it('opens what it sealed, and never seals twice alike', () => {
    const plain = Buffer.from('seed')
    expect(vault.open(vault.seal(plain, 'game'), 'game')).toEqual(plain)
    expect(vault.seal(plain, 'game')).not.toBe(vault.seal(plain, 'game'))
  })

  it('refuses another purpose, another key and a changed text', () => {
    const sealed = vault.seal(Buffer.from('seed'), 'game')
    expect(() => vault.open(sealed, 'mail')).toThrow()
    expect(() => createVault('22'.repeat(32)).open(sealed, 'game')).toThrow()
    expect(() => vault.open(`${sealed.slice(0, -4)}AAA=`, 'game')).toThrow()
    expect(() => vault.open('v0:x', 'game')).toThrow()
  })
})
