import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tryLock, withLock } from './lock.mjs'
import { identityOf } from './processes.mjs'

let folder: string
let path: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'halyard-lock-'))
  path = join(folder, 'lock')
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('tryLock', () => {
  it('is taken once, and free again after release', async () => {
    const first = await tryLock(path, { url: 'here' })
    expect(first).toHaveProperty('release')
    expect(await tryLock(path)).toMatchObject({ owner: { pid: process.pid, url: 'here' } })
    ;(first as { release(): void }).release()
    expect(readdirSync(folder)).toEqual([])
    expect(await tryLock(path)).toHaveProperty('release')
  })

  it('is not held in a copy of the folder, and is under another name of it', async () => {
    const [copy, name] = [`${folder}-copy`, `${folder}-name`]
    try {
      await tryLock(path)
      cpSync(folder, copy, { recursive: true })
      symlinkSync(folder, name)
      expect(await tryLock(join(copy, 'lock'))).toHaveProperty('release')
      expect(await tryLock(join(name, 'lock'))).toMatchObject({ owner: { pid: process.pid } })
    } finally {
      for (const path of [copy, name]) rmSync(path, { recursive: true, force: true })
    }
  })

  it.each([
    ['of a process that is gone', { pid: 2 ** 22 + 1, identity: '1', token: 'a' }],
    ['of a pid that is another process now', { pid: process.pid, identity: 'earlier', token: 'a' }],
    ['that is damaged', null]
  ])('takes over a lock %s', async (_case, content) => {
    writeFileSync(path, content ? JSON.stringify(content) : '{"pid":')
    expect(await tryLock(path)).toHaveProperty('release')
    expect(readdirSync(folder)).toEqual(['lock'])
  })

  it('goes to exactly one of many that find a void one', async () => {
    writeFileSync(path, JSON.stringify({ pid: 2 ** 22 + 1, identity: '1', token: 'a' }))
    const module = new URL('./lock.mjs', import.meta.url).href
    const source = `const { tryLock } = await import('${module}')
      console.log('owner' in await tryLock('${path}') ? 'no' : 'yes'); await new Promise((done) => setTimeout(done, 1500))`
    const answers = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const child = spawn(process.execPath, ['--input-type=module', '-e', source])
        let heard = ''
        for await (const chunk of child.stdout) heard += chunk
        return heard.trim()
      })
    )
    expect(answers.filter((answer) => answer === 'yes')).toHaveLength(1)
  })
})

describe('withLock', () => {
  it('lets one at a time work', async () => {
    let inside = 0
    let most = 0
    const waited: number[] = []
    const onWait = (owner: { pid: number }) => waited.push(owner.pid)
    const work = async () => {
      most = Math.max(most, ++inside)
      await new Promise((done) => setTimeout(done, 20))
      inside--
    }
    await Promise.all(Array.from({ length: 3 }, () => withLock(path, { onWait }, work)))
    expect(most).toBe(1)
    expect(waited).toEqual([process.pid, process.pid])
  })

  it('is released when the work fails', async () => {
    const fail = withLock(path, {}, () => Promise.reject(new Error('no')))
    await expect(fail).rejects.toThrow('no')
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('identityOf', () => {
  it('stays the same for a process and is null for one that is gone', () => {
    expect(identityOf(process.pid)).toBe(identityOf(process.pid))
    expect(identityOf(2 ** 22 + 1)).toBeNull()
    expect(readFileSync('/proc/self/stat', 'utf8')).toContain(` ${identityOf(process.pid)} `)
  })
})
