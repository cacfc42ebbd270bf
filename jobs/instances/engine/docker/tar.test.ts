import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { firstFileOf, tarOf } from './tar'

const fileOf = (name: string, content = 'flag{ä}\n') => ({
  name,
  content: Buffer.from(content),
  mode: 0o400,
  uid: 1000,
  gid: 50
})

describe('a tar with one file', () => {
  it('the tar of the system reads the archive', () => {
    const input = tarOf(fileOf('srv/flag'))
    const listed = execFileSync('tar', ['--numeric-owner', '-tvf', '-'], { input }).toString()
    expect(listed).toMatch(/^-r-------- 1000\/50\s+9 .* srv\/flag$/m)
    expect(execFileSync('tar', ['-xOf', '-'], { input }).toString()).toBe('flag{ä}\n')
  })

  it('long paths are stored in two parts, and longer ones are refused', () => {
    const name = `${'folder/'.repeat(20)}flag`
    const listed = execFileSync('tar', ['-tf', '-'], { input: tarOf(fileOf(name)) }).toString()
    expect(listed.trim()).toBe(name)
    expect(() => tarOf(fileOf('x'.repeat(101)))).toThrow(/too long a path/)
  })

  it('the file is read back, whatever its length', () => {
    for (const length of [0, 1, 511, 512, 513, 5000]) {
      const content = 'x'.repeat(length)
      expect(firstFileOf(tarOf(fileOf('a', content)))?.toString()).toBe(content)
    }
    expect(firstFileOf(Buffer.alloc(1024))).toBeNull()
  })
})
